//! The answers of the evaluation of an instrument, for the generated documents: the core writes them and reads none
//! (LENS, ACT, AUD, HAND).

use super::context::LENS;
use super::envelope::{
    ATTENTION, AUDIT_STATUS, CATEGORY, COUNT, DIGEST, PLAIN, PROOF, SEVERITY, TIMESTAMP, TOKEN, list, member,
    text,
};
use super::{Choice, Form, List, Member, Members, Object, Text, Type};
use crate::problem::Code;
use crate::profile as p;

/// Every answer.
pub(super) static ANSWERS: [&Object; 6] =
    [&CLASSIFIED, &ACTION_STATES, &DECISION, &LENS_PAGE, &AUDIT_SUMMARY, &NOTIFICATION];

const STRING: Type = text!(Any, 0, usize::MAX);

static REASON: Object = Object {
    name: "Reason",
    doc: "Why something does not hold.",
    members: Members::of(&[
        member!("at", STRING, true, "LENS-003", "RFC 6901 pointer into the message that was given."),
        member!("code", STRING, true, "LENS-003", "Stable name of the reason."),
        member!("message", STRING, true, "LENS-003", "One plain sentence."),
    ]),
    ..PLAIN
};

static ACTION_STATE: Object = Object {
    name: "ActionState",
    doc: "Whether a viewer may use an action, and why not.",
    members: Members::of(&[
        member!("confirm", Type::Boolean, true, "ACT-006", "Whether the person is asked first."),
        member!("enabled", Type::Boolean, true, "ACT-007", "Whether it may be used now."),
        member!("id", TOKEN, true, "ACT-002", "Id of the action."),
        member!("reason", Type::Object(&REASON), false, "ACT-007", "Why it may not be used."),
        member!("repeatable", Type::Boolean, true, "ACT-009", "Whether it may succeed more than once."),
        member!("settles", Type::Boolean, true, "ACT-009", "Whether its success closes the message."),
    ]),
    ..PLAIN
};

/// The states of a message's actions.
static ACTION_STATES: Object = Object {
    name: "ActionStates",
    doc: "The states of a message's actions.",
    members: Members::of(&[
        member!(
            "actions",
            list!(Type::Object(&ACTION_STATE), 0, p::MAX_ACTIONS),
            true,
            "ACT-007",
            "In the order of the message."
        ),
        member!("changes_at", TIMESTAMP, false, "LENS-005", "When a state next changes by itself."),
    ]),
    ..PLAIN
};

static APPLIES: Choice =
    Choice { name: "Applies", values: &["everyone", "user", "role"], code: Code::UnknownValue };

/// A head as one viewer sees it on the board.
static CLASSIFIED: Object = Object {
    name: "Classified",
    doc: "A head as one viewer sees it on the board.",
    members: Members::of(&[
        member!(
            "actions",
            list!(Type::Object(&ACTION_STATE), 0, p::MAX_ACTIONS),
            true,
            "ACT-007",
            "In the order of the message."
        ),
        member!(
            "applies",
            Type::Choice(&APPLIES),
            false,
            "LENS-003",
            "By what the attention applies to the viewer, if it does."
        ),
        member!(
            "attention",
            Type::Object(&ATTENTION),
            false,
            "INS-004",
            "The attention that the head asks for."
        ),
        member!("category", CATEGORY, true, "INS-001", "The category."),
        member!("changes_at", TIMESTAMP, false, "LENS-005", "When this answer next changes by itself."),
        member!("digest", DIGEST, true, "LENS-002", "Digest of the head."),
        member!("lens", Type::Choice(&LENS), true, "LENS-002", "The lens of its category."),
        member!("needs_me", Type::Boolean, true, "LENS-003", "Whether it needs the viewer."),
        member!("revision", COUNT, true, "INS-002", "Its revision."),
        member!("series", DIGEST, false, "INS-007", "Its series, where the workspace is known."),
        member!("severity", SEVERITY, true, "ENV-015", "Its severity."),
        member!(
            "why_not",
            list!(Type::Object(&REASON), 0, usize::MAX),
            true,
            "LENS-003",
            "Every reason why it does not need the viewer."
        ),
    ]),
    ..PLAIN
};

/// One page of a lens.
static LENS_PAGE: Object = Object {
    name: "LensPage",
    doc: "One page of a lens.",
    members: Members::of(&[
        member!(
            "heads",
            list!(Type::Object(&CLASSIFIED), 0, p::MAX_LENS_PAGE),
            true,
            "LENS-004",
            "Its heads, in the order of the lens."
        ),
        member!("next", STRING, false, "LENS-004", "Cursor of the page behind this one, if there is one."),
    ]),
    ..PLAIN
};

static DECISIONS: Choice =
    Choice { name: "InvokeDecision", values: &["run", "refuse", "replay"], code: Code::UnknownValue };

/// What to do with an invocation.
static DECISION: Object = Object {
    name: "Decision",
    doc: "What to do with an invocation.",
    members: Members::of(&[
        member!("answer", Type::Any, false, "ACT-008", "To `replay`: the answer that was given before."),
        member!(
            "arguments",
            Type::Arguments,
            false,
            "ACT-005",
            "To `run`: the sealed arguments, if there are any."
        ),
        member!("capability", STRING, false, "ACT-003", "To `run`: what to run."),
        member!("decision", Type::Choice(&DECISIONS), true, "ACT-008", "What to do."),
        member!(
            "reason",
            Type::Object(&REASON),
            false,
            "ACT-007",
            "To `refuse`: the first reason that holds."
        ),
        member!(
            "settles",
            Type::Boolean,
            false,
            "ACT-009",
            "To `run`: whether its success closes the message."
        ),
        member!("status", COUNT, false, "ACT-007", "The HTTP status of a new answer."),
    ]),
    ..PLAIN
};

static CHECK_COUNTS: Object = Object {
    name: "CheckCounts",
    doc: "How many checks of an audit have each status.",
    members: Members::of(&[
        member!("failed", COUNT, true, "AUD-004", "Failed."),
        member!("passed", COUNT, true, "AUD-004", "Passed."),
        member!("pending", COUNT, true, "AUD-004", "Pending."),
        member!("skipped", COUNT, true, "AUD-004", "Skipped."),
    ]),
    ..PLAIN
};

/// What a client shows, and a policy reads, of an audit.
static AUDIT_SUMMARY: Object = Object {
    name: "AuditSummary",
    doc: "What a client shows, and a policy reads, of an audit.",
    members: Members::of(&[
        member!("checks", Type::Object(&CHECK_COUNTS), true, "AUD-004", "How many checks have each status."),
        member!("evidence", COUNT, true, "AUD-004", "Pieces of evidence, of all checks together."),
        member!("proof", Type::Object(&PROOF), false, "AUD-001", "The proof, if there is one."),
        member!("reported", Type::Boolean, true, "AUD-004", "Whether the producer reported an audit at all."),
        member!("status", AUDIT_STATUS, false, "AUD-001", "The outcome that was reported."),
        member!("text", STRING, true, "AUD-004", "The same in words."),
    ]),
    ..PLAIN
};

/// What a notification may say.
static NOTIFICATION: Object = Object {
    name: "NotificationText",
    doc: "What a notification may say: that there is a message, or who says what.",
    members: Members::of(&[
        member!(
            "generic",
            Type::Boolean,
            true,
            "HAND-004",
            "Whether no more may be said than that there is a message."
        ),
        member!("source", STRING, false, "HAND-004", "Who reports."),
        member!("subject", STRING, false, "HAND-004", "What it is about."),
        member!("text", STRING, false, "HAND-004", "The plain text."),
    ]),
    ..PLAIN
};
