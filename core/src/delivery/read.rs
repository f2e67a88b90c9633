//! Reads a send: everything that a service checks of it before it looks at what it holds (DEL-002).

use crate::canonical::read;
use crate::digest::Digest;
use crate::envelope::{Document, broken, compiled, computed, disagreement};
use crate::host::Host;
use crate::instrument::{Head, Placed};
use crate::pass::{Work, accepts, problems};
use crate::problem::{Code, Problem, Report};
use crate::profile::MAX_ENVELOPE_BYTES;
use crate::schema::{SEND, SEND_IN_ANY_ORDER, Type};

/// A send that is in order. What was read is in the work space.
#[derive(Default)]
pub(crate) struct Sent {
    /// Digest of its envelope, if it has one.
    pub(crate) digest: Option<Digest>,
    /// What a repeated send is recognised by: the same, or the digest of the draft as it came (DEL-001).
    pub(crate) content: Option<Digest>,
    /// The canonical projection; empty without PubMark.
    pub(crate) projection: Vec<u8>,
    /// What the sender should mend.
    pub(crate) advice: Vec<Problem>,
}

/// Reads a send as it stands. The error is the report on one that is not in order. Linear in the input.
pub(super) fn sent(input: &[u8], work: &mut Work, host: &dyn Host) -> Result<Sent, Report> {
    within_cap(input)?;
    let sent = checked(input, work, host)?;
    Ok(Sent { content: sent.digest, ..sent })
}

/// Reads a send whose envelope is a draft, completed against `head` (SER-003).
pub(super) fn draft(
    input: &[u8],
    head: Option<Head>,
    work: &mut Work,
    host: &dyn Host,
) -> Result<Sent, Report> {
    within_cap(input)?;
    let Some(placed) = Placed::of(input, head)? else {
        let sent = checked(input, work, host)?;
        let (at, name) = match sent.digest {
            Some(_) => ("/protocol/instrument", "instrument"),
            None => ("/protocol", "protocol"),
        };
        return Err(Report::of(vec![Problem::new(Code::MissingMember, at).with("name", name)], input));
    };
    let content = placed.draft(work, host);
    let sent = checked(&placed.text, work, host).map_err(|report| placed.report(report, input))?;
    Ok(Sent { content, ..sent })
}

/// Everything but what the send is recognised by.
fn checked(input: &[u8], work: &mut Work, host: &dyn Host) -> Result<Sent, Report> {
    let document = Document::Message;
    let is_in_order = accepts(input, Type::Object(&SEND_IN_ANY_ORDER), work, host)
        && has_known_members(&work.out)
        && disagreement(document, work).is_none();
    if !is_in_order {
        return Err(refusal(input, work, host));
    }
    let Some(digest) = computed(work, host) else {
        if work.message.member("body", &work.out).is_some() {
            return Ok(Sent::default());
        }
        return Err(Report::of(vec![Problem::new(Code::MissingMember, "/body").with("name", "body")], input));
    };
    if let Some(problem) = broken(document, digest, work, host) {
        return Err(Report::of(vec![problem], input));
    }
    let (report, _) = compiled(input, document, Report::default(), work, host);
    if !report.ok() {
        return Err(report);
    }
    let projection = report.projection.unwrap_or_default().into_bytes();
    Ok(Sent { digest: Some(digest), content: None, projection, advice: report.advice })
}

/// Everything that is wrong with a send: its members, and what disagrees between them.
fn refusal(input: &[u8], work: &mut Work, host: &dyn Host) -> Report {
    problems(input, Type::Object(&SEND_IN_ANY_ORDER), work, host);
    let disagreement = disagreement(Document::Message, work);
    let mut found = problems(input, Type::Object(&SEND), work, host);
    if let Some(problem) = disagreement
        && found.wants(problem.offset)
    {
        found.push(problem);
    }
    found.report(input)
}

fn has_known_members(send: &[u8]) -> bool {
    read::members(send).all(|(key, _)| SEND.members.iter().any(|member| read::is_named(key, member.name)))
}

/// A send is no larger than an envelope (JSON-010); looked at before anything is read.
fn within_cap(input: &[u8]) -> Result<(), Report> {
    if input.len() <= MAX_ENVELOPE_BYTES {
        return Ok(());
    }
    Err(Report::of(vec![Problem::new(Code::TooLarge, "").with("max", MAX_ENVELOPE_BYTES)], input))
}

/// The text of the send in `work`: its own, or the fallback of its envelope (MSG-002).
pub(crate) fn body_text(work: &Work) -> String {
    let body = work.message.member("body", &work.out).and_then(read::text).map(|text| text.into_owned());
    body.or_else(|| text(work, "presentation", "fallback")).unwrap_or_default()
}

/// Source, dedupe key and thread of the send in `work`, as members of a JSON object, each with a comma before it.
pub(crate) fn names(work: &Work) -> Vec<u8> {
    let mut out = Vec::new();
    let mut member = |name: &str, value: Option<&[u8]>| {
        for part in value.into_iter().flat_map(|value| [b",\"", name.as_bytes(), b"\":", value]) {
            out.extend_from_slice(part);
        }
    };
    let of = |object, name| read::member(work.envelope.member(object, &work.out)?, name);
    if let (Some(id), Some(kind)) = (of("source", "id"), of("source", "kind")) {
        let source = [b"{\"id\":", id, b",\"kind\":", kind, b"}"].concat();
        member("source", Some(&source));
    }
    member("dedupe_key", of("delivery", "dedupe_key"));
    member("thread_id", work.message.member("thread_id", &work.out));
    out
}

/// The text of the member `name` of the object `of` in the envelope in `work`.
pub(super) fn text(work: &Work, of: &str, name: &str) -> Option<String> {
    read::text(read::member(work.envelope.member(of, &work.out)?, name)?).map(|text| text.into_owned())
}
