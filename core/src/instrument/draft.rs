//! Drafts: envelopes that do not know yet which revision they are (SER-003).

use super::decide::{Head, next};
use crate::canonical::read;
use crate::digest::Digest;
use crate::envelope::{is_message, seal};
use crate::host::Host;
use crate::pass::{Work, accepts};
use crate::problem::{Code, Problem, Report, place};
use crate::profile::PROTOCOL;
use crate::schema::Type;

/// A draft that became a revision.
pub(crate) struct Completed {
    /// Digest of the sealed envelope.
    pub(crate) digest: Digest,
    /// Digest of the draft as it came: what a repeated send is recognised by (DEL-001).
    pub(crate) draft: Digest,
}

/// Makes of a draft, or of a message around one, the revision that follows `head`, seals it and appends its canonical
/// bytes to `out`. A draft is an unsealed envelope whose instrument has neither `revision` nor `predecessor`
/// (`not_a_draft`); everything else is as for [`seal`]. Linear in the input.
pub(crate) fn complete(
    input: &[u8],
    head: Option<Head>,
    out: &mut Vec<u8>,
    work: &mut Work,
    host: &dyn Host,
) -> Result<Completed, Report> {
    let Some(placed) = Placed::of(input, head)? else {
        return Err(refusal(input, work, host));
    };
    let digest = seal(&placed.text, out, work, host).map_err(|report| placed.report(report, input))?;
    let draft = placed.draft(work, host);
    debug_assert!(draft.is_some(), "what was sealed is JSON");
    Ok(Completed { digest, draft: draft.unwrap_or(digest) })
}

/// A draft with its place in the series written into it.
pub(crate) struct Placed<'i> {
    /// The input with what was added.
    pub(crate) text: Vec<u8>,
    envelope: &'i [u8],
    at: usize,
    added: usize,
}

impl<'i> Placed<'i> {
    /// Writes the place behind `head` into the draft of `input`, an envelope or a message around one. `None` if there is no
    /// instrument to hold it; the error is a report with `not_a_draft`. Nothing else is checked. Linear in the input.
    pub(crate) fn of(input: &'i [u8], head: Option<Head>) -> Result<Option<Self>, Report> {
        let whole = input.trim_ascii();
        let (prefix, envelope) = envelope_of(whole);
        let instrument = read::member(envelope, "instrument").filter(|value| value.first() == Some(&b'{'));
        let Some(instrument) = instrument else { return Ok(None) };
        if let Some(problem) = finished(input, prefix, envelope, instrument) {
            return Err(Report::of(vec![problem], input));
        }
        let at = read::offset_in(input, instrument) + 1;
        let added = place_in_series(head, read::members(instrument).next().is_some());
        let (before, after) = input.split_at_checked(at).unwrap_or_default();
        let text = [before, added.as_bytes(), after].concat();
        Ok(Some(Placed { text, envelope, at, added: added.len() }))
    }

    /// Digest of the draft as it came; `None` if it is no JSON. Overwrites what is in `work`.
    pub(crate) fn draft(&self, work: &mut Work, host: &dyn Host) -> Option<Digest> {
        accepts(self.envelope, Type::Any, work, host).then(|| Digest::of(PROTOCOL, &work.out, host))
    }

    /// A report on the text as one on the `input`, which did not hold what was added.
    pub(crate) fn report(&self, mut report: Report, input: &[u8]) -> Report {
        for problem in report.problems.iter_mut().filter(|problem| problem.offset > self.at) {
            problem.offset = problem.offset.saturating_sub(self.added).max(self.at);
        }
        place(&mut report.problems, input);
        report
    }
}

/// The envelope in a message or of a bare one, and its pointer.
fn envelope_of(whole: &[u8]) -> (&'static str, &[u8]) {
    match read::member(whole, "protocol") {
        Some(envelope) if is_message(whole) => ("/protocol", envelope),
        _ => ("", whole),
    }
}

/// The members that make a revision of an instrument.
fn place_in_series(head: Option<Head>, more: bool) -> String {
    let predecessor = head.map(|head| format!(",\"predecessor\":\"{}\"", head.digest)).unwrap_or_default();
    format!("\"revision\":{}{predecessor}{}", next(head), if more { "," } else { "" })
}

/// The first member that no draft has.
fn finished(input: &[u8], prefix: &str, envelope: &[u8], instrument: &[u8]) -> Option<Problem> {
    let members = [
        (instrument, "/instrument", "revision"),
        (instrument, "/instrument", "predecessor"),
        (envelope, "", "integrity"),
    ];
    members.into_iter().find_map(|(object, parent, name)| {
        let (key, _) = read::members(object).find(|(key, _)| read::is_named(key, name))?;
        let problem = Problem::new(Code::NotADraft, format!("{prefix}{parent}/{name}")).with("name", name);
        Some(Problem { offset: read::offset_in(input, key), ..problem })
    })
}

/// What is wrong with an input that holds no instrument.
fn refusal(input: &[u8], work: &mut Work, host: &dyn Host) -> Report {
    match seal(input, &mut Vec::new(), work, host) {
        Ok(_) => {
            let (prefix, _) = envelope_of(input.trim_ascii());
            let problem = Problem::new(Code::MissingMember, format!("{prefix}/instrument"));
            Report::of(vec![problem.with("name", "instrument")], input)
        }
        Err(report) => report,
    }
}
