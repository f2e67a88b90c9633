use super::outcome::{Engine, MISUSE, OK, Section};
use super::series_state::SeriesState;
use crate::host::Host;
use crate::instrument::complete;

/// Makes of a draft the next revision of its series, and seals it (SER-003). The options are the JSON of a
/// `RevisionOptions`, of which only the head counts. On success section `Canonical` is the sealed envelope, `Digest` its
/// digest, and `Report` says `{"draft"}`, the digest of the draft as it came, by which a repeated send is recognised;
/// otherwise `Report` is the report. The status is `MISUSE` when the options are no such thing.
pub fn complete_draft(input: &[u8], options: Option<&str>, engine: &mut Engine, host: &dyn Host) -> u32 {
    engine.begin();
    let Some(state) = SeriesState::of(options, &mut engine.work, host) else { return MISUSE };
    let (work, canonical) = engine.parts(Section::Canonical);
    match complete(input, state.head, canonical, work, host) {
        Ok(completed) => {
            completed.digest.write(engine.parts(Section::Digest).1);
            let text = format!("{{\"draft\":\"{}\"}}", completed.draft);
            engine.parts(Section::Report).1.extend_from_slice(text.as_bytes());
            OK
        }
        Err(report) => engine.finish(&report),
    }
}
