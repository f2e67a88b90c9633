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
    let whole = input.trim_ascii();
    let (prefix, envelope) = match read::member(whole, "protocol") {
        Some(envelope) if is_message(whole) => ("/protocol", envelope),
        _ => ("", whole),
    };
    let instrument = read::member(envelope, "instrument").filter(|value| value.first() == Some(&b'{'));
    let Some(instrument) = instrument else {
        return Err(refusal(input, prefix, work, host));
    };
    if let Some(problem) = finished(input, prefix, envelope, instrument) {
        return Err(Report::of(vec![problem], input));
    }
    let at = read::offset_in(input, instrument) + 1;
    let added = place_in_series(head, read::members(instrument).next().is_some());
    let (before, after) = input.split_at_checked(at).unwrap_or_default();
    match seal(&[before, added.as_bytes(), after].concat(), out, work, host) {
        Ok(digest) => {
            let is_json = accepts(envelope, Type::Any, work, host);
            debug_assert!(is_json, "what was sealed is JSON");
            Ok(Completed { digest, draft: Digest::of(PROTOCOL, &work.out, host) })
        }
        Err(mut report) => {
            // Where it stands in the input, which did not hold what was added.
            for problem in report.problems.iter_mut().filter(|problem| problem.offset > at) {
                problem.offset = problem.offset.saturating_sub(added.len()).max(at);
            }
            place(&mut report.problems, input);
            Err(report)
        }
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
fn refusal(input: &[u8], prefix: &str, work: &mut Work, host: &dyn Host) -> Report {
    match seal(input, &mut Vec::new(), work, host) {
        Ok(_) => {
            let problem = Problem::new(Code::MissingMember, format!("{prefix}/instrument"));
            Report::of(vec![problem.with("name", "instrument")], input)
        }
        Err(report) => report,
    }
}
