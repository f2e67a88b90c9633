//! Reads an input as what it is: a message or an envelope (MSG-001), within the caps (JSON-010).

use crate::canonical::read;
use crate::digest::Digest;
use crate::host::Host;
use crate::pass::{self, Kept, Work, accepts};
use crate::problem::{Code, Problem, Report};
use crate::profile::{MAX_ENVELOPE_BYTES, MAX_MESSAGE_BYTES, MAX_PROJECTION_BYTES, PROTOCOL};
use crate::schema::{ENVELOPE, MESSAGE, Object, Type};

/// What an input is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Document {
    /// An entry of a history.
    Entry,
    /// A bare envelope.
    Envelope,
    /// A message around an envelope, or without one.
    Message,
}

impl Document {
    /// Pointer of the envelope in the input.
    pub(crate) fn prefix(self) -> &'static str {
        match self {
            Document::Entry => "/envelope",
            Document::Envelope => "",
            Document::Message => "/protocol",
        }
    }
}

/// Length of `"digest":"sha256:…",`, the seal of a projection, in canonical form.
const DIGEST_MEMBER: usize = "\"digest\":\"sha256:\",".len() + 64;
/// Length of `"integrity":{"digest":"sha256:…"},`, the seal of an envelope.
const INTEGRITY_MEMBER: usize = "\"integrity\":{},".len() + DIGEST_MEMBER - ",".len();

/// Whether an input is a message: an object with a `body`, or with an object `protocol`. Linear, and total.
pub(crate) fn is_message(input: &[u8]) -> bool {
    read::members(input.trim_ascii_start()).any(|(name, value)| {
        read::is_named(name, "body") || (read::is_named(name, "protocol") && value.first() == Some(&b'{'))
    })
}

/// Reads an input that is in order; what was read is in `work`. Everything of sections JSON to RED is checked, and that
/// body and fallback agree; the digest is only computed.
pub(crate) fn read(input: &[u8], work: &mut Work, host: &dyn Host) -> Option<(Document, Option<Digest>)> {
    if too_large(input).is_some() {
        return None;
    }
    // An envelope is not a message: one pass usually settles it, and a message fails it at its first member.
    let document = if accepts(input, Type::Object(&ENVELOPE), work, host) {
        Document::Envelope
    } else if is_message(input) && accepts(input, Type::Object(&MESSAGE), work, host) {
        Document::Message
    } else {
        return None;
    };
    if disagreement(document, work).is_some() {
        return None;
    }
    Some((document, computed(work, host)))
}

/// The report on an input that [`read`] refused.
pub(super) fn refusal(input: &[u8], work: &mut Work, host: &dyn Host) -> Report {
    if let Some(problem) = too_large(input) {
        return Report::of(vec![problem], input);
    }
    let (document, object): (_, &Object) =
        if is_message(input) { (Document::Message, &MESSAGE) } else { (Document::Envelope, &ENVELOPE) };
    let mut found = pass::problems(input, Type::Object(object), work, host);
    if let Some(problem) = disagreement(document, work)
        && found.wants(problem.offset)
    {
        found.push(problem);
    }
    found.report(input)
}

/// Digest of the envelope in `work`, if there is one.
pub(crate) fn computed(work: &Work, host: &dyn Host) -> Option<Digest> {
    Some(Digest::of(PROTOCOL, work.envelope.bytes(&work.out)?, host))
}

/// An envelope may have 256 KiB, a message 1 MiB: it may carry a projection, and says its fallback twice.
fn too_large(input: &[u8]) -> Option<Problem> {
    let max = match input.len() {
        0..=MAX_ENVELOPE_BYTES => return None,
        length if length <= MAX_MESSAGE_BYTES && is_message(input) => return None,
        length if length <= MAX_MESSAGE_BYTES => MAX_ENVELOPE_BYTES,
        _ => MAX_MESSAGE_BYTES,
    };
    Some(Problem::new(Code::TooLarge, "").with("max", max))
}

/// What is wrong between parts that are each right: body and fallback, and the sizes of the canonical forms.
pub(crate) fn disagreement(document: Document, work: &Work) -> Option<Problem> {
    let size = |kept: &Kept, seal: usize| kept.bytes(&work.out).map_or(0, |bytes| bytes.len() + seal);
    if size(&work.envelope, INTEGRITY_MEMBER) > MAX_ENVELOPE_BYTES {
        return Some(Problem::new(Code::TooLarge, document.prefix()).with("max", MAX_ENVELOPE_BYTES));
    }
    if size(&work.projection, DIGEST_MEMBER) > MAX_PROJECTION_BYTES {
        let problem = Problem::new(Code::TooLarge, "/projection").with("max", MAX_PROJECTION_BYTES);
        return Some(Problem { offset: work.message.offset("projection"), ..problem });
    }
    let body = work.message.member("body", &work.out)?;
    let fallback = read::member(work.envelope.member("presentation", &work.out)?, "fallback")?;
    let texts = body.first() == Some(&b'"') && fallback.first() == Some(&b'"');
    let offset = work.message.offset("body");
    (texts && body != fallback).then(|| Problem { offset, ..Problem::new(Code::BodyMismatch, "/body") })
}
