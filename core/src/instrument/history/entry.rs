//! One entry of a history: read, held against its own digests, and written in canonical form (HIST-002).

use crate::canonical::read;
use crate::digest::Digest;
use crate::envelope::{Document, Examined, examine, examine_entry, write_projection, write_sealed};
use crate::host::Host;
use crate::instrument::{Revision, digest, integer, revision, series_key};
use crate::pass::{Work, accepts, problems};
use crate::problem::{Code, Problem, Report};
use crate::profile::MAX_MESSAGE_BYTES;
use crate::schema::{ENTRY_IN_ANY_ORDER, HISTORY_ENTRY, Object, Type};

/// What an entry says of its place in the series.
pub(in crate::instrument) struct Entry {
    /// The number that the entry gives.
    pub(in crate::instrument) number: i64,
    pub(in crate::instrument) content: Content,
}

/// A revision, or what is left of one.
pub(in crate::instrument) enum Content {
    /// A sealed envelope whose digests hold.
    Envelope {
        /// Pointer of the envelope in the entry.
        at: &'static str,
        /// Its source and subject.
        key: Vec<u8>,
        revision: Revision,
    },
    /// A revision that was removed.
    Gap { digest: Digest },
}

impl Entry {
    /// Digest of the envelope that is here, or was.
    pub(in crate::instrument) fn digest(&self) -> Digest {
        match &self.content {
            Content::Envelope { revision, .. } => revision.digest,
            Content::Gap { digest } => *digest,
        }
    }

    /// Appends the canonical entry; the parts of it are still in `work`.
    pub(super) fn write(&self, work: &Work, out: &mut Vec<u8>) {
        match &self.content {
            Content::Envelope { revision, .. } => {
                out.extend_from_slice(b"{\"envelope\":");
                write_sealed(revision.digest, work, out);
                if work.projection.span.is_some() {
                    out.extend_from_slice(b",\"projection\":");
                    write_projection(work, out);
                }
            }
            Content::Gap { .. } => {
                out.extend_from_slice(b"{\"gap\":");
                out.extend_from_slice(read::member(&work.out, "gap").unwrap_or_default());
            }
        }
        out.extend_from_slice(b",\"revision\":");
        out.extend_from_slice(self.number.to_string().as_bytes());
        out.push(b'}');
    }
}

/// Whether an input is an entry, and no message or envelope.
pub(super) fn is_entry(input: &[u8]) -> bool {
    let names = ["envelope", "gap", "revision"];
    read::members(input.trim_ascii_start()).any(|(key, _)| names.iter().any(|name| read::is_named(key, name)))
}

/// Reads an entry and holds its digests against it. The report has offsets in `input`, and pointers from the entry on.
/// Linear.
pub(super) fn read_entry(input: &[u8], work: &mut Work, host: &dyn Host) -> Result<Entry, Report> {
    let one = |problem| Err(Report::of(vec![problem], input));
    if input.len() > MAX_MESSAGE_BYTES {
        return one(Problem::new(Code::TooLarge, "").with("max", MAX_MESSAGE_BYTES));
    }
    if !accepts(input, Type::Object(&ENTRY_IN_ANY_ORDER), work, host) || !has_known_members(&work.out) {
        return Err(refusal(input, &HISTORY_ENTRY, work, host));
    }
    let member = |name| read::member(&work.out, name);
    let Some(number) = member("revision").and_then(integer) else {
        return one(Problem::new(Code::MissingMember, "/revision").with("name", "revision"));
    };
    let (gap, beside_gap) =
        (member("gap"), if member("envelope").is_some() { "envelope" } else { "projection" });
    match gap {
        Some(_) if member(beside_gap).is_some() => {
            one(Problem::new(Code::UnknownMember, format!("/{beside_gap}")).with("name", beside_gap))
        }
        Some(gap) => match read::member(gap, "digest").and_then(digest) {
            Some(digest) => Ok(Entry { number, content: Content::Gap { digest } }),
            None => one(Problem::new(Code::MissingMember, "/gap/digest").with("name", "digest")),
        },
        None if member("envelope").is_none() => {
            one(Problem::new(Code::MissingMember, "/envelope").with("name", "envelope"))
        }
        None => match examine_entry(work, host) {
            Ok(digest) => instrument(Document::Entry, digest, Some(number), work).or_else(one),
            Err(problem) => one(problem),
        },
    }
}

/// Reads a sealed message or envelope as the entry that it will be. As [`read_entry`] otherwise.
pub(super) fn read_message(input: &[u8], work: &mut Work, host: &dyn Host) -> Result<Entry, Report> {
    match examine(input, work, host) {
        Ok(Examined { document, digest, .. }) => {
            instrument(document, digest, None, work).map_err(|problem| Report::of(vec![problem], input))
        }
        Err(problems) => Err(Report::of(problems, input)),
    }
}

/// The entry of the envelope in `work`, if that is an instrument; `number` is what stands beside it.
fn instrument(
    document: Document,
    digest: Digest,
    number: Option<i64>,
    work: &Work,
) -> Result<Entry, Problem> {
    let at = document.prefix();
    match (revision(digest, work), series_key(work)) {
        (Some(revision), Some(key)) => {
            let number = number.unwrap_or(revision.number);
            Ok(Entry { number, content: Content::Envelope { at, key, revision } })
        }
        _ => Err(Problem::new(Code::MissingMember, format!("{at}/instrument")).with("name", "instrument")),
    }
}

/// The report on a text that is no `object`. What was refused has a problem, even if this reading finds none.
pub(super) fn refusal(text: &[u8], object: &'static Object, work: &mut Work, host: &dyn Host) -> Report {
    let report = problems(text, Type::Object(object), work, host).report(text);
    if report.ok() {
        let detail = "readers would take it apart differently";
        return Report::of(vec![Problem::new(Code::JsonSyntax, "").with("detail", detail)], text);
    }
    report
}

fn has_known_members(entry: &[u8]) -> bool {
    let members = &HISTORY_ENTRY.members;
    read::members(entry).all(|(key, _)| members.iter().any(|member| read::is_named(key, member.name)))
}
