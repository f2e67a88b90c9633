//! Takes a history apart, in either form, without checking what stands in the parts (HIST-001).
//!
//! Each entry can then be read alone, so that one that is broken does not hide which one it is.

use super::entry::is_entry;
use crate::canonical::read;

/// A history, taken apart. Every part is a slice of the input.
pub(super) struct Parts<'i> {
    /// All that stands beside the entries.
    pub(super) frame: Frame<'i>,
    /// The entries, in order.
    pub(super) entries: Vec<&'i [u8]>,
    /// Where they end without an end of the list.
    pub(super) broken: Option<Broken<'i>>,
}

/// What stands where a list of entries breaks off.
pub(super) enum Broken<'i> {
    /// An entry that has no end, and all behind it.
    Entry(&'i [u8]),
    /// Something that is neither a comma nor the end of the list.
    List(&'i [u8]),
}

/// What stands around the entries.
pub(super) enum Frame<'i> {
    /// One document: what is before the list of entries, and what is behind it.
    Document { before: &'i [u8], after: &'i [u8] },
    /// Lines: the first, and the last if that is no entry.
    Lines { head: &'i [u8], foot: Option<&'i [u8]> },
    /// An input without entries.
    Neither,
}

/// Takes `input` apart. It is in lines if its first line is complete and others follow. Linear.
pub(super) fn parts(input: &[u8]) -> Parts<'_> {
    let whole = input.trim_ascii();
    let first = whole.split(|&byte| byte == b'\n').next().unwrap_or_default();
    if first.len() < whole.len() && read::is_complete(first.trim_ascii()) {
        lines(whole)
    } else {
        document(whole)
    }
}

fn lines(whole: &[u8]) -> Parts<'_> {
    let mut entries: Vec<&[u8]> = whole.split(|&byte| byte == b'\n').collect();
    let head = entries.remove(0);
    let foot = entries.pop_if(|last| !is_entry(last));
    Parts { frame: Frame::Lines { head, foot }, entries, broken: None }
}

fn document(whole: &[u8]) -> Parts<'_> {
    let named = read::members(whole).find(|(key, _)| read::is_named(key, "entries"));
    let Some((_, value)) = named.filter(|(_, value)| value.first() == Some(&b'[')) else {
        return Parts { frame: Frame::Neither, entries: Vec::new(), broken: None };
    };
    // The end of the list is where its entries end, whatever the brackets inside of them say.
    let (before, list) = whole.split_at_checked(read::offset_in(whole, value)).unwrap_or_default();
    let mut entries = Vec::new();
    let mut rest = list.get(1..).unwrap_or_default();
    let mut lead: &[u8] = b"";
    for entry in read::items(list) {
        let start = read::offset_in(rest, entry);
        if rest.get(..start).map(<[u8]>::trim_ascii) != Some(lead) {
            break;
        }
        entries.push(entry);
        rest = rest.get(start + entry.len()..).unwrap_or_default();
        lead = b",";
    }
    let rest = rest.trim_ascii_start();
    match rest.strip_prefix(b"]") {
        Some(after) => Parts { frame: Frame::Document { before, after }, entries, broken: None },
        None => {
            let broken = match rest.strip_prefix(lead) {
                Some(entry) => Broken::Entry(entry.trim_ascii_start()),
                None => Broken::List(rest),
            };
            Parts { frame: Frame::Document { before, after: b"" }, entries, broken: Some(broken) }
        }
    }
}
