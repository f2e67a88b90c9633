use super::outcome::{Engine, MISUSE, OK, Section};
use super::series_state::SeriesState;
use crate::digest::Digest;
use crate::envelope::begin;
use crate::host::Host;
use crate::instrument::{Decision, Revision, decide, rejection, revision, series};
use crate::problem::{Code, Problem, Report, write_problem};

/// Decides what becomes of a revision that arrives, sealed or to be sealed, against what is there of its series (SER-001,
/// SER-002). The options are the JSON of a `RevisionOptions`. On success section `Report` says
/// `{"decision":"accepted"|"replay"|"rejected","series","revision","digest","problem"?}`, and `problem` why it is rejected:
/// `series_mismatch` if it belongs to another series than the caller said, then `series_channel`, then the codes of
/// SER-001. Otherwise `Report` is the report on an input that has problems, or is no instrument. The status is `MISUSE`
/// when the options are no such thing.
pub fn decide_revision(input: &[u8], options: Option<&str>, engine: &mut Engine, host: &dyn Host) -> u32 {
    engine.begin();
    let Some(state) = SeriesState::of(options, &mut engine.work, host) else { return MISUSE };
    let (document, found) = match begin(input, None, &mut engine.work, host) {
        Ok((document, report)) => (document, report.digest.as_deref().and_then(Digest::parse)),
        Err(report) => return engine.finish(&report),
    };
    let work = &engine.work;
    let ids = found.and_then(|digest| Some((series(&state.workspace, work, host)?, revision(digest, work)?)));
    let Some((series, revision)) = ids else {
        let at = format!("{}/instrument", document.prefix());
        let problem = Problem::new(Code::MissingMember, at).with("name", "instrument");
        return engine.finish(&Report::of(vec![problem], input));
    };
    let (decision, problem) = decided(&state, series, &revision, document.prefix());
    let Revision { number, digest, .. } = revision;
    let out = engine.parts(Section::Report).1;
    let text = format!(
        "{{\"decision\":\"{decision}\",\"series\":\"{series}\",\"revision\":{number},\"digest\":\"{digest}\""
    );
    out.extend_from_slice(text.as_bytes());
    if let Some(problem) = problem {
        out.extend_from_slice(b",\"problem\":");
        write_problem(&problem, out);
    }
    out.push(b'}');
    OK
}

/// The word for a decision, and why it is a rejection. `envelope` is the pointer of the envelope.
fn decided(
    state: &SeriesState,
    series: Digest,
    revision: &Revision,
    envelope: &str,
) -> (&'static str, Option<Problem>) {
    if state.id.is_some_and(|id| id != series) {
        let problem = Problem::new(Code::SeriesMismatch, envelope).with("of", "the head");
        return ("rejected", Some(problem));
    }
    if state.is_elsewhere() {
        return ("rejected", Some(Problem::new(Code::SeriesChannel, envelope)));
    }
    match decide(state.head, |digest| state.knows(digest), revision) {
        Decision::Accepted => ("accepted", None),
        Decision::Replay => ("replay", None),
        Decision::Rejected(code) => {
            ("rejected", Some(rejection(code, envelope, revision.number, state.head)))
        }
    }
}
