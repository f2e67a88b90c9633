//! What the evaluation of an instrument is asked with: the viewer, the registry, what was done, the time
//! (LENS, ACT).

use super::envelope::{DIGEST, ID, PLAIN, TIMESTAMP, TOKEN, list, member, text};
use super::{Choice, Form, List, Member, Members, Object, Text, Type};
use crate::envelope::rules::Rule;
use crate::instrument::LENSES;
use crate::problem::Code;
use crate::profile as p;

/// Who looks, what is registered, what was done, and when it is (LENS-001).
pub static CONTEXT: Object = Object {
    name: "Context",
    #[cfg(feature = "generate")]
    doc: "Who looks, what is registered, what was done, and when it is.",
    members: Members::of(&[
        member!(
            "capabilities",
            list!(Type::Object(&CAPABILITY), 0, p::MAX_CAPABILITIES),
            false,
            "LENS-001",
            "What is registered; absent is nothing."
        ),
        member!(
            "done",
            list!(Type::Object(&DONE), 0, p::MAX_DONE),
            false,
            "LENS-001",
            "Which actions have succeeded; absent is none."
        ),
        member!("now", TIMESTAMP, true, "LENS-001", "The time."),
        member!("viewer", Type::Object(&VIEWER), true, "LENS-001", "Who looks."),
    ]),
    rule: Rule::Context,
    ..PLAIN
};

static VIEWER: Object = Object {
    name: "Viewer",
    #[cfg(feature = "generate")]
    doc: "Who looks.",
    members: Members::of(&[
        member!("id", ID, true, "LENS-001", "Id of the account."),
        member!("roles", list!(ID, 0, p::MAX_ROLES), true, "LENS-001", "Its roles."),
    ]),
    ..PLAIN
};

static CAPABILITY: Object = Object {
    name: "RegisteredCapability",
    #[cfg(feature = "generate")]
    doc: "A capability that a service has registered.",
    members: Members::of(&[
        member!("confirm", Type::Boolean, false, "ACT-007", "Whether a person is always asked first."),
        member!("name", text!(Dotted, 1, p::MAX_ID), true, "LENS-001", "Its dotted name."),
        member!("repeatable", Type::Boolean, false, "ACT-009", "Whether it may succeed more than once."),
        member!("roles", list!(ID, 1, p::MAX_ROLES), false, "ACT-007", "Who may use it; absent is everyone."),
        member!("settles", Type::Boolean, false, "ACT-009", "Whether its success closes the message."),
    ]),
    ..PLAIN
};

static DONE: Object = Object {
    name: "Done",
    #[cfg(feature = "generate")]
    doc: "An action that has succeeded.",
    members: Members::of(&[
        member!("action", TOKEN, true, "ACT-009", "Id of the action."),
        member!("digest", DIGEST, true, "ACT-009", "Digest of the message that offered it."),
    ]),
    ..PLAIN
};

pub(super) static LENS: Choice = Choice { name: "Lens", values: &LENSES, code: Code::UnknownValue };

/// What a head is classified with (LENS-002).
pub static CLASSIFY_QUERY: Object = Object {
    name: "ClassifyQuery",
    #[cfg(feature = "generate")]
    doc: "What a head is classified with.",
    members: Members::of(&[
        member!("context", Type::Object(&CONTEXT), true, "LENS-001", "The context."),
        member!(
            "workspace",
            text!(Identifier, 1, p::MAX_WORKSPACE),
            false,
            "INS-007",
            "The immutable id of the workspace, of which the series is a part."
        ),
    ]),
    ..PLAIN
};

/// Which page of a lens is asked for (LENS-004).
pub static PAGE_QUERY: Object = Object {
    name: "PageQuery",
    #[cfg(feature = "generate")]
    doc: "Which page of a lens is asked for.",
    members: Members::of(&[
        member!(
            "after",
            text!(Any, 1, p::MAX_CURSOR),
            false,
            "LENS-004",
            "The cursor `next` of the page before."
        ),
        member!("lens", Type::Choice(&LENS), true, "LENS-002", "The lens."),
        member!(
            "limit",
            Type::Integer(&(1..=p::MAX_LENS_PAGE as i64)),
            false,
            "LENS-004",
            "Most heads; absent is 50."
        ),
    ]),
    ..PLAIN
};

/// What the states of actions are asked with (ACT-007).
pub static ACTIONS_QUERY: Object = Object {
    name: "ActionsQuery",
    #[cfg(feature = "generate")]
    doc: "What the states of a message's actions are asked with.",
    members: Members::of(&[
        member!("context", Type::Object(&CONTEXT), true, "LENS-001", "The context."),
        member!(
            "head",
            DIGEST,
            false,
            "ACT-007",
            "Digest of the head of its series; absent: the message is current."
        ),
    ]),
    ..PLAIN
};

/// What a decision about an invocation is asked with (ACT-008).
pub static INVOKE_QUERY: Object = Object {
    name: "InvokeQuery",
    #[cfg(feature = "generate")]
    doc: "What a decision about an invocation is asked with.",
    members: Members::of(&[
        member!("action", TOKEN, true, "ACT-008", "Id of the action."),
        member!("context", Type::Object(&CONTEXT), true, "LENS-001", "The context."),
        member!(
            "head",
            DIGEST,
            false,
            "ACT-007",
            "Digest of the head of its series; absent: the message is current."
        ),
        member!("invocation", Type::Object(&INVOCATION), true, "ACT-008", "What the person sent."),
        member!(
            "known",
            Type::Object(&KNOWN),
            false,
            "ACT-008",
            "What is recorded under this `invocation_id`."
        ),
    ]),
    ..PLAIN
};

static INVOCATION: Object = Object {
    name: "Invocation",
    #[cfg(feature = "generate")]
    doc: "The use of an action by a person.",
    members: Members::of(&[
        member!("confirmed", Type::Boolean, false, "ACT-006", "Whether the person was asked and agreed."),
        member!("digest", DIGEST, true, "ACT-008", "Digest of the message that the person saw."),
        member!(
            "invocation_id",
            ID,
            true,
            "ACT-008",
            "Chosen by the client; the same again has the same answer."
        ),
    ]),
    ..PLAIN
};

static KNOWN: Object = Object {
    name: "KnownInvocation",
    #[cfg(feature = "generate")]
    doc: "An invocation that was answered.",
    members: Members::of(&[
        member!("answer", Type::Any, true, "ACT-008", "Its answer."),
        member!("invocation_id", ID, true, "ACT-008", "Its id."),
    ]),
    ..PLAIN
};
