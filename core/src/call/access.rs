use super::outcome::{Engine, MISUSE, OK, Section};
use crate::delivery::{credential, status, usable};
use crate::host::Host;
use crate::problem::Report;

/// Says which channels a caller may use (DEL-006). The input is not looked at; the options are the JSON of a
/// `ChannelOptions`. Section `Report` is a report without problems, with the ids of the `"channels"` that may be used, in the
/// order in which they were named. The status is `MISUSE` when the options are no such thing.
pub fn usable_channels(_input: &[u8], options: Option<&str>, engine: &mut Engine, host: &dyn Host) -> u32 {
    engine.begin();
    let Some(channels) = usable(options, &mut engine.work, host) else { return MISUSE };
    let out = engine.parts(Section::Report).1;
    Report::default().write_open(out);
    out.extend_from_slice(b",\"channels\":");
    out.extend_from_slice(&channels);
    out.push(b'}');
    OK
}

/// Says whether a credential may name its sources (DEL-007). The input is not looked at; the options are the JSON of a
/// `CredentialOptions`. Section `Report` is the report, with the `"status"` that HTTP has for it. The status is `MISUSE` when
/// the options are no such thing.
pub fn decide_credential(_input: &[u8], options: Option<&str>, engine: &mut Engine, host: &dyn Host) -> u32 {
    engine.begin();
    let Some(report) = credential(options, &mut engine.work, host) else { return MISUSE };
    let out = engine.parts(Section::Report).1;
    report.write_open(out);
    out.extend_from_slice(format!(",\"status\":{}}}", status(&report)).as_bytes());
    if report.ok() { OK } else { 0 }
}
