use super::canonicalize::free;
use super::outcome::{Engine, OK, Section};
use crate::digest::Digest;
use crate::envelope::seal as seal_envelope;
use crate::host::Host;

/// A digest. With a `domain`, of any JSON whole under that domain; with none, the seal of an envelope, which must be in
/// order. Section `Digest` on success, `Report` otherwise.
pub fn digest(input: &[u8], domain: Option<&str>, engine: &mut Engine, host: &dyn Host) -> u32 {
    engine.begin();
    let digest = match domain {
        Some(domain) => free(input, engine, host).map(|()| Digest::of(domain, &engine.work.out, host)),
        None => {
            let (work, section) = engine.parts(Section::Canonical);
            seal_envelope(input, section, work, host)
        }
    };
    match digest {
        Ok(digest) => {
            digest.write(engine.parts(Section::Digest).1);
            OK
        }
        Err(report) => engine.finish(&report),
    }
}
