//! One file per operation: bytes in, an outcome left in the [`Engine`]. The only surface that bindings see.
//!
//! Options are text, so that a binding passes nothing but bytes: each operation says what its options are.

mod canonicalize;
mod check_lines;
mod check_tree;
#[cfg(feature = "compile")]
mod compile;
mod digest;
mod outcome;
#[cfg(feature = "compile")]
mod project;
mod seal;
mod split_page;
#[cfg(feature = "compile")]
mod to_text;
mod validate;
#[cfg(feature = "compile")]
mod validate_compiled;
mod verify;
#[cfg(feature = "compile")]
mod verify_compiled;

pub use canonicalize::canonicalize;
pub use check_lines::check_lines;
pub use check_tree::check_tree;
#[cfg(feature = "compile")]
pub use compile::compile;
pub use digest::digest;
pub use outcome::{Engine, MISUSE, OK, SECTION_NAMES, STATUS, Section, VIEW_SHIFT};
#[cfg(feature = "compile")]
pub use project::project;
pub use seal::seal;
pub use split_page::split_page;
#[cfg(feature = "compile")]
pub use to_text::to_text;
pub use validate::validate;
#[cfg(feature = "compile")]
pub use validate_compiled::validate_compiled;
pub use verify::verify;
#[cfg(feature = "compile")]
pub use verify_compiled::verify_compiled;
