//! Attention: why a person must act, since when and until when, and whether that person is the viewer (INS-004).

use super::context::{Context, text};
use crate::canonical::read;
use crate::time::{self, Instant};

/// The attention that a head asks for.
#[derive(Debug)]
pub(crate) struct Attention {
    /// As the wire has it, in canonical form.
    pub(crate) wire: Box<[u8]>,
    /// Since when, included.
    pub(crate) since: Instant,
    /// Until when, not included.
    pub(crate) until: Option<Instant>,
    /// `None` is everyone who can see the head.
    audience: Option<Box<[Party]>>,
}

#[derive(Debug)]
enum Party {
    User(String),
    Role(String),
}

/// By what the attention applies to a viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Applies {
    /// It names nobody.
    Everyone,
    /// It names the viewer.
    User,
    /// It names a role of the viewer.
    Role,
}

impl Attention {
    /// Reads canonical bytes of an attention that the pass accepted.
    pub(crate) fn of(wire: &[u8]) -> Option<Self> {
        let instant = |name| time::parse(read::plain_text(read::member(wire, name)?)?);
        let party = |entry| {
            let id = text(entry, "id")?;
            let is_user = read::member(entry, "kind") == Some(b"\"user\"");
            Some(if is_user { Party::User(id) } else { Party::Role(id) })
        };
        Some(Attention {
            since: instant("since")?,
            until: instant("until"),
            audience: read::member(wire, "audience")
                .map(|list| read::items(list).filter_map(party).collect()),
            wire: wire.into(),
        })
    }

    /// By what it applies to the viewer; `None` if it is for others. Naming the person counts before naming a role.
    pub(crate) fn applies(&self, context: &Context) -> Option<Applies> {
        let Some(audience) = &self.audience else { return Some(Applies::Everyone) };
        let is_user = |party: &Party| matches!(party, Party::User(id) if *id == context.viewer);
        let is_role = |party: &Party| matches!(party, Party::Role(id) if context.has_role(id));
        if audience.iter().any(is_user) {
            return Some(Applies::User);
        }
        audience.iter().any(is_role).then_some(Applies::Role)
    }
}

impl Applies {
    /// The name in an answer.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Applies::Everyone => "everyone",
            Applies::User => "user",
            Applies::Role => "role",
        }
    }
}
