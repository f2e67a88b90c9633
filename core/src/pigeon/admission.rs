//! Contact requests: until when one may be approved, and what its answer releases (PIG-009, PIG-010).

use super::asked::{Asked, instant, text};
use super::refusal::Reason;
use super::who::Caller;
use super::{Answer, Refusal};
use crate::canonical::read;
use crate::instrument::Object;
use crate::profile::ADMISSION_SECONDS;
use crate::time::Instant;

/// What a contact request is at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Pending,
    Approved,
    Declined,
    Expired,
}

impl State {
    /// What `admission` is at `now`: one that is recorded as pending has expired seven days after it was made.
    pub(super) fn of(admission: &[u8], now: Instant) -> Result<Self, Refusal> {
        Ok(match text(admission, "state")?.as_str() {
            "approved" => State::Approved,
            "declined" => State::Declined,
            "pending" if now < expires_at(admission)? => State::Pending,
            _ => State::Expired,
        })
    }

    const fn as_str(self) -> &'static str {
        match self {
            State::Pending => "pending",
            State::Approved => "approved",
            State::Declined => "declined",
            State::Expired => "expired",
        }
    }

    /// What a sender is told: nobody learns that a request was declined, or never answered.
    pub(super) const fn told(self) -> &'static str {
        if matches!(self, State::Approved) { "approved" } else { "pending_admission" }
    }
}

/// Whether a request that is recorded as pending is to be recorded as expired, so that no clock makes it pending again.
pub(super) fn is_to_expire(admission: &[u8], state: State) -> bool {
    state == State::Expired && read::member(admission, "state") == Some(b"\"pending\"")
}

fn expires_at(admission: &[u8]) -> Result<Instant, Refusal> {
    Ok(instant(admission, "asked_at")?.later(ADMISSION_SECONDS))
}

/// Says what a contact request is now, and until when it may be approved.
pub(super) fn state(asked: &Asked<'_>) -> Answer {
    let admission = asked.option("admission").ok_or(Refusal::Misuse)?;
    let state = State::of(admission, asked.now()?)?;
    let mut out = Vec::new();
    let mut answer = Object::begin(&mut out);
    answer.number("status", 200);
    answer.text("state", state.as_str());
    answer.text("expires_at", &expires_at(admission)?.text());
    answer.flag("expire", is_to_expire(admission, state));
    answer.end();
    Ok(out)
}

/// Decides the answer to a contact request.
pub(super) fn answer_request(asked: &Asked<'_>) -> Answer {
    let caller = Caller::of(asked)?;
    let admission = asked.option("admission").ok_or(Reason::NotFound)?;
    if text(admission, "publisher")? != caller.account {
        return Err(Reason::NotFound.into());
    }
    let is_approval = asked.text("answer")? == "approve";
    if is_approval {
        caller.must_be_person()?;
    }
    let decision = match (State::of(admission, asked.now()?)?, is_approval) {
        (State::Pending, true) => "approve",
        (State::Pending, false) => "decline",
        (State::Approved, true) | (State::Declined, false) => "keep",
        (State::Approved, false) => return Err(Reason::RequestApproved.into()),
        (State::Declined, true) => return Err(Reason::RequestDeclined.into()),
        (State::Expired, _) => return Err(Reason::RequestExpired.into()),
    };
    let mut held: Vec<(i64, &[u8])> = match decision {
        "approve" => read::items_of(asked.options, "held").filter_map(held_message).collect(),
        _ => Vec::new(),
    };
    held.sort_by_key(|(sequence, _)| *sequence);
    let mut out = Vec::new();
    let mut answer = Object::begin(&mut out);
    answer.number("status", 200);
    answer.text("decision", decision);
    answer.text("state", if is_approval { "approved" } else { "declined" });
    answer.list("deliver", held, |(_, message), out| out.extend_from_slice(message));
    answer.end();
    Ok(out)
}

fn held_message(held: &[u8]) -> Option<(i64, &[u8])> {
    Some((read::integer(read::member(held, "sequence")?)?, read::member(held, "message")?))
}
