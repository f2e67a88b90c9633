use super::outcome::{Engine, OK, Section};
use crate::envelope::seal as seal_envelope;
use crate::host::Host;

/// Seals an envelope or the envelope of a message (DIG-003). Sections `Canonical` and `Digest` on success, `Report`
/// otherwise.
pub fn seal(input: &[u8], engine: &mut Engine, host: &dyn Host) -> u32 {
    engine.begin();
    let (work, section) = engine.parts(Section::Canonical);
    match seal_envelope(input, section, work, host) {
        Ok(digest) => {
            digest.write(engine.parts(Section::Digest).1);
            OK
        }
        Err(report) => engine.finish(&report),
    }
}
