//! What a caller sends to Pigeon (PIG).

use crate::problem::Code;
use crate::profile as p;
use crate::schema::envelope::{ID, PLAIN, choice, list, member, text};
use crate::schema::{Choice, Form, List, Member, Members, Object, Text, Type};

/// A text of which the length is looked at when it is trimmed.
pub(super) const TEXT: Type = text!(Any, 0, usize::MAX);
const NAME: Type =
    Type::Text(&Text { form: Form::Short, min: 1, max: p::MAX_DISPLAY_NAME, bytes: false, blank: true });
const KIND: Type =
    choice!("PigeonMessageKind", ["chat_message", "task_request", "task_response", "status_update"]);
pub(super) const SIDE: Type = choice!("PigeonSide", ["human", "agent"]);
pub(super) const ACCESS: Type = choice!("PigeonAccess", ["read", "post"]);
const URL: Type = text!(Url, 0, usize::MAX);
const SECRET: Type = text!(Identifier, 1, p::MAX_ID);
const PARTS: Type = list!(Type::Any, 1, p::MAX_PARTS);

/// What makes a thread (PIG-004).
pub static NEW_THREAD: Object = Object {
    name: "NewThread",
    #[cfg(feature = "generate")]
    doc: "What makes a thread.",
    members: Members::of(&[
        member!(
            "client_thread_id",
            ID,
            false,
            "PIG-003",
            "Chosen by the client; the same again is the same thread."
        ),
        member!("contact_id", ID, true, "PIG-004", "The contact that it is with."),
        member!(
            "topic",
            TEXT,
            false,
            "PIG-002",
            "What it is about: cut, and `New chat` where nothing is left."
        ),
    ]),
    ..PLAIN
};

/// What is posted in a thread (PIG-005).
pub static NEW_MESSAGE: Object = Object {
    name: "NewPigeonMessage",
    #[cfg(feature = "generate")]
    doc: "What is posted in a thread.",
    members: Members::of(&[
        member!("body", TEXT, false, "PIG-005", "Its text; of an envelope, that of the envelope."),
        member!(
            "client_message_id",
            ID,
            false,
            "PIG-003",
            "Chosen by the client; the same again is the same message."
        ),
        member!("kind", KIND, false, "PIG-005", "What kind of message it is; absent is `chat_message`."),
        member!("parts", PARTS, false, "PIG-005", "What goes with the text."),
        member!("protocol", Type::Any, false, "PIG-005", "An envelope."),
    ]),
    ..PLAIN
};

/// What is posted to a room (PIG-012).
pub static NEW_POST: Object = Object {
    name: "NewRoomPost",
    #[cfg(feature = "generate")]
    doc: "What is posted to a room.",
    members: Members::of(&[
        member!("body", TEXT, false, "PIG-005", "Its text; of an envelope, that of the envelope."),
        member!(
            "client_message_id",
            ID,
            false,
            "PIG-003",
            "Chosen by the client; the same again is the same post."
        ),
        member!("kind", KIND, false, "PIG-005", "What kind of message it is; absent is `chat_message`."),
        member!("parts", PARTS, false, "PIG-005", "What goes with the text."),
        member!("protocol", Type::Any, false, "PIG-005", "An envelope."),
        member!(
            "visible_to",
            list!(ID, 1, p::MAX_PARTICIPANTS),
            false,
            "PIG-012",
            "Who gets a copy, beside its sender; absent is everyone who has joined."
        ),
    ]),
    ..PLAIN
};

/// What an agent replies to a delivery (PIG-008).
pub static NEW_REPLY: Object = Object {
    name: "NewReply",
    #[cfg(feature = "generate")]
    doc: "What an agent replies to a delivery.",
    members: Members::of(&[
        member!("body", TEXT, false, "PIG-005", "Its text; of an envelope, that of the envelope."),
        member!(
            "client_message_id",
            ID,
            false,
            "PIG-003",
            "Chosen by the agent; the same again is the same reply."
        ),
        member!("parts", PARTS, false, "PIG-005", "What goes with the text."),
        member!("protocol", Type::Any, false, "PIG-005", "An envelope."),
        member!(
            "references",
            list!(Type::Object(&REFERENCE), 1, p::MAX_REFERENCES),
            false,
            "PIG-008",
            "Files that it refers to; nobody opens them."
        ),
    ]),
    ..PLAIN
};

static REFERENCE: Object = Object {
    name: "FileReference",
    #[cfg(feature = "generate")]
    doc: "A file that a reply refers to.",
    members: Members::of(&[
        member!("filename", text!(Short, 1, p::MAX_LABEL), false, "PIG-008", "Its name."),
        member!("mime_type", text!(MediaType, 1, p::MAX_MEDIA_TYPE), false, "PIG-008", "Its media type."),
        member!("size_bytes", Type::Integer(&(0..=p::MAX_INTEGER)), false, "PIG-008", "Its size."),
        member!("url", URL, true, "PIG-008", "Where it is."),
    ]),
    ..PLAIN
};

/// What makes a room (PIG-011).
pub static NEW_ROOM: Object = Object {
    name: "NewRoom",
    #[cfg(feature = "generate")]
    doc: "What makes a room.",
    members: Members::of(&[
        member!(
            "participants",
            list!(Type::Object(&PARTICIPANT), 1, p::MAX_PARTICIPANTS),
            true,
            "PIG-011",
            "Its roster, with the caller and at least one agent."
        ),
        member!(
            "topic",
            TEXT,
            false,
            "PIG-002",
            "What it is about: cut, and `New chat` where nothing is left."
        ),
    ]),
    ..PLAIN
};

static PARTICIPANT: Object = Object {
    name: "Participant",
    #[cfg(feature = "generate")]
    doc: "Somebody on the roster of a room.",
    members: Members::of(&[
        member!("display_name", NAME, true, "PIG-011", "What the others see."),
        member!("kind", SIDE, true, "PIG-011", "Whether it is a person or an agent."),
        member!("uid", ID, true, "PIG-011", "The account of a person, or the id of an agent."),
    ]),
    ..PLAIN
};

/// What registers an agent (PIG-006).
pub static NEW_AGENT: Object = Object {
    name: "NewAgent",
    #[cfg(feature = "generate")]
    doc: "What registers an agent.",
    members: Members::of(&[
        member!("display_name", NAME, true, "PIG-006", "Its name."),
        member!("price", Type::Object(&PRICE), false, "PIG-006", "What it costs; absent is nothing."),
        member!("secret", SECRET, false, "PIG-007", "What its notices are signed with."),
        member!("webhook_url", TEXT, false, "PIG-006", "Where its notices go: `https://` only."),
    ]),
    ..PLAIN
};

/// What an agent costs (PIG-006).
pub static PRICE: Object = Object {
    name: "Price",
    #[cfg(feature = "generate")]
    doc: "What an agent costs.",
    members: Members::of(&[
        member!(
            "amount",
            Type::Integer(&(1..=p::MAX_INTEGER)),
            true,
            "PIG-006",
            "In the smallest unit of the currency."
        ),
        member!("currency", text!(Identifier, 3, 3), true, "PIG-006", "Three letters, as in ISO 4217."),
    ]),
    ..PLAIN
};

/// What is to change of an agent (PIG-006).
pub static AGENT_CHANGE: Object = Object {
    name: "AgentChange",
    #[cfg(feature = "generate")]
    doc: "What is to change of an agent; null takes a price, a secret or an address away.",
    members: Members::of(&[
        member!("display_name", NAME, false, "PIG-006", "Its name."),
        member!("listed", Type::Boolean, false, "PIG-006", "Whether everybody finds it."),
        member!("price", Type::Any, false, "PIG-006", "A `Price`, or null."),
        member!("secret", Type::Any, false, "PIG-007", "What its notices are signed with, or null."),
        member!("webhook_url", Type::Any, false, "PIG-006", "Where its notices go, or null."),
    ]),
    ..PLAIN
};

/// What gives an app a part of one thread (PIG-013).
pub static NEW_GRANT: Object = Object {
    name: "NewGrant",
    #[cfg(feature = "generate")]
    doc: "What gives an app a part of one thread.",
    members: Members::of(&[
        member!("access", ACCESS, true, "PIG-013", "Whether it reads, or also posts."),
        member!("app", ID, true, "PIG-013", "The machine identity of the app."),
    ]),
    ..PLAIN
};
