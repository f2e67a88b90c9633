//! Messages of a thread: what becomes of one that a person sends (PIG-005, PIG-009), and of an agent's reply (PIG-008).

use super::admission::{State, is_to_expire};
use super::asked::{Asked, is, text};
use super::refusal::Reason;
use super::said::{Said, repeated};
use super::who::{Caller, Kind, Right};
use super::{Answer, Refusal};
use crate::canonical::read;
use crate::instrument::Object;
use crate::profile::MAX_HELD;

/// Decides a message that is posted in a thread.
pub(super) fn post(asked: &Asked<'_>) -> Answer {
    let caller = Caller::of(asked)?;
    let thread = caller.thread(asked, Right::Post)?;
    let said = Said::of(asked, "chat_message")?;
    let content = said.content(&text(thread, "id")?, None, asked);
    let admission = match asked.option("admission") {
        Some(admission) => Some((State::of(admission, asked.now()?)?, admission)),
        None => None,
    };
    let mut out = Vec::new();
    let mut answer = Object::begin(&mut out);
    if let Some(first) = repeated(asked, content)? {
        let held = read::is_true(first, "held");
        answer.number("status", if held { 202 } else { 201 });
        answer.text("decision", "repeat");
        if held {
            answer.text("state", admission.map_or(State::Pending, |(state, _)| state).told());
        }
    } else {
        if read::is_true(thread, "room") {
            return Err(Reason::PostToRoom.into());
        }
        if read::is_true(thread, "archived") {
            return Err(Reason::Archived.into());
        }
        let held = asked.option("held").and_then(read::integer).unwrap_or_default();
        if usize::try_from(held).is_ok_and(|held| held >= MAX_HELD)
            && !matches!(admission, Some((State::Approved, _)))
        {
            return Err(Reason::TooManyHeld.into());
        }
        let decision = way(asked, &caller, admission.map(|(state, _)| state))?;
        answer.number("status", if decision == "deliver" { 201 } else { 202 });
        answer.text("decision", decision);
        if decision != "deliver" {
            answer.text("state", State::Pending.told());
        }
        let mut message = Object::begin(answer.member("message"));
        said.write("human", Some(&caller.account), &mut message);
        message.end();
    }
    answer.text("content", &content.to_string());
    answer.flag("expire", admission.is_some_and(|(state, admission)| is_to_expire(admission, state)));
    answer.end();
    Ok(out)
}

/// Which way a message goes: `deliver` at once, `hold` it, or hold it and `ask` the publisher.
fn way(asked: &Asked<'_>, caller: &Caller, admission: Option<State>) -> Result<&'static str, Refusal> {
    let agent = asked.option("agent").ok_or(Reason::AgentGone)?;
    if is(agent, "account", &caller.account) {
        return Ok("deliver");
    }
    if !read::is_true(agent, "listed") {
        return Err(Reason::AgentUnlisted.into());
    }
    Ok(match admission {
        None => "ask",
        Some(State::Approved) => "deliver",
        Some(State::Pending | State::Declined | State::Expired) => "hold",
    })
}

/// Decides an agent's reply to a delivery.
pub(super) fn reply(asked: &Asked<'_>) -> Answer {
    let caller = Caller::of(asked)?;
    let delivery = asked.option("delivery").ok_or(Reason::NotFound)?;
    if caller.kind != Kind::Agent || !is(delivery, "agent", &caller.uid) {
        return Err(Reason::NotFound.into());
    }
    let said = Said::of(asked, "task_response")?;
    let content = said.content(&text(delivery, "message")?, None, asked);
    let is_repeated = repeated(asked, content)?.is_some();
    if !is_repeated && read::is_true(delivery, "archived") {
        return Err(Reason::Archived.into());
    }
    let mut out = Vec::new();
    let mut answer = Object::begin(&mut out);
    answer.number("status", 201);
    answer.text("decision", if is_repeated { "repeat" } else { "reply" });
    answer.text("content", &content.to_string());
    if !is_repeated {
        answer.text("delivered", &text(delivery, "message")?);
        answer.text("thread", &text(delivery, "thread")?);
        let mut message = Object::begin(answer.member("message"));
        said.write("agent", None, &mut message);
        message.end();
    }
    answer.end();
    Ok(out)
}
