//! What a service of Pigeon says of who asks, and of what it holds (PIG).

use super::bodies::{ACCESS, SIDE, TEXT};
use crate::problem::Code;
use crate::profile as p;
use crate::schema::envelope::{DIGEST, ID, PLAIN, TIMESTAMP, choice, member};
use crate::schema::{Choice, Member, Members, Object, Type};

pub(super) static CALLER: Object = Object {
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

pub(super) static THREAD: Object = Object {
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

pub(super) static AGENT: Object = Object {
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

pub(super) static ADMISSION: Object = Object {
    name: "PigeonAdmission",
    #[cfg(feature = "generate")]
    doc: "A contact request that is there.",
    members: Members::of(&[
        member!("asked_at", TIMESTAMP, true, "PIG-010", "When it was made."),
        member!("publisher", ID, true, "PIG-009", "The account that may answer it."),
        member!(
            "state",
            choice!("PigeonAdmissionState", ["pending", "approved", "declined", "expired"]),
            true,
            "PIG-010",
            "What is recorded of it."
        ),
    ]),
    ..PLAIN
};

pub(super) static FIRST: Object = Object {
    name: "PigeonFirst",
    #[cfg(feature = "generate")]
    doc: "What has the client id already.",
    members: Members::of(&[
        member!("content", DIGEST, true, "PIG-003", "The `content` of its decision."),
        member!("held", Type::Boolean, true, "PIG-009", "Whether it was held, and answered with 202."),
    ]),
    ..PLAIN
};

pub(super) static TYPED: Object = Object {
    name: "PigeonTyped",
    #[cfg(feature = "generate")]
    doc: "What was decided of an envelope.",
    members: Members::of(&[
        member!("digest", DIGEST, true, "PIG-005", "Its digest."),
        member!("text", TEXT, true, "PIG-005", "Its text."),
    ]),
    ..PLAIN
};

pub(super) static SEAT: Object = Object {
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

pub(super) static DELIVERY: Object = Object {
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

pub(super) static HELD: Object = Object {
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
