//! Delivery: what becomes of a send, and of a change to what was sent, and who may do what (DEL). A service reads what it holds, asks, and
//! writes the answer; nothing is decided by it.

mod access;
mod change;
mod decide;
mod options;
mod read;

pub(crate) use access::{credential, usable};
pub(crate) use change::change;
pub(crate) use decide::{Decided, Refusal, decide, plan};
pub(crate) use options::SendOptions;
pub(crate) use read::{Sent, body_text, names};

use crate::problem::{Code, Report};

/// The HTTP status of a report (DEL-002): 200 of one without problems. What is no JSON, or too large, is that first.
pub(crate) fn status(report: &Report) -> u16 {
    let statuses = || report.problems.iter().map(|problem| status_of(problem.code));
    let unread = statuses().filter(|status| matches!(status, 400 | 413)).min();
    unread.or_else(|| statuses().next()).unwrap_or(200)
}

const fn status_of(code: Code) -> u16 {
    match code {
        Code::JsonSyntax
        | Code::JsonDuplicateKey
        | Code::JsonLoneSurrogate
        | Code::JsonNumberRange
        | Code::JsonNumberPrecision
        | Code::JsonNul
        | Code::JsonTooDeep => 400,
        Code::SourceNotAllowed => 403,
        Code::DedupeConflict
        | Code::MessageSealed
        | Code::RevisionFork
        | Code::RevisionIndexed
        | Code::RevisionSkipped
        | Code::SeriesChannel
        | Code::StalePredecessor
        | Code::UnknownPredecessor => 409,
        Code::MessageDeleted => 410,
        Code::TooLarge => 413,
        _ => 422,
    }
}
