//! What a caller sends to Pigeon, and what its service says of what it holds and of whom (PIG).

use super::envelope::{DIGEST, ID, PLAIN, TIMESTAMP, choice, list, member, text};
use super::{Choice, Form, List, Member, Members, Object, Text, Type};
use crate::problem::Code;
use crate::profile as p;

/// A text of which the length is looked at when it is trimmed.
const TEXT: Type = text!(Any, 0, usize::MAX);
const NAME: Type =
    Type::Text(&Text { form: Form::Short, min: 1, max: p::MAX_DISPLAY_NAME, bytes: false, blank: true });
const KIND: Type =
    choice!("PigeonMessageKind", ["chat_message", "task_request", "task_response", "status_update"]);
const SIDE: Type = choice!("PigeonSide", ["human", "agent"]);
const ACCESS: Type = choice!("PigeonAccess", ["read", "post"]);
const ADMISSION_STATE: Type = choice!("PigeonAdmissionState", ["pending", "approved", "declined", "expired"]);
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

static CALLER: Object = Object {
    name: "PigeonCaller",
    #[cfg(feature = "generate")]
    doc: "Who asks.",
    members: Members::of(&[
        member!("account", ID, true, "PIG-001", "The account that it belongs to, or acts for."),
        member!(
            "grant",
            ACCESS,
            false,
            "PIG-013",
            "Of an app: what this account gave it of the thread asked about."
        ),
        member!(
            "kind",
            choice!("PigeonCallerKind", ["person", "token", "app", "agent"]),
            true,
            "PIG-001",
            "A person signed in, another credential of the account, an app acting for it, or an agent."
        ),
        member!(
            "uid",
            ID,
            true,
            "PIG-001",
            "The account; of an agent its id, or that of its token before it has one."
        ),
    ]),
    ..PLAIN
};

static THREAD: Object = Object {
    name: "PigeonThread",
    #[cfg(feature = "generate")]
    doc: "A thread that is there.",
    members: Members::of(&[
        member!("archived", Type::Boolean, true, "PIG-004", "Whether it is archived."),
        member!("id", ID, true, "PIG-003", "Its id."),
        member!("owner", ID, true, "PIG-001", "Whose it is: `owner_uid`."),
        member!("room", Type::Boolean, true, "PIG-011", "Whether it is the copy of a room."),
    ]),
    ..PLAIN
};

static AGENT: Object = Object {
    name: "PigeonAgent",
    #[cfg(feature = "generate")]
    doc: "An agent that is there.",
    members: Members::of(&[
        member!("account", ID, true, "PIG-006", "The account that registered it."),
        member!("id", ID, true, "PIG-006", "Its id."),
        member!("listed", Type::Boolean, true, "PIG-006", "Whether everybody finds it."),
        member!("priced", Type::Boolean, true, "PIG-006", "Whether it costs something."),
    ]),
    ..PLAIN
};

static ADMISSION: Object = Object {
    name: "PigeonAdmission",
    #[cfg(feature = "generate")]
    doc: "A contact request that is there.",
    members: Members::of(&[
        member!("asked_at", TIMESTAMP, true, "PIG-010", "When it was made."),
        member!("publisher", ID, true, "PIG-009", "The account that may answer it."),
        member!("state", ADMISSION_STATE, true, "PIG-010", "What is recorded of it."),
    ]),
    ..PLAIN
};

static FIRST: Object = Object {
    name: "PigeonFirst",
    #[cfg(feature = "generate")]
    doc: "What has the client id already.",
    members: Members::of(&[
        member!("content", DIGEST, true, "PIG-003", "The `content` of its decision."),
        member!("held", Type::Boolean, true, "PIG-009", "Whether it was held, and answered with 202."),
    ]),
    ..PLAIN
};

static TYPED: Object = Object {
    name: "PigeonTyped",
    #[cfg(feature = "generate")]
    doc: "What was decided of an envelope.",
    members: Members::of(&[
        member!("digest", DIGEST, true, "PIG-005", "Its digest."),
        member!("text", TEXT, true, "PIG-005", "Its text."),
    ]),
    ..PLAIN
};

static SEAT: Object = Object {
    name: "RosterSeat",
    #[cfg(feature = "generate")]
    doc: "Somebody on the roster of a room that is there.",
    members: Members::of(&[
        member!("joined", Type::Boolean, true, "PIG-011", "Whether it has joined."),
        member!("kind", SIDE, true, "PIG-011", "Whether it is a person or an agent."),
        member!("uid", ID, true, "PIG-011", "The account of a person, or the id of an agent."),
    ]),
    ..PLAIN
};

static DELIVERY: Object = Object {
    name: "PigeonDelivery",
    #[cfg(feature = "generate")]
    doc: "A delivery that is there.",
    members: Members::of(&[
        member!("agent", ID, true, "PIG-008", "The agent that it is for."),
        member!("archived", Type::Boolean, true, "PIG-004", "Whether its thread is archived."),
        member!("message", ID, true, "PIG-008", "The message that was delivered."),
        member!("thread", ID, true, "PIG-008", "The thread of that message."),
    ]),
    ..PLAIN
};

static HELD: Object = Object {
    name: "HeldMessage",
    #[cfg(feature = "generate")]
    doc: "A message that is held.",
    members: Members::of(&[
        member!("message", ID, true, "PIG-010", "Its id."),
        member!(
            "sequence",
            Type::Integer(&(0..=p::MAX_INTEGER)),
            true,
            "PIG-010",
            "Its place in the thread."
        ),
    ]),
    ..PLAIN
};

const CALLER_MEMBER: Member = member!("caller", Type::Object(&CALLER), true, "PIG-001", "Who asks.");
const THREAD_MEMBER: Member =
    member!("thread", Type::Object(&THREAD), false, "PIG-001", "The thread, if it is there.");
const AGENT_MEMBER: Member =
    member!("agent", Type::Object(&AGENT), false, "PIG-006", "The agent, if it is there.");
const FIRST_MEMBER: Member = member!(
    "first",
    Type::Object(&FIRST),
    false,
    "PIG-003",
    "What has the client id of this account already."
);
const TYPED_MEMBER: Member = member!(
    "typed",
    Type::Object(&TYPED),
    false,
    "PIG-005",
    "What was decided of `protocol`, where it is given."
);
const ADMISSION_MEMBER: Member =
    member!("admission", Type::Object(&ADMISSION), false, "PIG-009", "The contact request, if it is there.");
const NOW: Member = member!("now", TIMESTAMP, true, "PIG-010", "The time.");
const SEATS: Member = member!(
    "roster",
    list!(Type::Object(&SEAT), 0, p::MAX_PARTICIPANTS),
    false,
    "PIG-011",
    "The roster of the room, if it is there."
);
const LOOPBACK: Member = member!(
    "loopback",
    Type::Boolean,
    true,
    "PIG-006",
    "Whether the operator allows addresses of the machine itself."
);

/// What a new thread is decided against (PIG-004).
pub static NEW_THREAD_OPTIONS: Object = Object {
    name: "NewThreadOptions",
    #[cfg(feature = "generate")]
    doc: "What a new thread is decided against.",
    members: Members::of(&[
        CALLER_MEMBER,
        member!(
            "contact",
            Type::Object(&CONTACT),
            false,
            "PIG-004",
            "The contact, if it is there and of this account."
        ),
        FIRST_MEMBER,
    ]),
    ..PLAIN
};

static CONTACT: Object = Object {
    name: "PigeonContact",
    #[cfg(feature = "generate")]
    doc: "A contact that is there.",
    members: Members::of(&[member!("name", TEXT, true, "PIG-004", "Its name.")]),
    ..PLAIN
};

/// What the use of a thread is decided against (PIG-001).
pub static THREAD_USE_OPTIONS: Object = Object {
    name: "ThreadUseOptions",
    #[cfg(feature = "generate")]
    doc: "What the use of a thread is decided against.",
    members: Members::of(&[
        CALLER_MEMBER,
        THREAD_MEMBER,
        member!(
            "use",
            choice!("PigeonUse", ["read", "archive", "restore"]),
            true,
            "PIG-004",
            "What is to be done."
        ),
    ]),
    ..PLAIN
};

/// What a message is decided against (PIG-005).
pub static NEW_MESSAGE_OPTIONS: Object = Object {
    name: "NewMessageOptions",
    #[cfg(feature = "generate")]
    doc: "What a message is decided against.",
    members: Members::of(&[
        ADMISSION_MEMBER,
        AGENT_MEMBER,
        CALLER_MEMBER,
        FIRST_MEMBER,
        NOW,
        THREAD_MEMBER,
        TYPED_MEMBER,
    ]),
    ..PLAIN
};

/// What a reply is decided against (PIG-008).
pub static REPLY_OPTIONS: Object = Object {
    name: "ReplyOptions",
    #[cfg(feature = "generate")]
    doc: "What a reply is decided against.",
    members: Members::of(&[
        CALLER_MEMBER,
        member!("delivery", Type::Object(&DELIVERY), false, "PIG-008", "The delivery, if it is there."),
        FIRST_MEMBER,
        TYPED_MEMBER,
    ]),
    ..PLAIN
};

/// What the answer to a contact request is decided against (PIG-010).
pub static REQUEST_OPTIONS: Object = Object {
    name: "RequestOptions",
    #[cfg(feature = "generate")]
    doc: "What the answer to a contact request is decided against.",
    members: Members::of(&[
        ADMISSION_MEMBER,
        member!("answer", choice!("RequestAnswer", ["approve", "decline"]), true, "PIG-010", "The answer."),
        CALLER_MEMBER,
        member!(
            "held",
            list!(Type::Object(&HELD), 0, p::MAX_HELD),
            true,
            "PIG-010",
            "The messages held in its thread."
        ),
        NOW,
    ]),
    ..PLAIN
};

/// What the state of a contact request is asked with (PIG-010).
pub static ADMISSION_OPTIONS: Object = Object {
    name: "AdmissionOptions",
    #[cfg(feature = "generate")]
    doc: "What the state of a contact request is asked with.",
    members: Members::of(&[
        member!("admission", Type::Object(&ADMISSION), true, "PIG-009", "The contact request."),
        NOW,
    ]),
    ..PLAIN
};

/// What a call that depends on the caller alone is decided against.
pub static CALLER_OPTIONS: Object = Object {
    name: "CallerOptions",
    #[cfg(feature = "generate")]
    doc: "Who asks.",
    members: Members::of(&[CALLER_MEMBER]),
    ..PLAIN
};

/// What joining a room is decided against (PIG-011).
pub static JOIN_OPTIONS: Object = Object {
    name: "JoinOptions",
    #[cfg(feature = "generate")]
    doc: "What joining a room is decided against.",
    members: Members::of(&[CALLER_MEMBER, SEATS]),
    ..PLAIN
};

/// What a post to a room is decided against (PIG-012).
pub static POST_OPTIONS: Object = Object {
    name: "PostOptions",
    #[cfg(feature = "generate")]
    doc: "What a post to a room is decided against.",
    members: Members::of(&[
        CALLER_MEMBER,
        FIRST_MEMBER,
        member!("room", ID, true, "PIG-003", "The id of the room."),
        SEATS,
        member!(
            "thread",
            Type::Object(&THREAD),
            false,
            "PIG-012",
            "The sender's own copy of the room, if it has joined."
        ),
        TYPED_MEMBER,
    ]),
    ..PLAIN
};

/// What the registration of an agent is decided against (PIG-006).
pub static NEW_AGENT_OPTIONS: Object = Object {
    name: "NewAgentOptions",
    #[cfg(feature = "generate")]
    doc: "What the registration of an agent is decided against.",
    members: Members::of(&[
        member!(
            "agent",
            Type::Object(&AGENT),
            false,
            "PIG-006",
            "The agent that this token has registered, if there is one."
        ),
        member!(
            "bridge",
            Type::Boolean,
            true,
            "PIG-006",
            "Whether an agent may come without an address, to attach by itself."
        ),
        CALLER_MEMBER,
        LOOPBACK,
    ]),
    ..PLAIN
};

/// What a change of an agent is decided against (PIG-006).
pub static AGENT_CHANGE_OPTIONS: Object = Object {
    name: "AgentChangeOptions",
    #[cfg(feature = "generate")]
    doc: "What a change of an agent is decided against.",
    members: Members::of(&[AGENT_MEMBER, CALLER_MEMBER, LOOPBACK]),
    ..PLAIN
};

/// What the removal of an agent is decided against (PIG-006).
pub static AGENT_OPTIONS: Object = Object {
    name: "AgentOptions",
    #[cfg(feature = "generate")]
    doc: "What the removal of an agent is decided against.",
    members: Members::of(&[AGENT_MEMBER, CALLER_MEMBER]),
    ..PLAIN
};

/// What the installation of a listing is decided against (PIG-006).
pub static INSTALL_OPTIONS: Object = Object {
    name: "InstallOptions",
    #[cfg(feature = "generate")]
    doc: "What the installation of a listing is decided against.",
    members: Members::of(&[
        AGENT_MEMBER,
        CALLER_MEMBER,
        member!(
            "installed",
            Type::Boolean,
            true,
            "PIG-006",
            "Whether the agent is a contact of this account already."
        ),
    ]),
    ..PLAIN
};

/// What a notice is planned with (PIG-007).
pub static NOTICE_OPTIONS: Object = Object {
    name: "NoticeOptions",
    #[cfg(feature = "generate")]
    doc: "What a notice is planned with.",
    members: Members::of(&[
        member!("attached", Type::Boolean, true, "PIG-007", "Whether the agent is attached by itself."),
        member!("attempts", Type::Integer(&(0..=p::MAX_INTEGER)), true, "PIG-007", "How often it was sent."),
        member!(
            "status",
            Type::Integer(&(100..=599)),
            false,
            "PIG-007",
            "What the last was answered with, if it was answered in time."
        ),
        member!("webhook", Type::Boolean, true, "PIG-007", "Whether the agent has an address."),
    ]),
    ..PLAIN
};

/// What a grant is decided against (PIG-013).
pub static GRANT_OPTIONS: Object = Object {
    name: "GrantOptions",
    #[cfg(feature = "generate")]
    doc: "What a grant is decided against.",
    members: Members::of(&[CALLER_MEMBER, THREAD_MEMBER]),
    ..PLAIN
};

/// What the end of a grant is decided against (PIG-013).
pub static REVOKE_OPTIONS: Object = Object {
    name: "RevokeOptions",
    #[cfg(feature = "generate")]
    doc: "What the end of a grant is decided against.",
    members: Members::of(&[
        CALLER_MEMBER,
        member!("granted", Type::Boolean, true, "PIG-013", "Whether the grant is there."),
        THREAD_MEMBER,
    ]),
    ..PLAIN
};

/// Something that a service of Pigeon asks.
#[derive(Debug)]
pub struct Question {
    /// What it is called.
    pub name: &'static str,
    /// What the caller sent, where it sends anything.
    pub body: Option<&'static Object>,
    /// What it is decided against.
    pub options: &'static Object,
}

/// Every question. Its place is the number by which a binding asks it.
pub static QUESTIONS: [Question; 16] = [
    Question { name: "createThread", body: Some(&NEW_THREAD), options: &NEW_THREAD_OPTIONS },
    Question { name: "useThread", body: None, options: &THREAD_USE_OPTIONS },
    Question { name: "postMessage", body: Some(&NEW_MESSAGE), options: &NEW_MESSAGE_OPTIONS },
    Question { name: "replyToDelivery", body: Some(&NEW_REPLY), options: &REPLY_OPTIONS },
    Question { name: "answerRequest", body: None, options: &REQUEST_OPTIONS },
    Question { name: "admissionState", body: None, options: &ADMISSION_OPTIONS },
    Question { name: "createRoom", body: Some(&NEW_ROOM), options: &CALLER_OPTIONS },
    Question { name: "joinRoom", body: None, options: &JOIN_OPTIONS },
    Question { name: "postToRoom", body: Some(&NEW_POST), options: &POST_OPTIONS },
    Question { name: "registerAgent", body: Some(&NEW_AGENT), options: &NEW_AGENT_OPTIONS },
    Question { name: "changeAgent", body: Some(&AGENT_CHANGE), options: &AGENT_CHANGE_OPTIONS },
    Question { name: "removeAgent", body: None, options: &AGENT_OPTIONS },
    Question { name: "installListing", body: None, options: &INSTALL_OPTIONS },
    Question { name: "planNotice", body: None, options: &NOTICE_OPTIONS },
    Question { name: "giveGrant", body: Some(&NEW_GRANT), options: &GRANT_OPTIONS },
    Question { name: "endGrant", body: None, options: &REVOKE_OPTIONS },
];
