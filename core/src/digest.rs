//! Typed digests: domain-separated SHA-256, written `sha256:` and 64 lower-case hex digits (DIG-001, DIG-002).

use core::fmt;

use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq;

use crate::host::Host;
use crate::profile::DIGEST_PREFIX;

/// A SHA-256 digest. Equality takes the same time whatever the bytes are.
#[derive(Clone, Copy, Debug)]
pub struct Digest([u8; 32]);

impl Digest {
    /// Digest of the canonical bytes `canonical` under `domain`: SHA-256 of the domain, a zero byte, and the bytes.
    pub fn of(domain: &str, canonical: &[u8], host: &dyn Host) -> Self {
        Digest(host.sha256(&[domain.as_bytes(), &[0], canonical]))
    }

    /// Reads the wire form; `None` for anything else, be it upper case or another algorithm.
    pub fn parse(text: &str) -> Option<Self> {
        let hex = text.strip_prefix(DIGEST_PREFIX)?.as_bytes();
        if hex.len() != 64 {
            return None;
        }
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(hex.chunks_exact(2)) {
            let [high, low] = pair else { return None };
            *byte = nibble(*high)? << 4 | nibble(*low)?;
        }
        Some(Digest(bytes))
    }

    /// The digest that stands last in a canonical member, such as `"integrity":{"digest":"sha256:…"}`.
    pub(crate) fn find(member: &[u8]) -> Option<Self> {
        let text = core::str::from_utf8(member).ok()?.trim_end_matches(['}', '"']);
        Self::parse(text.get(text.len().checked_sub(DIGEST_PREFIX.len() + 64)?..)?)
    }

    /// The bytes themselves, for a set of digests.
    pub(crate) fn bytes(&self) -> [u8; 32] {
        self.0
    }

    /// Appends the wire form.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(DIGEST_PREFIX.as_bytes());
        for byte in self.0 {
            for nibble in [byte >> 4, byte & 0xF] {
                out.push(if nibble < 10 { b'0' + nibble } else { b'a' + nibble - 10 });
            }
        }
    }
}

/// A digest of canonical bytes that come in pieces, so that nobody needs to hold all of them.
pub(crate) struct Running(Sha256);

impl Running {
    /// The beginning of a digest under `domain`.
    pub(crate) fn new(domain: &str) -> Self {
        Running(Sha256::new().chain_update(domain.as_bytes()).chain_update([0]))
    }

    /// Takes in the next piece.
    pub(crate) fn add(&mut self, piece: &[u8]) {
        self.0.update(piece);
    }

    /// The digest of all the pieces.
    pub(crate) fn end(self) -> Digest {
        Digest(self.0.finalize().into())
    }
}

fn nibble(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}

impl PartialEq for Digest {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Eq for Digest {}

impl fmt::Display for Digest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::with_capacity(DIGEST_PREFIX.len() + 64);
        self.write(&mut text);
        formatter.write_str(core::str::from_utf8(&text).unwrap_or_default())
    }
}
