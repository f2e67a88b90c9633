//! What each question of a service of Pigeon is decided against (PIG).

use super::bodies::TEXT;
use super::held::{ADMISSION, AGENT, CALLER, DELIVERY, FIRST, HELD, SEAT, THREAD, TYPED};
use crate::problem::Code;
use crate::profile as p;
use crate::schema::envelope::{ID, PLAIN, TIMESTAMP, choice, list, member};
use crate::schema::{Choice, List, Member, Members, Object, Type};

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
        member!(
            "held",
            Type::Integer(&(0..=p::MAX_INTEGER)),
            false,
            "PIG-009",
            "How many messages are held in the thread; absent is none."
        ),
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
