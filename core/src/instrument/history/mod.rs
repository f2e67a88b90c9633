//! The history of a series: every revision or the gap it left, as one document or in lines (HIST).

pub(super) mod entry;
mod export;
mod frame;
mod parts;

pub(crate) use export::{Exported, Form, export};

use super::Head;
use super::chain::Chain;
use crate::canonical::read;
use crate::digest::{Digest, Running};
use crate::host::Host;
use crate::pass::Work;
use crate::problem::{Code, Problem, Report, place};
use crate::profile::{HISTORY, MAX_ENTRIES, MAX_HISTORY_BYTES, MAX_PROBLEMS};
use crate::schema::{HISTORY as DOCUMENT, HISTORY_ENTRY};
use entry::{read_entry, refusal};
use frame::{Framed, read_frame};
use parts::{Broken, Parts, parts};

/// What was found in a history.
#[derive(Default)]
pub(crate) struct Findings {
    /// The problems of the first entry that breaks the history; if none does, those of what stands around the entries.
    pub(crate) report: Report,
    /// Index of the first entry that breaks it.
    pub(crate) entry: Option<usize>,
    /// The last revision that holds, be it a gap.
    pub(crate) head: Option<Head>,
    /// Entries that hold, gaps included.
    pub(crate) revisions: usize,
    /// Gaps among them.
    pub(crate) gaps: usize,
}

/// Verifies a whole history: that it belongs to its series, that each entry holds and follows the one before, its head,
/// and its own digest (HIST-001 to HIST-005). `known` is the digest of the head as it is known from elsewhere; without
/// it, advice says that a cut tail is not seen (`head_unconfirmed`). Advice also names the gaps (`unverifiable`). Total.
/// Linear in the input, with the logarithm of the number of entries for each of them.
pub(crate) fn verify_history(
    input: &[u8],
    known: Option<Digest>,
    work: &mut Work,
    host: &dyn Host,
) -> Findings {
    if input.len() > MAX_HISTORY_BYTES {
        let problem = Problem::new(Code::TooLarge, "").with("max", MAX_HISTORY_BYTES);
        return Findings { report: Report::of(vec![problem], &[]), ..Findings::default() };
    }
    let parts = parts(input);
    let framed = match parts.broken {
        None => match read_frame(input, &parts.frame, work, host) {
            Ok(framed) => Some(framed),
            Err(report) => return Findings { report: placed(report, input), ..Findings::default() },
        },
        // What stands behind a broken entry is not known to stand beside the entries.
        Some(_) => None,
    };
    // Entries are held against the frame's source and subject only if the series is theirs.
    let key = framed.as_ref().filter(|framed| framed.series.0 == framed.series.1).map(|f| f.key.clone());
    let mut chain = Chain::of(key);
    let mut running = Running::new(HISTORY);
    let result = follow(input, &parts, &mut chain, &mut running, work, host);
    let mut findings = Findings {
        head: chain.head,
        revisions: chain.revisions,
        gaps: chain.gaps.len(),
        ..Findings::default()
    };
    match (result, framed) {
        (Ok(()), Some(framed)) => {
            running.add(&framed.tail);
            let digest = running.end();
            findings.report = conclude(&framed, &chain, known, digest);
        }
        // Entries that break off are an error; a history without a frame would be none all the same.
        (Ok(()), None) => findings.report = refusal(input, &DOCUMENT, work, host),
        (Err((entry, report)), _) => {
            findings.entry = entry;
            findings.report = report;
        }
    }
    findings.report = placed(findings.report, input);
    findings
}

/// Reads the entries one after the other, up to the first that breaks the chain, and says which that is. Problems have
/// offsets in `input`.
fn follow(
    input: &[u8],
    parts: &Parts<'_>,
    chain: &mut Chain,
    running: &mut Running,
    work: &mut Work,
    host: &dyn Host,
) -> Result<(), (Option<usize>, Report)> {
    let mut canonical = Vec::new();
    running.add(b"{\"entries\":[");
    for (index, bytes) in parts.entries.iter().enumerate() {
        let at = |report| (Some(index), within(report, &format!("/entries/{index}"), input, bytes));
        let entry = read_entry(bytes, work, host).map_err(at)?;
        chain.add(&entry).map_err(|problem| at(Report::of(vec![problem], &[])))?;
        canonical.clear();
        if index > 0 {
            canonical.push(b',');
        }
        entry.write(work, &mut canonical);
        running.add(&canonical);
    }
    running.add(b"],");
    match parts.broken {
        Some(Broken::Entry(rest)) => {
            let index = parts.entries.len();
            let report = refusal(rest, &HISTORY_ENTRY, work, host);
            Err((Some(index), within(report, &format!("/entries/{index}"), input, rest)))
        }
        Some(Broken::List(rest)) => {
            let problem = Problem::new(Code::JsonSyntax, "").with("detail", "a comma or `]` must stand here");
            Err((None, within(Report::of(vec![problem], &[]), "/entries", input, rest)))
        }
        None => Ok(()),
    }
}

/// What there is to say when every entry holds.
fn conclude(framed: &Framed, chain: &Chain, known: Option<Digest>, digest: Digest) -> Report {
    let mut report = Report::default();
    // By their place in the input.
    let mut found = |problem: Problem| {
        let place = report.problems.partition_point(|other| other.offset <= problem.offset);
        report.problems.insert(place, problem);
    };
    if framed.series.0 != framed.series.1 {
        found(
            framed.problem(Code::SeriesMismatch, "series").with("of", "this workspace, source and subject"),
        );
    }
    match chain.head {
        None => found(framed.problem(Code::TooShort, "entries").with("min", 1usize).with("unit", "item")),
        Some(_) if chain.revisions > MAX_ENTRIES => {
            found(framed.problem(Code::TooLong, "entries").with("max", MAX_ENTRIES).with("unit", "items"));
        }
        Some(head) => {
            let said = [Some(framed.head.digest), known].into_iter().flatten();
            let said = said.filter(|&said| said != head.digest).map(|said| said.to_string());
            let numbered = framed.head.revision != head.revision;
            let mut expected = said.chain(numbered.then(|| format!("revision {}", framed.head.revision)));
            if let Some(expected) = expected.next() {
                let problem = framed.problem(Code::HeadMismatch, "head").with("revision", head.revision);
                found(
                    problem
                        .with("found", head.digest.to_string().as_str())
                        .with("expected", expected.as_str()),
                );
            }
        }
    }
    match framed.digest {
        None => found(framed.problem(Code::MissingMember, "digest").with("name", "digest")),
        Some(given) if given != digest => found(framed.problem(Code::DigestMismatch, "digest")),
        Some(_) => {}
    }
    if report.ok() {
        report.digest = Some(digest.to_string());
        report.series = Some(framed.series.0.to_string());
        report.advice = advice(chain, known);
    }
    report
}

/// What a history that holds cannot show.
fn advice(chain: &Chain, known: Option<Digest>) -> Vec<Problem> {
    let unconfirmed = known.is_none().then(|| Problem::new(Code::HeadUnconfirmed, "/head"));
    // Entries ascend by one from 1.
    let gaps = chain.gaps.iter().map(|&number| {
        Problem::new(Code::Unverifiable, format!("/entries/{}/gap", number - 1)).with("revision", number)
    });
    unconfirmed.into_iter().chain(gaps).take(MAX_PROBLEMS).collect()
}

/// Points a report on a `part` of the input, at the pointer `at`, to where that stands.
fn within(mut report: Report, at: &str, input: &[u8], part: &[u8]) -> Report {
    for problem in &mut report.problems {
        problem.at.insert_str(0, at);
        problem.offset += read::offset_in(input, part);
    }
    report
}

/// Gives each problem its line and column in the input.
fn placed(mut report: Report, input: &[u8]) -> Report {
    place(&mut report.problems, input);
    report
}
