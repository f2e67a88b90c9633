//! What may be said of a message outside of it (HAND). Every input has an answer; one that is not in order says nothing.

use super::outcome::{Engine, OK, Section};
use crate::host::Host;
use crate::instrument;

/// What a notification may say: a `NotificationText` in section `Report` (HAND-004).
pub fn notification(input: &[u8], engine: &mut Engine, host: &dyn Host) -> u32 {
    engine.begin();
    let (work, out) = engine.parts(Section::Report);
    instrument::write_notification(input, work, host, out);
    OK
}

/// The message that an outbound webhook may carry, in section `Canonical`. The status is 0 if it may carry none (HAND-002).
pub fn outbound(input: &[u8], engine: &mut Engine, host: &dyn Host) -> u32 {
    engine.begin();
    let (work, out) = engine.parts(Section::Canonical);
    if instrument::write_outbound(input, work, host, out) { OK } else { 0 }
}

/// One line for a log, in section `Fallback` (HAND-005).
pub fn log_line(input: &[u8], engine: &mut Engine, host: &dyn Host) -> u32 {
    engine.begin();
    let (work, out) = engine.parts(Section::Fallback);
    out.extend_from_slice(instrument::log_line(input, work, host).as_bytes());
    OK
}

/// The message as plain text for an export, in section `Fallback` (HAND-006).
pub fn export_text(input: &[u8], engine: &mut Engine, host: &dyn Host) -> u32 {
    engine.begin();
    let (work, out) = engine.parts(Section::Fallback);
    out.extend_from_slice(instrument::export_text(input, work, host).as_bytes());
    OK
}
