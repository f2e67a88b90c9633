//! The options of the operations that decide about a series, as values.

use crate::canonical::read;
use crate::digest::Digest;
use crate::host::Host;
use crate::instrument::{Head, digest, head};
use crate::pass::{Work, accepts};
use crate::schema::{REVISION_OPTIONS, Type};

/// What a caller says of a series, and of the send that is to be decided.
pub(super) struct SeriesState {
    pub(super) workspace: String,
    /// The channel that the revision was sent to.
    pub(super) channel: Option<String>,
    /// The channel that the series lives in.
    pub(super) home: Option<String>,
    /// The series that the revision must belong to.
    pub(super) id: Option<Digest>,
    pub(super) head: Option<Head>,
    known: Vec<Digest>,
}

impl SeriesState {
    /// Reads the JSON of a `RevisionOptions`; `None` for anything else.
    pub(super) fn of(options: Option<&str>, work: &mut Work, host: &dyn Host) -> Option<Self> {
        if !accepts(options?.as_bytes(), Type::Object(&REVISION_OPTIONS), work, host) {
            return None;
        }
        let member = |name| read::member(&work.out, name);
        let series = member("series").unwrap_or_default();
        let text = |value: &[u8]| read::text(value).map(|text| text.into_owned());
        let known = read::items(read::member(series, "known").unwrap_or_default());
        Some(SeriesState {
            workspace: member("workspace").and_then(text)?,
            channel: member("channel").and_then(text),
            home: read::member(series, "channel").and_then(text),
            id: read::member(series, "id").and_then(digest),
            head: read::member(series, "head").and_then(head),
            known: known.filter_map(digest).collect(),
        })
    }

    /// Whether a digest is that of a revision or a gap of the series, as far as the caller said. Linear in what was
    /// said.
    pub(super) fn knows(&self, digest: Digest) -> bool {
        self.known.contains(&digest)
    }

    /// Whether the revision was sent to another channel than that of its series (SER-002).
    pub(super) fn is_elsewhere(&self) -> bool {
        matches!((&self.channel, &self.home), (Some(channel), Some(home)) if channel != home)
    }
}
