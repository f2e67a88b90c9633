//! One file per operation: bytes in, an [`Outcome`] out. The only surface that bindings see.
//!
//! Options are text, so that a binding passes nothing but bytes: each operation says what its options are.

mod canonicalize;
mod check_tree;
mod digest;
mod outcome;
mod seal;
mod split_page;
mod validate;
mod verify;

pub use canonicalize::canonicalize;
pub use check_tree::check_tree;
pub use digest::digest;
pub use outcome::{Engine, MISUSE, OK, Section, VIEW_SHIFT};
pub use seal::seal;
pub use split_page::split_page;
pub use validate::validate;
pub use verify::verify;
