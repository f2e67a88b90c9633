//! What is sent to a service, and what a service says of what it holds and of whom (DEL).

#[cfg(feature = "compile")]
use super::Keep;
use super::envelope::{DIGEST, ENVELOPE, ID, PLAIN, choice, list, member, text};
use super::history::{GAP_REASON, HEAD, WORKSPACE};
use super::{Choice, Form, List, Member, Members, Object, Text, Type};
use crate::problem::Code;
use crate::profile as p;

/// A plain text, said by whoever sends it.
const BODY: Type =
    Type::Text(&Text { form: Form::Any, min: 1, max: p::MAX_FALLBACK, bytes: false, blank: true });

const SEND_MEMBERS: &[Member] = &[
    member!("body", BODY, false, "MSG-002", "The plain text; of an envelope, equal to its fallback."),
    member!("protocol", Type::Object(&ENVELOPE), false, "MSG-001", "The envelope."),
    member!("thread_id", ID, false, "DEL-004", "The id of the message that it answers."),
];

/// A send: a plain text, or an envelope (DEL-002).
pub static SEND: Object = Object {
    name: "Send",
    #[cfg(feature = "generate")]
    doc: "What is sent: a plain text, or an envelope with or without its text.",
    members: Members::of(SEND_MEMBERS),
    ..PLAIN
};

/// A send of which the members stay where they are when it is read; other members are for the caller to refuse.
#[cfg(feature = "compile")]
pub(crate) static SEND_IN_ANY_ORDER: Object =
    Object { name: "Send", kept: Keep::Message, members: Members::of(SEND_MEMBERS), open: true, ..PLAIN };

/// What a plain message is changed to (DEL-005).
pub static EDIT: Object = Object {
    name: "Edit",
    #[cfg(feature = "generate")]
    doc: "What a plain message is changed to.",
    members: Members::of(&[member!("body", BODY, true, "DEL-005", "The plain text.")]),
    ..PLAIN
};

/// Why a revision is removed (SER-004).
pub static REMOVAL: Object = Object {
    name: "Removal",
    #[cfg(feature = "generate")]
    doc: "Why a revision is removed.",
    members: Members::of(&[member!("reason", GAP_REASON, true, "SER-004", "Why.")]),
    ..PLAIN
};

/// What a send is decided against.
pub static SEND_OPTIONS: Object = Object {
    name: "SendOptions",
    #[cfg(feature = "generate")]
    doc: "What a send is decided against.",
    members: Members::of(&[
        member!("channel", ID, true, "DEL-002", "The channel that it was sent to."),
        member!("draft", Type::Boolean, false, "SER-003", "Whether it is a draft."),
        member!(
            "first",
            Type::Object(&FIRST),
            false,
            "DEL-001",
            "The message that has the dedupe key already."
        ),
        member!(
            "series",
            Type::Object(&SENT_SERIES),
            false,
            "SER-001",
            "What is there of the series; nothing, if it is absent."
        ),
        member!(
            "sources",
            list!(text!(Identifier, 1, p::MAX_SOURCE_SCOPE), 0, p::MAX_SOURCE_SCOPES),
            true,
            "DEL-003",
            "The sources that the sender may speak as: `kind/id`, or the beginning of one and `*`."
        ),
        member!(
            "thread",
            Type::Boolean,
            false,
            "DEL-004",
            "Whether `thread_id` is the id of a message of the channel that answers no other."
        ),
        member!("workspace", WORKSPACE, true, "INS-007", "The immutable id of the workspace."),
    ]),
    ..PLAIN
};

static FIRST: Object = Object {
    name: "FirstSend",
    #[cfg(feature = "generate")]
    doc: "The message that has a dedupe key.",
    members: Members::of(&[
        member!("channel", ID, true, "DEL-001", "Its channel."),
        member!("content", DIGEST, true, "DEL-001", "Digest of its envelope, or of the draft that it was."),
        member!("deleted", Type::Boolean, false, "DEL-001", "Whether it was deleted."),
        member!("readable", Type::Boolean, true, "DEL-001", "Whether the sender may read it."),
        member!("thread_id", ID, false, "DEL-001", "The message that it answers."),
    ]),
    ..PLAIN
};

static SENT_SERIES: Object = Object {
    name: "SentSeries",
    #[cfg(feature = "generate")]
    doc: "What is there of the series of a send.",
    members: Members::of(&[
        member!("channel", ID, true, "SER-002", "The channel of its revision 1."),
        member!(
            "gaps",
            list!(DIGEST, 0, p::MAX_ENTRIES),
            false,
            "SER-004",
            "Those of `known` that are gaps."
        ),
        member!("head", Type::Object(&HEAD), true, "SER-001", "Its last revision, be it a gap."),
        member!(
            "known",
            list!(DIGEST, 0, p::MAX_ENTRIES),
            true,
            "SER-001",
            "Digests of its revisions and gaps: at least the revision's own and its predecessor's, if they are there."
        ),
        member!("readable", Type::Boolean, true, "SER-002", "Whether the sender may read its channel."),
    ]),
    ..PLAIN
};

/// What a change to a message is decided against.
pub static CHANGE_OPTIONS: Object = Object {
    name: "ChangeOptions",
    #[cfg(feature = "generate")]
    doc: "What a change to a message is decided against.",
    members: Members::of(&[
        member!(
            "change",
            choice!("Change", ["delete", "edit", "remove"]),
            true,
            "DEL-005",
            "Whether its author deletes or edits it, or an administrator removes a revision."
        ),
        member!("indexed", Type::Boolean, true, "DEL-005", "Whether it is a revision of a series."),
        member!("typed", Type::Boolean, true, "DEL-005", "Whether it has an envelope."),
    ]),
    ..PLAIN
};

/// Which channels are asked about, and by whom.
pub static CHANNEL_OPTIONS: Object = Object {
    name: "ChannelOptions",
    #[cfg(feature = "generate")]
    doc: "Which channels are asked about, and by whom.",
    members: Members::of(&[
        member!("administrator", Type::Boolean, true, "DEL-006", "Whether the caller runs the workspace."),
        member!(
            "channels",
            list!(Type::Object(&SEAT), 0, p::MAX_CHANNELS),
            true,
            "DEL-006",
            "The channels, which are there."
        ),
        member!(
            "scopes",
            list!(ID, 0, p::MAX_SOURCE_SCOPES),
            true,
            "DEL-006",
            "The channels that the credential names: ids, or `*`."
        ),
    ]),
    ..PLAIN
};

static SEAT: Object = Object {
    name: "Seat",
    #[cfg(feature = "generate")]
    doc: "A channel, as an account has to do with it.",
    members: Members::of(&[
        member!("id", ID, true, "DEL-006", "Its id."),
        member!("member", Type::Boolean, true, "DEL-006", "Whether the account is a member of it."),
    ]),
    ..PLAIN
};

/// What a new credential shall say.
pub static CREDENTIAL_OPTIONS: Object = Object {
    name: "CredentialOptions",
    #[cfg(feature = "generate")]
    doc: "What a new credential shall say.",
    members: Members::of(&[
        member!("account", ID, true, "DEL-007", "Whose it is."),
        member!(
            "sources",
            list!(text!(Identifier, 1, p::MAX_SOURCE_SCOPE), 0, p::MAX_SOURCE_SCOPES),
            true,
            "DEL-007",
            "The sources that it shall speak as."
        ),
    ]),
    ..PLAIN
};
