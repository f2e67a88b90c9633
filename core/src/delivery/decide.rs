//! Deciding a send, in the order of DEL-002.

use super::options::{First, SendOptions, Series};
use super::read::{Sent, draft, sent, text};
use crate::canonical::read;
use crate::host::Host;
use crate::instrument::{self, Decision, Head, rejection, revision};
use crate::pass::Work;
use crate::problem::{Code, Problem, Report};

/// What becomes of a send that is not refused.
pub(crate) enum Decided {
    /// It is to be stored.
    Accepted,
    /// It is the message that has its dedupe key.
    SameAsFirst,
    /// It is a revision that is in its series.
    SameRevision,
}

/// Why a send is refused, and what may be shown beside the reason.
#[derive(Default)]
pub(crate) struct Refusal {
    pub(crate) report: Report,
    /// Whether the message that has the dedupe key is shown.
    pub(crate) shows_first: bool,
    /// The head of the series, where it is shown.
    pub(crate) head: Option<Head>,
}

impl From<Report> for Refusal {
    fn from(report: Report) -> Self {
        Refusal { report, ..Refusal::default() }
    }
}

/// Reads a send and says whether its sender may speak so, without looking at what is there: what else is to be looked up
/// stands in the work space. Linear in the input.
pub(crate) fn plan(
    input: &[u8],
    options: &SendOptions,
    work: &mut Work,
    host: &dyn Host,
) -> Result<Sent, Refusal> {
    read_send(input, options, None, work, host)
}

/// Decides a send against what is there. Linear in the input and the options.
pub(crate) fn decide(
    input: &[u8],
    options: &SendOptions,
    work: &mut Work,
    host: &dyn Host,
) -> Result<(Sent, Decided), Refusal> {
    let head = options.series.as_ref().map(|series| series.head);
    let sent = read_send(input, options, head, work, host)?;
    if let Some(first) = &options.first {
        again(input, first, options, &sent, work)?;
        return Ok((sent, Decided::SameAsFirst));
    }
    if work.message.member("thread_id", &work.out).is_some() && !options.has_thread {
        let offset = work.message.offset("thread_id");
        return Err(refused(input, Problem { offset, ..Problem::new(Code::UnknownThread, "/thread_id") }));
    }
    let decided = follow(input, options, &sent, work)?;
    Ok((sent, decided))
}

fn read_send(
    input: &[u8],
    options: &SendOptions,
    head: Option<Head>,
    work: &mut Work,
    host: &dyn Host,
) -> Result<Sent, Refusal> {
    let sent = if options.is_draft { draft(input, head, work, host) } else { sent(input, work, host) }?;
    match stranger(options, work) {
        Some(source) => {
            let problem = Problem::new(Code::SourceNotAllowed, "/protocol/source");
            Err(refused(input, problem.with("source", source.as_str())))
        }
        None => Ok(sent),
    }
}

/// The source of the envelope in `work`, as `kind/id`, if the sender may not speak as it (DEL-003).
fn stranger(options: &SendOptions, work: &Work) -> Option<String> {
    let source = format!("{}/{}", text(work, "source", "kind")?, text(work, "source", "id")?);
    let may = options.sources.iter().any(|scope| match scope.strip_suffix('*') {
        Some(beginning) => source.starts_with(beginning),
        None => *scope == source,
    });
    (!may).then_some(source)
}

/// Holds a send against the message that has its dedupe key (DEL-001).
fn again(
    input: &[u8],
    first: &First,
    options: &SendOptions,
    sent: &Sent,
    work: &Work,
) -> Result<(), Refusal> {
    let at = "/protocol/delivery/dedupe_key";
    if first.is_deleted {
        return Err(refused(input, Problem::new(Code::MessageDeleted, at)));
    }
    let thread = work.message.member("thread_id", &work.out).and_then(read::text);
    let is_same = first.channel == options.channel
        && first.thread_id.as_deref() == thread.as_deref()
        && sent.content == Some(first.content);
    if is_same {
        return Ok(());
    }
    let refusal = refused(input, Problem::new(Code::DedupeConflict, at));
    Err(Refusal { shows_first: first.is_readable, ..refusal })
}

/// Decides the revision that a send is, if it is one (SER-001, SER-002).
fn follow(input: &[u8], options: &SendOptions, sent: &Sent, work: &Work) -> Result<Decided, Refusal> {
    let Some(revision) = sent.digest.and_then(|digest| revision(digest, work)) else {
        return Ok(Decided::Accepted);
    };
    let series = options.series.as_ref();
    let head = series.map(|series| series.head);
    if series.is_some_and(|series| series.channel != options.channel) {
        return Err(refused(input, Problem::new(Code::SeriesChannel, "/protocol")));
    }
    let holds =
        |list: fn(&Series) -> &Vec<_>, digest| series.is_some_and(|series| list(series).contains(&digest));
    match instrument::decide(head, |digest| holds(|series| &series.known, digest), &revision) {
        Decision::Accepted => Ok(Decided::Accepted),
        Decision::Replay if holds(|series| &series.gaps, revision.digest) => {
            Err(refused(input, Problem::new(Code::MessageDeleted, "/protocol")))
        }
        Decision::Replay => Ok(Decided::SameRevision),
        Decision::Rejected(code) => {
            let refusal = refused(input, rejection(code, "/protocol", revision.number, head));
            let is_readable = series.is_none_or(|series| series.is_readable);
            Err(Refusal { head: head.filter(|_| is_readable), ..refusal })
        }
    }
}

/// A refusal for one reason. Problems with what is there have no position in the input.
fn refused(input: &[u8], problem: Problem) -> Refusal {
    let report = match problem.offset {
        0 => Report { problems: vec![problem], ..Report::default() },
        _ => Report::of(vec![problem], input),
    };
    report.into()
}
