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

    /// The digest of these bytes.
    pub(crate) const fn of_bytes(bytes: [u8; 32]) -> Self {
        Digest(bytes)
    }

    /// Reads the wire form; `None` for anything else, be it upper case or another algorithm.
    pub fn parse(text: &str) -> Option<Self> {
        Self::read(text.as_bytes().strip_prefix(DIGEST_PREFIX.as_bytes())?)
    }

    fn read(hex: &[u8]) -> Option<Self> {
        let hex: &[u8; 64] = hex.try_into().ok()?;
        let (pairs, _) = hex.as_chunks::<2>();
        let mut bytes = [0; 32];
        let mut wrong = 0;
        for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
            let (high, low) = (nibble(*high), nibble(*low));
            wrong |= high | low;
            *byte = high << 4 | low;
        }
        (wrong <= 0xF).then_some(Digest(bytes))
    }

    /// The digest that stands last in a canonical member, such as `"integrity":{"digest":"sha256:…"}`.
    pub(crate) fn find(member: &[u8]) -> Option<Self> {
        let text = member.strip_suffix(b"}").unwrap_or(member).strip_suffix(b"\"")?;
        let (before, hex) = text.split_at_checked(text.len().checked_sub(64)?)?;
        Self::read(hex).filter(|_| before.ends_with(DIGEST_PREFIX.as_bytes()))
    }

    /// The bytes themselves, for a set of digests.
    pub(crate) fn bytes(&self) -> [u8; 32] {
        self.0
    }

    /// Appends the wire form.
    pub fn write(&self, out: &mut Vec<u8>) {
        let mut hex = [[0; 2]; 32];
        for (pair, byte) in hex.iter_mut().zip(self.0) {
            *pair = [byte >> 4, byte & 0xF].map(|nibble| nibble + if nibble < 10 { b'0' } else { b'a' - 10 });
        }
        out.extend_from_slice(DIGEST_PREFIX.as_bytes());
        out.extend_from_slice(hex.as_flattened());
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

/// The value of a hexadecimal digit in lower case; of another byte, more than 15.
fn nibble(digit: u8) -> u8 {
    let (number, letter) = (digit.wrapping_sub(b'0'), digit.wrapping_sub(b'a'));
    if number < 10 {
        number
    } else if letter < 6 {
        letter + 10
    } else {
        u8::MAX
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
