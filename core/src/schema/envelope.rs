//! The message, the envelope and the projection (ENV, INS, ACT, AUD, HAND, RED).

use super::tree::CAPABILITIES;
use super::{Choice, Form, Keep, List, Member, Members, Object, Text, Type};
use crate::envelope::rules::Rule;
use crate::problem::Code;
use crate::profile as p;

macro_rules! text {
    ($form:ident, $min:expr, $max:expr) => {
        Type::Text(&Text { form: Form::$form, min: $min, max: $max, bytes: false, blank: false })
    };
}

macro_rules! choice {
    ($name:literal, [$($value:literal),*]) => {
        Type::Choice(&Choice { name: $name, values: &[$($value),*], code: Code::UnknownValue })
    };
}

macro_rules! list {
    ($items:expr, $min:expr, $max:expr) => {
        Type::List(&List { items: $items, min: $min, max: $max })
    };
}

macro_rules! member {
    ($name:literal, $ty:expr, $required:expr, $rule:literal, $doc:literal) => {
        Member {
            name: $name,
            key: $crate::schema::Key::new(concat!("\"", $name, "\":")),
            ty: $ty,
            required: $required,
            rule: $rule,
            #[cfg(feature = "generate")]
            doc: $doc,
        }
    };
}
pub(super) use {choice, list, member, text};

/// The common case of a closed object.
pub(super) const PLAIN: Object = Object {
    name: "",
    #[cfg(feature = "generate")]
    doc: "",
    members: Members::of(&[]),
    refused: &[],
    missing: Code::MissingMember,
    rule: Rule::None,
    seal: None,
    open: false,
    kept: Keep::Nothing,
};

pub(super) const SOURCE_KIND: Type = choice!("SourceKind", ["integration", "agent", "person", "system"]);
pub(super) const ID: Type = text!(Identifier, 1, p::MAX_ID);
const LABEL: Type = text!(Short, 1, p::MAX_LABEL);
pub(super) const TOKEN: Type = text!(Token, 1, p::MAX_TOKEN);
pub(super) const DIGEST: Type = text!(Digest, 0, usize::MAX);
pub(super) const TIMESTAMP: Type = text!(Timestamp, 0, usize::MAX);
const URL: Type = text!(Url, 0, usize::MAX);
pub(super) const COUNT: Type = Type::Integer(&(0..=p::MAX_INTEGER));

/// The layouts of an instrument (INS-001).
pub static LAYOUTS: Choice = Choice {
    name: "Layout",
    values: &["status", "timeline", "comparison", "command_center", "artifact", "document"],
    code: Code::UnknownValue,
};

/// The categories of an instrument, each with a lens of its own (INS-001).
pub(super) const CATEGORY: Type =
    choice!("Category", ["run", "decision", "incident", "artifact", "knowledge"]);
/// The severities, the mildest first (ENV-015).
pub(super) const SEVERITY: Type = choice!("Severity", ["info", "notice", "warning", "error", "critical"]);
/// The outcomes of an audit (AUD-001).
pub(super) const AUDIT_STATUS: Type = choice!("AuditStatus", ["passed", "failed", "incomplete", "not_run"]);

/// The states in which the subject has ended (LIFE-002).
pub const TERMINAL_STATES: &[&str] = &["succeeded", "failed", "cancelled"];

/// A message as a client receives it (MSG-001): other members are passed over.
pub static MESSAGE: Object = Object {
    name: "Message",
    kept: Keep::Message,
    #[cfg(feature = "generate")]
    doc: "An ordinary message, with its typed part beside the plain text.",
    members: Members::of(&[
        member!(
            "body",
            text!(Any, 0, p::MAX_FALLBACK),
            false,
            "MSG-002",
            "The plain text, equal to `presentation.fallback`."
        ),
        member!("projection", Type::Object(&PROJECTION), false, "PROJ-001", "The compiled PubMark."),
        member!("protocol", Type::Object(&ENVELOPE), false, "MSG-001", "The envelope."),
    ]),
    open: true,
    ..PLAIN
};

/// The envelope (ENV).
pub static ENVELOPE: Object = Object {
    name: "Envelope",
    kept: Keep::Envelope,
    #[cfg(feature = "generate")]
    doc: "What a message says it is: source, subject, presentation, state, and the seal over them.",
    members: Members::of(&[
        member!(
            "actions",
            list!(Type::Object(&ACTION), 1, p::MAX_ACTIONS),
            false,
            "ACT-001",
            "What a person may do about it."
        ),
        member!("delivery", Type::Object(&DELIVERY), false, "DEL-001", "How a repeated send is recognised."),
        member!(
            "handling",
            Type::Object(&HANDLING),
            false,
            "HAND-001",
            "What may be said about it elsewhere."
        ),
        member!(
            "instrument",
            Type::Object(&INSTRUMENT),
            false,
            "INS-001",
            "Its place in a series on the board."
        ),
        member!("integrity", Type::Object(&INTEGRITY), false, "DIG-003", "The seal."),
        member!(
            "kind",
            choice!("Kind", ["event", "status", "request", "report", "document"]),
            true,
            "ENV-011",
            "What kind of message it is."
        ),
        member!("lifecycle", Type::Object(&LIFECYCLE), false, "LIFE-001", "The state of the subject."),
        member!("occurred_at", TIMESTAMP, false, "TIME-001", "When it happened."),
        member!("presentation", Type::Object(&PRESENTATION), true, "ENV-013", "What a person reads."),
        member!(
            "protocol",
            Type::Choice(&Choice {
                name: "Protocol",
                values: &[p::PROTOCOL],
                code: Code::UnsupportedProtocol
            }),
            true,
            "ENV-010",
            "The protocol identifier."
        ),
        member!(
            "redaction",
            Type::Object(&REDACTION),
            false,
            "RED-001",
            "Says that this is a redacted view."
        ),
        member!("severity", SEVERITY, false, "ENV-015", "How bad it is; absent counts as `info`."),
        member!("source", Type::Object(&SOURCE), true, "ENV-012", "Who reports."),
        member!("subject", Type::Object(&SUBJECT), false, "ENV-014", "What it is about."),
    ]),
    rule: Rule::Envelope,
    seal: Some("integrity"),
    ..PLAIN
};

/// A compiled PubMark source (PROJ-001).
pub static PROJECTION: Object = Object {
    name: "Projection",
    kept: Keep::Projection,
    #[cfg(feature = "generate")]
    doc: "A compiled PubMark source, bound to it by its digest.",
    members: Members::of(&[
        member!("digest", DIGEST, true, "PROJ-003", "Digest of the projection without this member."),
        member!(
            "profile",
            Type::Choice(&Choice {
                name: "ProjectionProfile",
                values: &[p::PROJECTION],
                code: Code::UnknownValue
            }),
            true,
            "PROJ-001",
            "The projection profile."
        ),
        member!("source", DIGEST, true, "PROJ-002", "Digest of the source that was compiled."),
        member!("tree", Type::Tree, true, "TREE-001", "The tree."),
    ]),
    seal: Some("digest"),
    ..PLAIN
};

static ACTION: Object = Object {
    name: "Action",
    #[cfg(feature = "generate")]
    doc: "Names a registered capability; carries no code and no request.",
    members: Members::of(&[
        member!("active_from", TIMESTAMP, false, "ACT-004", "From when it may be used, included."),
        member!("active_until", TIMESTAMP, false, "ACT-004", "Until when, not included."),
        member!("arguments", Type::Arguments, false, "ACT-005", "What goes to the capability."),
        member!("capability", text!(Dotted, 1, p::MAX_ID), true, "ACT-003", "Dotted name of the capability."),
        member!("confirm", Type::Object(&CONFIRM), false, "ACT-006", "What a person is asked first."),
        member!(
            "emphasis",
            choice!("Emphasis", ["default", "primary", "danger"]),
            false,
            "ACT-001",
            "How it stands out."
        ),
        member!("id", TOKEN, true, "ACT-002", "Unique in the message."),
        member!("label", text!(Short, 1, p::MAX_ACTION_LABEL), true, "ACT-001", "What a person reads."),
    ]),
    refused: &[
        ("body", Code::ActionExecutable),
        ("code", Code::ActionExecutable),
        ("command", Code::ActionExecutable),
        ("eval", Code::ActionExecutable),
        ("exec", Code::ActionExecutable),
        ("fetch", Code::ActionExecutable),
        ("headers", Code::ActionExecutable),
        ("href", Code::ActionExecutable),
        ("html", Code::ActionExecutable),
        ("javascript", Code::ActionExecutable),
        ("method", Code::ActionExecutable),
        ("onclick", Code::ActionExecutable),
        ("request", Code::ActionExecutable),
        ("script", Code::ActionExecutable),
        ("shell", Code::ActionExecutable),
        ("sql", Code::ActionExecutable),
        ("uri", Code::ActionExecutable),
        ("url", Code::ActionExecutable),
        ("webhook", Code::ActionExecutable),
    ],
    rule: Rule::Action,
    ..PLAIN
};

static CONFIRM: Object = Object {
    name: "Confirm",
    #[cfg(feature = "generate")]
    doc: "The question before an action.",
    members: Members::of(&[
        member!("body", text!(Short, 1, p::MAX_CONFIRM_BODY), false, "ACT-006", "Further words."),
        member!("title", text!(Short, 1, p::MAX_CONFIRM_TITLE), true, "ACT-006", "The question."),
    ]),
    ..PLAIN
};

static DELIVERY: Object = Object {
    name: "Delivery",
    #[cfg(feature = "generate")]
    doc: "How a repeated send is recognised.",
    members: Members::of(&[member!(
        "dedupe_key",
        ID,
        false,
        "DEL-001",
        "The same key with the same content is the same message."
    )]),
    ..PLAIN
};

static HANDLING: Object = Object {
    name: "Handling",
    #[cfg(feature = "generate")]
    doc: "What may be said about the message elsewhere.",
    members: Members::of(&[
        member!(
            "confirmation",
            choice!("Confirmation", ["as_declared", "every_action"]),
            false,
            "HAND-003",
            "Which actions ask first."
        ),
        member!(
            "notification",
            choice!("Notification", ["full", "generic"]),
            false,
            "HAND-001",
            "What a notification may say."
        ),
        member!(
            "outbound_webhooks",
            choice!("OutboundWebhooks", ["allow", "suppress"]),
            false,
            "HAND-002",
            "Whether webhooks carry it."
        ),
    ]),
    ..PLAIN
};

static INTEGRITY: Object = Object {
    name: "Integrity",
    #[cfg(feature = "generate")]
    doc: "The seal: a digest over the envelope without this member.",
    members: Members::of(&[member!("digest", DIGEST, true, "DIG-003", "The digest.")]),
    ..PLAIN
};

static LIFECYCLE: Object = Object {
    name: "Lifecycle",
    #[cfg(feature = "generate")]
    doc: "The state of the subject, as the source knows it.",
    members: Members::of(&[
        member!("counts", Type::Object(&COUNTS), false, "LIFE-004", "What was counted."),
        member!("ended_at", TIMESTAMP, false, "LIFE-002", "When it ended; only on a final state."),
        member!("started_at", TIMESTAMP, false, "LIFE-002", "When it started."),
        member!(
            "state",
            choice!("State", ["queued", "running", "waiting", "blocked", "succeeded", "failed", "cancelled"]),
            true,
            "LIFE-001",
            "The state."
        ),
    ]),
    refused: &[
        ("completion", Code::ProgressInvented),
        ("eta", Code::ProgressInvented),
        ("percent", Code::ProgressInvented),
        ("percent_complete", Code::ProgressInvented),
        ("percentage", Code::ProgressInvented),
        ("progress", Code::ProgressInvented),
    ],
    rule: Rule::Lifecycle,
    ..PLAIN
};

static COUNTS: Object = Object {
    name: "Counts",
    #[cfg(feature = "generate")]
    doc: "What was counted, never estimated.",
    members: Members::of(&[
        member!("done", COUNT, true, "LIFE-004", "How many are done."),
        member!("total", COUNT, true, "LIFE-004", "How many there are."),
    ]),
    rule: Rule::Counts,
    ..PLAIN
};

static PRESENTATION: Object = Object {
    name: "Presentation",
    #[cfg(feature = "generate")]
    doc: "What a person reads.",
    members: Members::of(&[
        member!(
            "fallback",
            Type::Text(&Text { form: Form::Block, min: 1, max: p::MAX_FALLBACK, bytes: false, blank: true }),
            true,
            "ENV-013",
            "The plain text that every client can show."
        ),
        member!("lang", text!(Lang, 1, p::MAX_LANG), false, "ENV-016", "BCP 47 tag of the text."),
        member!(
            "pubmark",
            Type::Text(&Text {
                form: Form::Block,
                min: 0,
                max: p::MAX_SOURCE_BYTES,
                bytes: true,
                blank: false
            }),
            false,
            "MARK-001",
            "PubMark source."
        ),
    ]),
    ..PLAIN
};

static REDACTION: Object = Object {
    name: "Redaction",
    #[cfg(feature = "generate")]
    doc: "Says that this is a redacted view of another envelope.",
    members: Members::of(&[
        member!("digest", DIGEST, true, "RED-001", "Digest of the unredacted envelope."),
        member!("policy", ID, true, "RED-001", "Id of the policy."),
    ]),
    missing: Code::RedactionIncomplete,
    ..PLAIN
};

static SOURCE: Object = Object {
    name: "Source",
    #[cfg(feature = "generate")]
    doc: "Who reports.",
    members: Members::of(&[
        member!(
            "display_name",
            text!(Short, 1, p::MAX_DISPLAY_NAME),
            false,
            "ENV-012",
            "Its name for a person."
        ),
        member!("id", ID, true, "ENV-012", "Its id."),
        member!("kind", SOURCE_KIND, true, "ENV-012", "What it is."),
    ]),
    ..PLAIN
};

static SUBJECT: Object = Object {
    name: "Subject",
    #[cfg(feature = "generate")]
    doc: "What the message is about.",
    members: Members::of(&[
        member!("id", ID, true, "ENV-014", "Its id."),
        member!("kind", TOKEN, true, "ENV-014", "What it is."),
        member!("label", LABEL, false, "ENV-014", "Its name for a person."),
    ]),
    ..PLAIN
};

static INSTRUMENT: Object = Object {
    name: "Instrument",
    #[cfg(feature = "generate")]
    doc: "One revision of a series on the board.",
    members: Members::of(&[
        member!("attention", Type::Object(&ATTENTION), false, "INS-004", "Who must act, why and since when."),
        member!("audit", Type::Object(&AUDIT), false, "AUD-001", "What the producer reports of an audit."),
        member!("category", CATEGORY, true, "INS-001", "Which lens shows it."),
        member!(
            "evidence",
            list!(Type::Object(&EVIDENCE), 0, p::MAX_EVIDENCE),
            false,
            "INS-006",
            "What supports it."
        ),
        member!("layout", Type::Choice(&LAYOUTS), true, "INS-001", "How the screen is arranged."),
        member!("predecessor", DIGEST, false, "INS-003", "Digest of the revision before this one."),
        member!(
            "requires",
            list!(Type::Choice(&CAPABILITIES), 0, p::MAX_REQUIRES),
            false,
            "INS-005",
            "What a renderer must be able to do."
        ),
        member!(
            "revision",
            Type::Integer(&(1..=p::MAX_INTEGER)),
            true,
            "INS-002",
            "From 1, one more each time."
        ),
    ]),
    rule: Rule::Instrument,
    ..PLAIN
};

pub(super) static ATTENTION: Object = Object {
    name: "Attention",
    #[cfg(feature = "generate")]
    doc: "A person must act: who, why, since when.",
    members: Members::of(&[
        member!(
            "audience",
            list!(Type::Object(&AUDIENCE), 1, p::MAX_AUDIENCE),
            false,
            "INS-004",
            "Who; absent is everyone who can see it."
        ),
        member!("reason", text!(Short, 1, p::MAX_REASON), true, "INS-004", "Why."),
        member!("since", TIMESTAMP, true, "INS-004", "Since when, included."),
        member!("until", TIMESTAMP, false, "INS-004", "Until when, not included."),
    ]),
    rule: Rule::Attention,
    ..PLAIN
};

static AUDIENCE: Object = Object {
    name: "Audience",
    #[cfg(feature = "generate")]
    doc: "A person or a role.",
    members: Members::of(&[
        member!("id", ID, true, "INS-004", "Its id."),
        member!("kind", choice!("AudienceKind", ["user", "role"]), true, "INS-004", "Which of the two."),
    ]),
    ..PLAIN
};

static AUDIT: Object = Object {
    name: "Audit",
    #[cfg(feature = "generate")]
    doc: "What the producer reports of an audit.",
    members: Members::of(&[
        member!("checks", list!(Type::Object(&CHECK), 0, p::MAX_CHECKS), false, "AUD-002", "The checks."),
        member!("proof", Type::Object(&PROOF), false, "AUD-001", "What proves the outcome."),
        member!("status", AUDIT_STATUS, true, "AUD-001", "The outcome."),
    ]),
    rule: Rule::Audit,
    ..PLAIN
};

static CHECK: Object = Object {
    name: "Check",
    #[cfg(feature = "generate")]
    doc: "One check of an audit.",
    members: Members::of(&[
        member!(
            "evidence",
            list!(Type::Object(&EVIDENCE), 0, p::MAX_EVIDENCE),
            false,
            "AUD-002",
            "What supports it."
        ),
        member!("id", ID, true, "AUD-002", "Its id."),
        member!("label", LABEL, true, "AUD-002", "Its name for a person."),
        member!(
            "status",
            choice!("CheckStatus", ["passed", "failed", "skipped", "pending"]),
            true,
            "AUD-002",
            "Its outcome."
        ),
    ]),
    rule: Rule::Check,
    ..PLAIN
};

pub(super) static PROOF: Object = Object {
    name: "Proof",
    #[cfg(feature = "generate")]
    doc: "An artefact that proves an audit, by the SHA-256 of its bytes.",
    members: Members::of(&[
        member!("digest", DIGEST, true, "AUD-001", "Plain SHA-256 of the artefact."),
        member!("label", LABEL, false, "AUD-001", "Its name for a person."),
        member!("url", URL, false, "AUD-001", "Where it is."),
    ]),
    ..PLAIN
};

static EVIDENCE: Object = Object {
    name: "Evidence",
    #[cfg(feature = "generate")]
    doc: "An artefact that supports a statement, by the SHA-256 of its bytes.",
    members: Members::of(&[
        member!("digest", DIGEST, true, "INS-006", "Plain SHA-256 of the artefact."),
        member!("label", LABEL, true, "INS-006", "Its name for a person."),
        member!("media_type", text!(MediaType, 1, p::MAX_MEDIA_TYPE), false, "INS-006", "Its media type."),
        member!("url", URL, false, "INS-006", "Where it is."),
    ]),
    ..PLAIN
};
