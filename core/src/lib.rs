//! Every rule of the Chirp message protocol: strict JSON, canonical bytes, digests, the envelope and PubMark.
//!
//! The crate is pure. It has no clock, no randomness, no network, no files, no global state; what it needs of its
//! surroundings is an argument ([`Host`]). It has no unsafe code, and its work is linear in its input.
#![forbid(unsafe_code)]

pub mod call;
pub mod canonical;
#[cfg(feature = "compile")]
mod delivery;
mod digest;
mod envelope;
mod host;
pub mod instrument;
mod pass;
pub mod problem;
pub mod profile;
pub mod pubmark;
pub mod schema;
pub mod tape;
pub mod text;
pub mod time;

pub use digest::Digest;
pub use envelope::{Verdict, View, fallback_text, seal, validate, verify};
#[cfg(feature = "native")]
pub use host::Native;
pub use host::{Host, sha256};
pub use instrument::{Decision, Head, Revision, decide};
pub use pass::Work;
