//! Makes a history of messages that come in any order (HIST-001).

use core::ops::Range;

use super::entry::{Entry, is_entry, read_entry, read_message};
use super::frame::tail;
use crate::digest::{Digest, Running};
use crate::envelope::is_message;
use crate::host::Host;
use crate::instrument::chain::Chain;
use crate::instrument::{Head, series_of};
use crate::pass::Work;
use crate::problem::{Code, Problem, Report};
use crate::profile::HISTORY;

/// The form of a history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// One JSON object.
    Document,
    /// A line for the frame, one for each entry, and one for the digest.
    Lines,
}

/// A history that was made.
pub(crate) struct Exported {
    pub(crate) digest: Digest,
    pub(crate) series: Digest,
    pub(crate) head: Head,
}

/// One revision that goes into a history.
struct Piece<'c> {
    entry: Entry,
    /// Which input it was.
    index: usize,
    canonical: &'c [u8],
}

/// Makes the history of a series of `inputs`: sealed messages, envelopes or entries, in any order, the same one perhaps
/// several times. Appends it to `out` in canonical form. Everything is verified on the way; the report of a refusal is on
/// one input, and its pointers begin with the index of it. Sorts, and is linear otherwise.
pub(crate) fn export(
    inputs: &[&[u8]],
    workspace: &str,
    form: Form,
    out: &mut Vec<u8>,
    work: &mut Work,
    host: &dyn Host,
) -> Result<Exported, Report> {
    let mut canonical = Vec::with_capacity(inputs.iter().map(|input| input.len() + ENTRY_BYTES).sum());
    let mut entries = Vec::with_capacity(inputs.len());
    for input in inputs {
        let read = if is_entry(input) && !is_message(input) { read_entry } else { read_message };
        let entry = read(input, work, host).map_err(|report| of_input(report, entries.len()))?;
        let start = canonical.len();
        entry.write(work, &mut canonical);
        entries.push((entry, start..canonical.len()));
    }
    let pieces = in_order(entries, &canonical);

    let mut chain = Chain::of(None);
    for piece in &pieces {
        let placed = |problem| of_input(Report::of(vec![problem], b""), piece.index);
        chain.add(&piece.entry).map_err(placed)?;
    }
    let (Some(head), Some(key)) = (chain.head, &chain.key) else {
        let problem = Problem::new(Code::TooShort, "").with("min", 1usize).with("unit", "envelope");
        return Err(Report::of(vec![problem], b""));
    };
    let series = series_of(key, workspace, host);
    let tail = tail(key, head, series, workspace);
    let digest = digest(&pieces, &tail);
    out.reserve(canonical.len() + pieces.len() + tail.len() + ENTRY_BYTES);
    match form {
        Form::Document => write_document(&pieces, &tail, digest, out),
        Form::Lines => write_lines(&pieces, &tail, digest, out),
    }
    Ok(Exported { digest, series, head })
}

/// The revisions in their order, each once.
fn in_order(entries: Vec<(Entry, Range<usize>)>, canonical: &[u8]) -> Vec<Piece<'_>> {
    let pieces = entries.into_iter().enumerate().map(|(index, (entry, span))| Piece {
        entry,
        index,
        canonical: canonical.get(span).unwrap_or_default(),
    });
    let mut pieces: Vec<Piece<'_>> = pieces.collect();
    // Of those that are the same revision, the longest says most: the one with a projection.
    pieces
        .sort_unstable_by_key(|piece| (piece.entry.number, usize::MAX - piece.canonical.len(), piece.index));
    pieces.dedup_by(|a, b| a.entry.number == b.entry.number && a.entry.digest() == b.entry.digest());
    pieces
}

/// The digest of the history, over everything else in it (HIST-005).
fn digest(pieces: &[Piece<'_>], tail: &[u8]) -> Digest {
    let mut running = Running::new(HISTORY);
    let mut lead: &[u8] = b"{\"entries\":[";
    for piece in pieces {
        running.add(lead);
        running.add(piece.canonical);
        lead = b",";
    }
    running.add(b"],");
    running.add(tail);
    running.end()
}

fn write_document(pieces: &[Piece<'_>], tail: &[u8], digest: Digest, out: &mut Vec<u8>) {
    write_digest(digest, out);
    out.extend_from_slice(b",\"entries\":");
    let mut lead = b'[';
    for piece in pieces {
        out.push(lead);
        out.extend_from_slice(piece.canonical);
        lead = b',';
    }
    out.extend_from_slice(b"],");
    out.extend_from_slice(tail);
}

fn write_lines(pieces: &[Piece<'_>], tail: &[u8], digest: Digest, out: &mut Vec<u8>) {
    out.push(b'{');
    out.extend_from_slice(tail);
    for piece in pieces {
        out.push(b'\n');
        out.extend_from_slice(piece.canonical);
    }
    out.push(b'\n');
    write_digest(digest, out);
    out.extend_from_slice(b"}\n");
}

/// Appends the member `digest`, with the brace before it.
fn write_digest(digest: Digest, out: &mut Vec<u8>) {
    out.extend_from_slice(b"{\"digest\":\"");
    digest.write(out);
    out.push(b'"');
}

/// More than an entry, or a digest, needs beside what it is made of.
const ENTRY_BYTES: usize = 256;

/// Points a report to the input that it is about.
fn of_input(mut report: Report, index: usize) -> Report {
    for problem in &mut report.problems {
        problem.at.insert_str(0, &format!("/{index}"));
    }
    report
}
