//! What a service says of a send: where it goes, what its sender may do, and what is there already.

use crate::canonical::read;
use crate::digest::Digest;
use crate::host::Host;
use crate::instrument::{Head, digest, head};
use crate::pass::{Work, accepts};
use crate::schema::{SEND_OPTIONS, Type};

/// What a send is decided against.
pub(crate) struct SendOptions {
    pub(crate) workspace: String,
    pub(super) channel: String,
    pub(crate) is_draft: bool,
    pub(super) sources: Vec<String>,
    /// Whether the thread that it names is there.
    pub(super) has_thread: bool,
    pub(super) first: Option<First>,
    pub(super) series: Option<Series>,
}

/// The message that has the dedupe key already.
pub(super) struct First {
    pub(super) channel: String,
    pub(super) thread_id: Option<String>,
    pub(super) content: Digest,
    pub(super) is_deleted: bool,
    pub(super) is_readable: bool,
}

/// What is there of the series.
pub(super) struct Series {
    pub(super) channel: String,
    pub(super) head: Head,
    pub(super) known: Vec<Digest>,
    pub(super) gaps: Vec<Digest>,
    pub(super) is_readable: bool,
}

impl SendOptions {
    /// Reads the JSON of a `SendOptions`; `None` for anything else.
    pub(crate) fn of(options: Option<&str>, work: &mut Work, host: &dyn Host) -> Option<Self> {
        if !accepts(options?.as_bytes(), Type::Object(&SEND_OPTIONS), work, host) {
            return None;
        }
        let whole = work.out.as_slice();
        Some(SendOptions {
            workspace: text(whole, "workspace")?,
            channel: text(whole, "channel")?,
            is_draft: is_true(whole, "draft"),
            sources: items(whole, "sources").filter_map(owned).collect(),
            has_thread: is_true(whole, "thread"),
            first: read::member(whole, "first").and_then(First::of),
            series: read::member(whole, "series").and_then(Series::of),
        })
    }
}

impl First {
    fn of(value: &[u8]) -> Option<Self> {
        Some(First {
            channel: text(value, "channel")?,
            thread_id: text(value, "thread_id"),
            content: read::member(value, "content").and_then(digest)?,
            is_deleted: is_true(value, "deleted"),
            is_readable: is_true(value, "readable"),
        })
    }
}

impl Series {
    fn of(value: &[u8]) -> Option<Self> {
        Some(Series {
            channel: text(value, "channel")?,
            head: read::member(value, "head").and_then(head)?,
            known: items(value, "known").filter_map(digest).collect(),
            gaps: items(value, "gaps").filter_map(digest).collect(),
            is_readable: is_true(value, "readable"),
        })
    }
}

pub(super) fn items<'v>(object: &'v [u8], name: &str) -> impl Iterator<Item = &'v [u8]> {
    read::items(read::member(object, name).unwrap_or_default())
}

pub(super) fn text(object: &[u8], name: &str) -> Option<String> {
    read::member(object, name).and_then(owned)
}

fn owned(value: &[u8]) -> Option<String> {
    read::text(value).map(|text| text.into_owned())
}

pub(super) fn is_true(object: &[u8], name: &str) -> bool {
    read::member(object, name) == Some(b"true")
}
