//! What the fuzz targets share: the operations of the core as a binding calls them, and a second reader of JSON.
//!
//! A target asserts; a failed assertion is a finding. Its input alone decides what it does, so that a reproducer does
//! the same again.

mod core;
mod oracle;

pub use core::{Core, Outcome, codes};
pub use oracle::{Reading, read};
