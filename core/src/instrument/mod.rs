//! Instruments: messages that are revisions of one thing (INS), the order of their series (SER)
//! and its history (HIST), and what a board makes of them (LENS, ACT, AUD, HAND).

mod chain;
mod decide;
mod draft;
pub(crate) mod history;

pub(crate) use decide::rejection;
pub use decide::{Decision, Head, Revision, decide};
#[cfg(feature = "compile")]
pub(crate) use draft::Placed;
pub(crate) use draft::complete;
mod action;
mod attention;
mod audit;
mod context;
mod handling;
mod head;
mod json;
mod lens;
mod lens_index;

pub(crate) use action::Desk;
pub use action::{REFUSALS, STATUS_OF_RUN};
pub(crate) use audit::write_summary;
pub(crate) use context::{Context, options};
pub(crate) use handling::{export_text, log_line, write_notification, write_outbound};
pub use head::LENSES;
pub(crate) use head::{Instrument, Offer};
pub(crate) use json::Object;
pub(crate) use lens::write_classified;
pub(crate) use lens_index::{LensIndex, Put};

use crate::canonical::{escape_into, read};
use crate::digest::Digest;
use crate::host::Host;
use crate::pass::Work;
use crate::profile::SERIES;

/// Identifier of the series that the envelope in `work` belongs to: derived from workspace, source and subject, never
/// sent (INS-007). `None` if the envelope is no instrument.
pub(crate) fn series(workspace: &str, work: &Work, host: &dyn Host) -> Option<Digest> {
    work.envelope.member("instrument", &work.out)?;
    Some(series_of(&series_key(work)?, workspace, host))
}

/// What the envelope in `work` says of its series: source and subject, as members of a canonical object.
pub(crate) fn series_key(work: &Work) -> Option<Vec<u8>> {
    let member = |name| work.envelope.member(name, &work.out);
    key_of(member("source")?, member("subject")?)
}

/// The same of a canonical source and a canonical subject.
fn key_of(source: &[u8], subject: &[u8]) -> Option<Vec<u8>> {
    let mut key = Vec::with_capacity(256);
    for (lead, party) in [("\"source\":{\"id\":", source), (",\"subject\":{\"id\":", subject)] {
        key.extend_from_slice(lead.as_bytes());
        key.extend_from_slice(read::member(party, "id")?);
        key.extend_from_slice(b",\"kind\":");
        key.extend_from_slice(read::member(party, "kind")?);
        key.push(b'}');
    }
    Some(key)
}

/// The series of a key in a workspace.
fn series_of(key: &[u8], workspace: &str, host: &dyn Host) -> Digest {
    let mut out = Vec::with_capacity(key.len() + workspace.len() + 32);
    out.push(b'{');
    out.extend_from_slice(key);
    write_workspace(workspace, &mut out);
    Digest::of(SERIES, &out, host)
}

/// Appends the workspace as the last member of a canonical object.
fn write_workspace(workspace: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(b",\"workspace\":\"");
    escape_into(workspace, out);
    out.extend_from_slice(b"\"}");
}

/// The revision that the envelope in `work` is, if it is an instrument; `digest` is that of the envelope.
pub(crate) fn revision(digest: Digest, work: &Work) -> Option<Revision> {
    let instrument = work.envelope.member("instrument", &work.out)?;
    let predecessor = read::member(instrument, "predecessor").and_then(read::plain_text);
    Some(Revision {
        number: integer(read::member(instrument, "revision")?)?,
        digest,
        predecessor: predecessor.and_then(Digest::parse),
    })
}

/// A canonical integer.
pub(crate) fn integer(value: &[u8]) -> Option<i64> {
    core::str::from_utf8(value).ok()?.parse().ok()
}

/// A canonical digest.
pub(crate) fn digest(value: &[u8]) -> Option<Digest> {
    read::plain_text(value).and_then(Digest::parse)
}

/// A canonical head, `{"digest","revision"}`.
pub(crate) fn head(value: &[u8]) -> Option<Head> {
    let revision = integer(read::member(value, "revision")?)?;
    Some(Head { revision, digest: digest(read::member(value, "digest")?)? })
}
