//! One file per operation: bytes in, an outcome left in the [`Engine`]. The only surface that bindings see.
//!
//! Options are text, so that a binding passes nothing but bytes: each operation says what its options are.

#[cfg(feature = "compile")]
mod access;
mod board;
mod canonicalize;
mod check_lines;
mod check_tree;
#[cfg(feature = "compile")]
mod compile;
mod complete_draft;
#[cfg(feature = "compile")]
mod decide_change;
mod decide_revision;
#[cfg(feature = "compile")]
mod decide_send;
mod digest;
mod export_history;
mod lenses;
mod notices;
mod outcome;
#[cfg(feature = "compile")]
mod project;
mod seal;
mod series;
mod series_state;
mod split_page;
mod tape;
#[cfg(feature = "compile")]
mod to_text;
mod validate;
#[cfg(feature = "compile")]
mod validate_compiled;
mod verify;
#[cfg(feature = "compile")]
mod verify_compiled;
mod verify_history;

#[cfg(feature = "compile")]
pub use access::{decide_credential, usable_channels};
pub use board::{actions, audit, classify, invoke};
pub use canonicalize::canonicalize;
pub use check_lines::check_lines;
pub use check_tree::check_tree;
#[cfg(feature = "compile")]
pub use compile::compile;
pub use complete_draft::complete_draft;
#[cfg(feature = "compile")]
pub use decide_change::decide_change;
pub use decide_revision::decide_revision;
#[cfg(feature = "compile")]
pub use decide_send::{decide_send, plan_send};
pub use digest::digest;
pub use export_history::export_history;
pub use lenses::Lenses;
pub use notices::{export_text, log_line, notification, outbound};
pub use outcome::{Engine, MISUSE, OK, SECTION_NAMES, STATUS, Section, VIEW_SHIFT};
#[cfg(feature = "compile")]
pub use project::project;
pub use seal::seal;
pub use series::series;
pub use split_page::split_page;
pub use tape::tape;
#[cfg(feature = "compile")]
pub use to_text::to_text;
pub use validate::validate;
#[cfg(feature = "compile")]
pub use validate_compiled::validate_compiled;
pub use verify::verify;
#[cfg(feature = "compile")]
pub use verify_compiled::verify_compiled;
pub use verify_history::verify_history;
