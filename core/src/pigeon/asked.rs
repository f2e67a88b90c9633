//! What is asked: the body that a caller sent, and what the service says of what it holds.

use super::Refusal;
use crate::canonical::read;
use crate::host::Host;
use crate::problem::Report;
use crate::time::{self, Instant};

/// A question with what it is decided against.
pub(super) struct Asked<'a> {
    pub(super) body: Result<Vec<u8>, Report>,
    pub(super) options: &'a [u8],
    pub(super) host: &'a dyn Host,
}

impl Asked<'_> {
    /// The canonical bytes of the body.
    pub(super) fn body(&self) -> Result<&[u8], Refusal> {
        self.body.as_deref().map_err(|report| Refusal::Body(report.clone()))
    }

    /// A member of the options, if it is there.
    pub(super) fn option(&self, name: &str) -> Option<&[u8]> {
        read::member(self.options, name)
    }

    /// Whether a member of the options is `true`.
    pub(super) fn flag(&self, name: &str) -> bool {
        read::is_true(self.options, name)
    }

    /// A text of the options that must be there.
    pub(super) fn text(&self, name: &str) -> Result<String, Refusal> {
        read::text_of(self.options, name).ok_or(Refusal::Misuse)
    }

    /// The time.
    pub(super) fn now(&self) -> Result<Instant, Refusal> {
        instant(self.options, "now")
    }
}

/// A timestamp that must be there.
pub(super) fn instant(object: &[u8], name: &str) -> Result<Instant, Refusal> {
    read::text_of(object, name).and_then(|text| time::parse(&text)).ok_or(Refusal::Misuse)
}

/// A text that must be there.
pub(super) fn text(object: &[u8], name: &str) -> Result<String, Refusal> {
    read::text_of(object, name).ok_or(Refusal::Misuse)
}

/// Whether the member `name` of an object is this text.
pub(super) fn is(object: &[u8], name: &str, text: &str) -> bool {
    read::member(object, name).and_then(read::text).is_some_and(|value| value == text)
}
