//! What a rule over several members sees when an object closes: the canonical bytes of each member that is right.

use super::frame::Segment;
use crate::canonical::read;
use crate::problem::{Code, Param};
use crate::schema::Object;

/// A broken rule, at a member of the object.
pub(crate) struct Fault {
    pub(crate) code: Code,
    pub(crate) member: &'static str,
    pub(crate) params: Vec<(&'static str, Param)>,
}

impl Fault {
    pub(crate) fn new(code: Code, member: &'static str) -> Self {
        Fault { code, member, params: Vec::new() }
    }

    pub(crate) fn with(mut self, name: &'static str, value: impl Into<Param>) -> Self {
        self.params.push((name, value.into()));
        self
    }
}

/// A closed object whose members have all been read.
pub(crate) struct View<'v> {
    pub(super) object: &'static Object,
    pub(super) segments: &'v [Segment],
    pub(super) out: &'v [u8],
    pub(super) problems: u32,
}

impl<'v> View<'v> {
    /// Whether the member stands in the input, right or wrong.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.segment(name).is_some()
    }

    /// Canonical bytes of the member, if it is there and has no problem of its own.
    pub(crate) fn value(&self, name: &str) -> Option<&'v [u8]> {
        let (segment, next) = self.segment(name)?;
        let problems = next.map_or(self.problems, |next| next.problems);
        if problems == segment.problems { self.raw(name) } else { None }
    }

    /// What was written for the member, right or wrong.
    pub(crate) fn raw(&self, name: &str) -> Option<&'v [u8]> {
        let (segment, next) = self.segment(name)?;
        let end = next.map_or(self.out.len(), |next| (next.start as usize).saturating_sub(1));
        self.out.get(segment.key_end as usize + 1..end)
    }

    /// The member's segment and the one behind it.
    fn segment(&self, name: &str) -> Option<(&'v Segment, Option<&'v Segment>)> {
        let members = &self.object.members;
        let named = |segment: &Segment| segment.member.and_then(|index| members.get(usize::from(index)));
        let place = self
            .segments
            .iter()
            .position(|segment| named(segment).is_some_and(|member| member.name == name))?;
        Some((self.segments.get(place)?, self.segments.get(place + 1)))
    }

    /// The member as a string that holds no escapes, such as a value of a closed set.
    pub(crate) fn word(&self, name: &str) -> Option<&'v str> {
        read::plain_text(self.value(name)?)
    }

    /// The member as an integer.
    pub(crate) fn integer(&self, name: &str) -> Option<i64> {
        read::integer(self.value(name)?)
    }
}
