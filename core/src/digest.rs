//! Typed digests: domain-separated SHA-256, written `sha256:` and 64 lower-case hex digits (DIG-001, DIG-002).

use core::fmt;

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
