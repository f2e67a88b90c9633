//! What stands around the entries of a history: whose it is, its head, its digest (HIST-003 to HIST-005).

use super::entry::refusal;
use super::parts::Frame;
use crate::canonical::read;
use crate::digest::Digest;
use crate::host::Host;
use crate::instrument::{Head, digest, head, key_of, series_of, write_workspace};
use crate::pass::{Work, accepts};
use crate::problem::{Code, Problem, Report};
use crate::profile::HISTORY;
use crate::schema::{HISTORY as DOCUMENT, HISTORY_FOOT, HISTORY_FRAME, HISTORY_HEAD, Object, Type};

/// The frame of a history that is in order by itself.
pub(super) struct Framed {
    /// Source and subject, as [`key_of`] gives them.
    pub(super) key: Vec<u8>,
    /// The series that the frame names, and that of its workspace, source and subject.
    pub(super) series: (Digest, Digest),
    pub(super) head: Head,
    /// The digest that stands there, if one does: lines that were cut off have none.
    pub(super) digest: Option<Digest>,
    /// The canonical members behind the entries, with the last brace.
    pub(super) tail: Vec<u8>,
    /// Offsets in the input of members that problems point to, by their names.
    places: Vec<(String, usize)>,
}

impl Framed {
    /// A problem at the top-level member `name`.
    pub(super) fn problem(&self, code: Code, name: &str) -> Problem {
        let offset = self.places.iter().find(|(place, _)| place == name).map_or(0, |(_, offset)| *offset);
        Problem { offset, ..Problem::new(code, format!("/{name}")) }
    }
}

/// Reads what stands around the entries of `input`. The report has offsets in `input`. Linear in the frame.
pub(super) fn read_frame(
    input: &[u8],
    frame: &Frame<'_>,
    work: &mut Work,
    host: &dyn Host,
) -> Result<Framed, Report> {
    match *frame {
        Frame::Neither => Err(refused(input, &DOCUMENT, |offset| offset, work, host)),
        Frame::Document { before, after } => {
            // One digit stands for the list.
            let text = [before, b"0", after].concat();
            let removed = read::offset_in(input, after).saturating_sub(read::offset_in(input, before));
            let removed = removed.saturating_sub(before.len() + 1);
            let from = read::offset_in(input, before);
            let place = |offset| from + offset + if offset > before.len() { removed } else { 0 };
            framed(&text, &HISTORY_FRAME, place, work, host)
        }
        Frame::Lines { head, foot } => {
            let from = read::offset_in(input, head);
            let mut found = framed(head, &HISTORY_HEAD, |offset| from + offset, work, host)?;
            let Some(foot) = foot else { return Ok(found) };
            let from = read::offset_in(input, foot);
            if !accepts(foot, Type::Object(&HISTORY_FOOT), work, host) {
                return Err(refused(foot, &HISTORY_FOOT, |offset| from + offset, work, host));
            }
            found.digest = read::member(&work.out, "digest").and_then(digest);
            found.places.push(("digest".into(), from));
            Ok(found)
        }
    }
}

/// Reads a frame from a text of its own, of which `place` says where each offset is in the input.
fn framed(
    text: &[u8],
    object: &'static Object,
    place: impl Fn(usize) -> usize,
    work: &mut Work,
    host: &dyn Host,
) -> Result<Framed, Report> {
    if !accepts(text, Type::Object(object), work, host) {
        return Err(refused(text, object, place, work, host));
    }
    let out = work.out.as_slice();
    let member = |name| read::member(out, name).unwrap_or_default();
    let parts = (
        key_of(member("source"), member("subject")),
        head(member("head")),
        digest(member("series")),
        read::text(member("workspace")),
    );
    let (Some(key), Some(head), Some(series), Some(workspace)) = parts else {
        return Err(refused(text, object, place, work, host));
    };
    let places = read::members(text.trim_ascii_start())
        .filter_map(|(name, _)| Some((read::text(name)?.into_owned(), place(read::offset_in(text, name)))));
    Ok(Framed {
        series: (series, series_of(&key, &workspace, host)),
        head,
        digest: digest(member("digest")),
        tail: tail(&key, head, series, &workspace),
        key,
        places: places.collect(),
    })
}

/// The canonical members of a history behind its entries.
pub(super) fn tail(key: &[u8], head: Head, series: Digest, workspace: &str) -> Vec<u8> {
    let mut tail = b"\"head\":".to_vec();
    head.write(&mut tail);
    tail.extend_from_slice(format!(",\"profile\":\"{HISTORY}\",\"series\":\"{series}\",").as_bytes());
    tail.extend_from_slice(key);
    write_workspace(workspace, &mut tail);
    tail
}

/// The report on a text that is not accepted, with offsets in the input.
fn refused(
    text: &[u8],
    object: &'static Object,
    place: impl Fn(usize) -> usize,
    work: &mut Work,
    host: &dyn Host,
) -> Report {
    let mut report = refusal(text, object, work, host);
    for problem in &mut report.problems {
        problem.offset = place(problem.offset);
    }
    report
}
