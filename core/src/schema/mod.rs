//! What the wire looks like, as data: members, types, limits, values and rule ids, each stated once. The pass reads
//! these tables; the JSON Schema, the TypeScript types and the tables of SPEC.md are written from them.

#[cfg(feature = "generate")]
mod answers;
mod context;
mod delivery;
mod envelope;
#[cfg(feature = "generate")]
pub mod generate;
mod history;
mod key;
mod tree;

pub use context::{ACTIONS_QUERY, CLASSIFY_QUERY, CONTEXT, INVOKE_QUERY, PAGE_QUERY};
#[cfg(feature = "compile")]
pub(crate) use delivery::SEND_IN_ANY_ORDER;
pub use delivery::{CHANGE_OPTIONS, CHANNEL_OPTIONS, CREDENTIAL_OPTIONS, EDIT, REMOVAL, SEND, SEND_OPTIONS};
pub use envelope::{ENVELOPE, LAYOUTS, MESSAGE, PROJECTION, TERMINAL_STATES};
pub(crate) use history::{ENTRY_IN_ANY_ORDER, HISTORY_FRAME};
pub use history::{EXPORT_OPTIONS, HISTORY, HISTORY_ENTRY, HISTORY_FOOT, HISTORY_HEAD, REVISION_OPTIONS};
pub use key::Key;
use key::Words;
pub use tree::{NODE, NODE_TYPES, NodeRule, NodeType, member_bit};

use core::ops::{Deref, RangeInclusive};

use crate::envelope::rules::Rule;
use crate::problem::Code;

/// What a value may be.
#[derive(Clone, Copy, Debug)]
pub enum Type {
    /// Any I-JSON value.
    Any,
    /// An open map of tokens to strings, booleans and numbers.
    Arguments,
    /// `true` or `false`.
    Boolean,
    /// One of a closed set of strings.
    Choice(&'static Choice),
    /// The nodes that a parent node holds.
    Children,
    /// An integer between two bounds, both included.
    Integer(&'static RangeInclusive<i64>),
    /// A list of one type.
    List(&'static List),
    /// A closed object.
    Object(&'static Object),
    /// A string, boolean or number: the value of an argument.
    Scalar,
    /// A string that follows a text rule.
    Text(&'static Text),
    /// The root node of a PubMark tree.
    Tree,
}

/// A closed set of strings.
#[derive(Debug)]
pub struct Choice {
    /// Name of the set in the generated types.
    pub name: &'static str,
    /// The values, in the order of the specification.
    pub values: &'static [&'static str],
    /// What a value outside the set is.
    pub code: Code,
}

/// A list of values of one type.
#[derive(Debug)]
pub struct List {
    /// What each item is.
    pub items: Type,
    /// Fewest items.
    pub min: usize,
    /// Most items.
    pub max: usize,
}

/// Which characters a text may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Any text without U+0000.
    Any,
    /// A fallback or a PubMark source: TAB, LF and CR LF, no other control.
    Block,
    /// `sha256:` and 64 lower-case hex digits.
    Digest,
    /// Dotted name of a capability.
    Dotted,
    /// No White_Space, no control, no format character.
    Identifier,
    /// BCP 47 language tag.
    Lang,
    /// RFC 6838 media type.
    MediaType,
    /// Human text on one line: no controls, none of the nine bidirectional controls.
    Short,
    /// `[a-z][a-z0-9_-]{0,63}`.
    Token,
    /// Text in a tree: TAB and LF, no other control.
    Tree,
    /// RFC 3339 in its strict form.
    Timestamp,
    /// The strict form of a URL.
    Url,
}

/// A text rule: a form and a length.
#[derive(Debug)]
pub struct Text {
    /// Which characters.
    pub form: Form,
    /// Fewest Unicode scalar values.
    pub min: usize,
    /// Most Unicode scalar values, or bytes where `bytes` is set.
    pub max: usize,
    /// Whether the length counts bytes.
    pub bytes: bool,
    /// Whether white space alone is refused.
    pub blank: bool,
}

/// One member of a closed object.
#[derive(Debug)]
pub struct Member {
    /// Its name on the wire.
    pub name: &'static str,
    /// The name as it stands before the value.
    pub key: Key,
    /// What its value may be.
    pub ty: Type,
    /// Whether it must be there.
    pub required: bool,
    /// The rule that says so.
    pub rule: &'static str,
    /// What it means, for the generated documents.
    #[cfg(feature = "generate")]
    pub doc: &'static str,
}

/// A closed object: its members in canonical order, which is the order of their UTF-16 code units.
#[derive(Debug)]
pub struct Object {
    /// Name in the generated types.
    pub name: &'static str,
    /// What it is, for the generated documents.
    #[cfg(feature = "generate")]
    pub doc: &'static str,
    /// Members in canonical order, at most 32.
    pub members: Members,
    /// Names that have a code of their own when they appear.
    pub refused: &'static [(&'static str, Code)],
    /// The code of a missing member, where it is not the general one.
    pub missing: Code,
    /// The rule over several members, checked when the object closes.
    pub rule: Rule,
    /// The member that is the digest of all others: taken out of the canonical bytes.
    pub seal: Option<&'static str>,
    /// Whether other members are passed over instead of refused.
    pub open: bool,
    /// Whether a pass remembers where it stood.
    pub kept: Keep,
}

/// What a pass keeps of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// Its place, as that of the envelope.
    Envelope,
    /// Its place, as that of the message.
    Message,
    /// Nothing beyond its canonical bytes.
    Nothing,
    /// Its place, as that of the projection.
    Projection,
}

impl Object {
    /// Index of the member `name`.
    pub fn index(&self, name: &str) -> Option<usize> {
        self.members.iter().position(|member| member.name == name)
    }

    /// The member whose key begins the input that gave `here`, searched from the place `next` on.
    #[inline]
    pub(crate) fn find(&'static self, here: &Words, next: usize) -> Option<(usize, &'static Member)> {
        let (before, from) = self.members.split_at_checked(next)?;
        let found = from.iter().position(|member| member.key.begins(here)).map(|place| place + next);
        let index = found.or_else(|| before.iter().position(|member| member.key.begins(here)))?;
        Some((index, self.members.get(index)?))
    }
}

/// The members of a closed object.
#[derive(Debug)]
pub struct Members {
    list: &'static [Member],
    required: u32,
}

impl Members {
    /// The members of `list`.
    pub(crate) const fn of(list: &'static [Member]) -> Self {
        let mut required = 0;
        let mut bit = 1;
        let mut rest = list;
        while let [member, tail @ ..] = rest {
            if member.required {
                required |= bit;
            }
            bit <<= 1;
            rest = tail;
        }
        Members { list, required }
    }

    /// Bits of those that must be there.
    pub(crate) fn required(&self) -> u32 {
        self.required
    }
}

impl Deref for Members {
    type Target = [Member];

    fn deref(&self) -> &[Member] {
        self.list
    }
}

impl Type {
    /// What a person calls a value of this type, with its article.
    pub(crate) const fn noun(self) -> &'static str {
        match self {
            Type::Any => "a value",
            Type::Arguments | Type::Object(_) => "an object",
            Type::Boolean => "a boolean",
            Type::Children | Type::List(_) => "a list",
            Type::Choice(_) | Type::Text(_) => "a string",
            Type::Integer(..) => "an integer",
            Type::Scalar => "a string, a boolean or a number",
            Type::Tree => "a node",
        }
    }
}

impl Form {
    /// What a person calls a text of this form, with its article.
    pub(crate) const fn noun(self) -> &'static str {
        match self {
            Form::Digest => "a digest",
            Form::Dotted => "a dotted name such as `chirp.review.approve`",
            Form::Identifier => {
                "an identifier, which holds no white space and no control or format characters"
            }
            Form::Lang => "a BCP 47 language tag such as `en` or `pt-BR`",
            Form::MediaType => "a media type such as `text/plain`",
            Form::Timestamp => "a timestamp such as `2026-11-05T20:42:41Z`",
            Form::Token => "a token: a lower-case letter, then lower-case letters, digits, `_` or `-`",
            Form::Url => "a URL",
            Form::Any | Form::Block | Form::Short | Form::Tree => "a text",
        }
    }
}
