//! What the core asks of its surroundings: the text of a double, and SHA-256 where the host has a faster one.

use sha2::{Digest as _, Sha256};

/// Services of the program that the core runs in. They are pure functions of their arguments.
pub trait Host {
    /// Appends the ECMAScript text (ECMA-262, Number::toString) of the double nearest to `literal`, a JSON number.
    /// Returns false, and appends nothing, when that double is not finite. `-0` is written `0`.
    fn number(&self, literal: &str, out: &mut Vec<u8>) -> bool;

    /// SHA-256 of the concatenation of `parts`.
    fn sha256(&self, parts: &[&[u8]]) -> [u8; 32] {
        sha256(parts)
    }
}

/// SHA-256 of the concatenation of `parts`, by the crate `sha2`.
pub fn sha256(parts: &[&[u8]]) -> [u8; 32] {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update(part);
    }
    hasher.finalize().into()
}

/// The services from Rust crates alone.
#[cfg(feature = "native")]
#[derive(Clone, Copy, Debug, Default)]
pub struct Native;

#[cfg(feature = "native")]
impl Host for Native {
    fn number(&self, literal: &str, out: &mut Vec<u8>) -> bool {
        match literal.parse::<f64>() {
            Ok(value) if value.is_finite() => {
                out.extend_from_slice(ryu_js::Buffer::new().format_finite(value).as_bytes());
                true
            }
            _ => false,
        }
    }
}
