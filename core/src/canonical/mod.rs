//! RFC 8785: the canonical form of JSON. The pass writes it; here are its parts, and the reader of what it wrote.

mod escape;
mod names;
mod number;
pub mod read;

pub(crate) use escape::escape_into;
pub(crate) use names::compare_names;
pub(crate) use number::{Literal, scan_number};
