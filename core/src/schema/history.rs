//! The history of a series, and what a caller says of a series (SER, HIST).

use super::envelope::{
    DIGEST, ENVELOPE, ID, PLAIN, PROJECTION, SOURCE_KIND, TIMESTAMP, TOKEN, choice, list, member, text,
};
use super::{Choice, Form, List, Member, Members, Object, Text, Type};
use crate::problem::Code;
use crate::profile as p;

pub(super) const WORKSPACE: Type = text!(Identifier, 1, p::MAX_WORKSPACE);
/// Why a revision is removed.
pub(super) const GAP_REASON: Type = choice!("GapReason", ["retention", "privacy"]);
const REVISION: Type = Type::Integer(&(1..=p::MAX_INTEGER));

const ENTRY_MEMBERS: &[Member] = &[
    member!("envelope", Type::Object(&ENVELOPE), false, "HIST-002", "The sealed envelope."),
    member!("gap", Type::Object(&GAP), false, "SER-004", "What was left of a revision that was removed."),
    member!(
        "projection",
        Type::Object(&PROJECTION),
        false,
        "HIST-002",
        "The compiled PubMark of the envelope."
    ),
    member!("revision", REVISION, true, "HIST-002", "The revision of the envelope, or of what was removed."),
];

const SEAL: Member = member!("digest", DIGEST, true, "HIST-005", "Digest of everything else in the history.");
const HEAD_MEMBER: Member = member!("head", Type::Object(&HEAD), true, "HIST-004", "The last revision.");
const PROFILE: Member = member!(
    "profile",
    Type::Choice(&Choice { name: "HistoryProfile", values: &[p::HISTORY], code: Code::UnsupportedProtocol }),
    true,
    "HIST-001",
    "The profile of this form."
);
const SERIES: Member =
    member!("series", DIGEST, true, "HIST-003", "The series, derived from workspace, source and subject.");
const SOURCE: Member =
    member!("source", Type::Object(&SERIES_SOURCE), true, "HIST-003", "Whose series it is.");
const SUBJECT: Member =
    member!("subject", Type::Object(&SERIES_SUBJECT), true, "HIST-003", "What the series is about.");
const WORKSPACE_MEMBER: Member =
    member!("workspace", WORKSPACE, true, "HIST-003", "The immutable id of the workspace.");

/// The history of a series as one document (HIST-001).
pub static HISTORY: Object = Object {
    name: "History",
    #[cfg(feature = "generate")]
    doc: "Every revision of one series, or the gap that it left.",
    members: Members::of(&[
        SEAL,
        member!(
            "entries",
            list!(Type::Object(&HISTORY_ENTRY), 1, p::MAX_ENTRIES),
            true,
            "HIST-002",
            "One for each revision, from 1 to the head."
        ),
        HEAD_MEMBER,
        PROFILE,
        SERIES,
        SOURCE,
        SUBJECT,
        WORKSPACE_MEMBER,
    ]),
    ..PLAIN
};

/// A history whose list of entries was taken out, whatever stands in its place.
pub(crate) static HISTORY_FRAME: Object = Object {
    name: "History",
    members: Members::of(&[
        SEAL,
        member!("entries", Type::Any, true, "HIST-002", ""),
        HEAD_MEMBER,
        PROFILE,
        SERIES,
        SOURCE,
        SUBJECT,
        WORKSPACE_MEMBER,
    ]),
    ..PLAIN
};

/// The first line of a history in lines.
pub static HISTORY_HEAD: Object = Object {
    name: "HistoryHead",
    #[cfg(feature = "generate")]
    doc: "The first line of a history in lines.",
    members: Members::of(&[HEAD_MEMBER, PROFILE, SERIES, SOURCE, SUBJECT, WORKSPACE_MEMBER]),
    ..PLAIN
};

/// The last line of a history in lines.
pub static HISTORY_FOOT: Object = Object {
    name: "HistoryFoot",
    #[cfg(feature = "generate")]
    doc: "The last line of a history in lines.",
    members: Members::of(&[SEAL]),
    ..PLAIN
};

/// One revision in a history (HIST-002).
pub static HISTORY_ENTRY: Object = Object {
    name: "HistoryEntry",
    #[cfg(feature = "generate")]
    doc: "One revision: its envelope, or the gap that it left.",
    members: Members::of(ENTRY_MEMBERS),
    ..PLAIN
};

/// An entry of which the members stay where they are when it is read; other members are for the caller to refuse.
pub(crate) static ENTRY_IN_ANY_ORDER: Object =
    Object { name: "HistoryEntry", members: Members::of(ENTRY_MEMBERS), open: true, ..PLAIN };

static GAP: Object = Object {
    name: "Gap",
    #[cfg(feature = "generate")]
    doc: "What a revision leaves when it is removed.",
    members: Members::of(&[
        member!("digest", DIGEST, true, "SER-004", "Digest of the envelope that was removed."),
        member!("reason", GAP_REASON, true, "SER-004", "Why."),
        member!("removed_at", TIMESTAMP, true, "SER-004", "When."),
    ]),
    ..PLAIN
};

pub(super) static HEAD: Object = Object {
    name: "Head",
    #[cfg(feature = "generate")]
    doc: "The last revision of a series.",
    members: Members::of(&[
        member!("digest", DIGEST, true, "SER-001", "Digest of its envelope."),
        member!("revision", REVISION, true, "SER-001", "Its number."),
    ]),
    ..PLAIN
};

static SERIES_SOURCE: Object = Object {
    name: "SeriesSource",
    #[cfg(feature = "generate")]
    doc: "What of a source is part of a series.",
    members: Members::of(&[
        member!("id", ID, true, "INS-007", "Its id."),
        member!("kind", SOURCE_KIND, true, "INS-007", "What it is."),
    ]),
    ..PLAIN
};

static SERIES_SUBJECT: Object = Object {
    name: "SeriesSubject",
    #[cfg(feature = "generate")]
    doc: "What of a subject is part of a series.",
    members: Members::of(&[
        member!("id", ID, true, "INS-007", "Its id."),
        member!("kind", TOKEN, true, "INS-007", "What it is."),
    ]),
    ..PLAIN
};

/// What a revision is decided against.
pub static REVISION_OPTIONS: Object = Object {
    name: "RevisionOptions",
    #[cfg(feature = "generate")]
    doc: "What a revision is decided against.",
    members: Members::of(&[
        member!("channel", ID, false, "SER-002", "The channel that the revision was sent to."),
        member!(
            "series",
            Type::Object(&SERIES_STATE),
            false,
            "SER-001",
            "What is there of the series; nothing, if it is absent."
        ),
        member!("workspace", WORKSPACE, true, "INS-007", "The immutable id of the workspace."),
    ]),
    ..PLAIN
};

static SERIES_STATE: Object = Object {
    name: "SeriesState",
    #[cfg(feature = "generate")]
    doc: "What is there of a series.",
    members: Members::of(&[
        member!("channel", ID, false, "SER-002", "The channel of its revision 1."),
        member!("head", Type::Object(&HEAD), false, "SER-001", "Its last revision, be it a gap."),
        member!(
            "id",
            DIGEST,
            false,
            "HIST-003",
            "The series that the revision must belong to, if the caller knows it."
        ),
        member!(
            "known",
            list!(DIGEST, 0, p::MAX_ENTRIES),
            false,
            "SER-001",
            "Digests of its revisions and gaps: at least the revision's own and its predecessor's, if they are there."
        ),
    ]),
    ..PLAIN
};

/// What a history is made from, beside the messages.
pub static EXPORT_OPTIONS: Object = Object {
    name: "ExportOptions",
    #[cfg(feature = "generate")]
    doc: "How messages become a history.",
    members: Members::of(&[
        member!(
            "form",
            choice!("HistoryForm", ["document", "lines"]),
            true,
            "HIST-001",
            "The form to write."
        ),
        member!(
            "lengths",
            list!(Type::Integer(&(0..=p::MAX_INTEGER)), 0, p::MAX_ENTRIES),
            true,
            "HIST-001",
            "Bytes of each message; they stand one behind the other in the input."
        ),
        member!("workspace", WORKSPACE, true, "INS-007", "The immutable id of the workspace."),
    ]),
    ..PLAIN
};
