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
pub(crate) use compiled::{check, verify_compiled};
pub use fallback::fallback_text;
pub use seal::seal;
pub(crate) use seal::write_sealed;
pub(crate) use validate::begin;
pub use validate::validate;
pub(crate) use verify::projected_tree;
pub use verify::{Verdict, View, verify};
