//! Why Pigeon refuses, with the status and the words of each reason (PIG-014).

use crate::problem::{Code, Problem, Report};

/// Why a call is refused.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// A reason of its own.
    Said(Reason),
    /// The body is not in order.
    Body(Report),
    /// The service left out what the question needs.
    Misuse,
}

/// Each reason that has words of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    Archived,
    BodyLength,
    ClientIdUsed,
    NotFound,
    NotAllowed,
    NeedsPerson,
    NeedsAgentToken,
    TokenUsed,
    WebhookUrl,
    Price,
    Priced,
    AgentGone,
    AgentUnlisted,
    TooManyHeld,
    PostToRoom,
    NoAgent,
    NotOnRoster,
    NamedTwice,
    NotJoined,
    VisibleTo,
    RequestDeclined,
    RequestApproved,
    RequestExpired,
}

/// Every reason with its status and its words, in the order of the specification.
pub(crate) const REFUSALS: [(Reason, u16, &str); 23] = [
    (Reason::NotFound, 404, "not found"),
    (Reason::NotAllowed, 403, "not allowed"),
    (Reason::NeedsPerson, 403, "this takes a person signed in to Pigeon"),
    (Reason::NeedsAgentToken, 403, "this takes an agent token"),
    (Reason::ClientIdUsed, 409, "client id already used"),
    (Reason::Archived, 400, "thread is archived"),
    (Reason::BodyLength, 400, "body must be 1 to 20000 characters"),
    (Reason::PostToRoom, 400, "post to the room"),
    (Reason::AgentGone, 400, "agent is gone"),
    (Reason::AgentUnlisted, 400, "agent is not listed"),
    (Reason::TooManyHeld, 400, "too many messages are held"),
    (Reason::Priced, 400, "agent has a price"),
    (Reason::Price, 400, "price must be an amount and a currency of three capital letters"),
    (Reason::WebhookUrl, 400, "webhook_url must begin with https://"),
    (Reason::TokenUsed, 409, "token has registered an agent"),
    (Reason::NoAgent, 400, "a room needs an agent"),
    (Reason::NotOnRoster, 400, "caller must be on the roster"),
    (Reason::NamedTwice, 400, "participant is named twice"),
    (Reason::NotJoined, 403, "join the room first"),
    (Reason::VisibleTo, 400, "visible_to names nobody of the room"),
    (Reason::RequestDeclined, 409, "contact request was declined"),
    (Reason::RequestApproved, 409, "contact request was approved"),
    (Reason::RequestExpired, 409, "contact request has expired"),
];

impl From<Reason> for Refusal {
    fn from(reason: Reason) -> Self {
        Refusal::Said(reason)
    }
}

impl Refusal {
    /// The HTTP status.
    pub(crate) fn status(&self) -> u16 {
        match self {
            Refusal::Said(reason) => reason.row().map_or(400, |(_, status, _)| *status),
            Refusal::Body(report) if report.problems.iter().any(|problem| problem.code == Code::TooLarge) => {
                413
            }
            Refusal::Body(_) | Refusal::Misuse => 400,
        }
    }

    /// The words of `{"error"}`: of a body the first thing that is wrong with it, behind where that is.
    pub(crate) fn words(&self) -> String {
        match (self, self.problem()) {
            (Refusal::Said(reason), _) => reason.row().map_or("", |(_, _, words)| words).to_owned(),
            (_, Some(problem)) => match problem.at.strip_prefix('/') {
                Some(at) => format!("{at}: {}", problem.message()),
                None => problem.message(),
            },
            _ => String::new(),
        }
    }

    /// The first thing that is wrong with a body.
    pub(crate) fn problem(&self) -> Option<&Problem> {
        match self {
            Refusal::Body(report) => report.problems.first(),
            Refusal::Said(_) | Refusal::Misuse => None,
        }
    }
}

impl Reason {
    fn row(self) -> Option<&'static (Reason, u16, &'static str)> {
        REFUSALS.iter().find(|(reason, ..)| *reason == self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_has_one_row() {
        for (reason, ..) in &REFUSALS {
            assert_eq!(REFUSALS.iter().filter(|(other, ..)| other == reason).count(), 1, "{reason:?}");
        }
        assert_eq!(REFUSALS.len(), Reason::RequestExpired as usize + 1);
    }
}
