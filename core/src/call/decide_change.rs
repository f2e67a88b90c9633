use super::outcome::{Engine, MISUSE, OK, Section};
use crate::canonical::read;
use crate::delivery::{change, status};
use crate::host::Host;

/// Decides a change to a message (DEL-005): an edit, whose input is `{"body"}`; a deletion, which has none; the removal of
/// a revision, whose input is `{"reason"}`. The options are the JSON of a `ChangeOptions`. On success section `Fallback`
/// is the body or the reason; `Report` is the report, with the `"status"` that HTTP has for it. The status is `MISUSE`
/// when the options are no such thing.
pub fn decide_change(input: &[u8], options: Option<&str>, engine: &mut Engine, host: &dyn Host) -> u32 {
    engine.begin();
    let Some(decided) = change(input, options, &mut engine.work, host) else { return MISUSE };
    let report = match &decided {
        Ok(text) => {
            let text = read::text(text).unwrap_or_default();
            engine.parts(Section::Fallback).1.extend_from_slice(text.as_bytes());
            Default::default()
        }
        Err(report) => report.clone(),
    };
    let out = engine.parts(Section::Report).1;
    report.write_open(out);
    out.extend_from_slice(format!(",\"status\":{}}}", status(&report)).as_bytes());
    if report.ok() { OK } else { 0 }
}
