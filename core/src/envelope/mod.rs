//! The envelope: rules over several members, the seal, what a client may show, and agreement with the fallback.

mod agreement;
#[cfg(feature = "compile")]
mod compiled;
mod digests;
mod fallback;
mod reading;
pub(crate) mod rules;
mod seal;
mod validate;
mod verify;

#[cfg(feature = "compile")]
pub(crate) use compiled::{check, compiled, verify_compiled};
#[cfg(feature = "compile")]
pub(crate) use digests::broken;
pub use fallback::fallback_text;
pub(crate) use reading::{Document, is_message};
#[cfg(feature = "compile")]
pub(crate) use reading::{computed, disagreement};
pub use seal::seal;
pub(crate) use seal::{write_projection, write_sealed};
pub(crate) use validate::begin;
pub use validate::validate;
pub(crate) use verify::{Examined, examine, examine_entry, projected_tree, view_of};
pub use verify::{Verdict, View, verify};
