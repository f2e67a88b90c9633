//! Pigeon: conversations between people and agents (PIG). A service reads what it holds, asks, and writes the answer; who
//! may do what, what is stored, who gets it, and what is held, delivered or refused is decided here.

mod admission;
mod agent;
mod asked;
mod message;
mod notice;
mod refusal;
mod room;
mod said;
mod thread;
mod who;

#[cfg(feature = "generate")]
pub(crate) use refusal::REFUSALS;
pub(crate) use refusal::Refusal;

use crate::host::Host;
use crate::pass::{Work, accepts, problems};
use crate::problem::{Code, Problem, Report};
use crate::profile::MAX_MESSAGE_BYTES;
use crate::schema::Type;
use crate::schema::pigeon::{QUESTIONS, Question};
use asked::Asked;

/// What comes of a question: an answer, as the JSON of an object, or why there is none.
pub(crate) type Answer = Result<Vec<u8>, Refusal>;

/// Answers a question. `None` if there is none of that number, or the options are not what it takes. Linear in the input
/// and the options, but for rosters and held messages, which are put in order.
pub(crate) fn answer(
    number: usize,
    input: &[u8],
    options: Option<&str>,
    work: &mut Work,
    host: &dyn Host,
) -> Option<Answer> {
    let question = QUESTIONS.get(number)?;
    let decide = decision(question.name)?;
    if !accepts(options?.as_bytes(), Type::Object(question.options), work, host) {
        return None;
    }
    let options = work.out.clone();
    let body = body(question, input, work, host);
    match decide(&Asked { body, options: &options, host }) {
        Err(Refusal::Misuse) => None,
        answer => Some(answer),
    }
}

/// What decides the question `name`.
fn decision(name: &str) -> Option<fn(&Asked<'_>) -> Answer> {
    Some(match name {
        "createThread" => thread::create,
        "useThread" => thread::make_use,
        "postMessage" => message::post,
        "replyToDelivery" => message::reply,
        "answerRequest" => admission::answer_request,
        "admissionState" => admission::state,
        "createRoom" => room::create,
        "joinRoom" => room::join,
        "postToRoom" => room::post,
        "registerAgent" => agent::register,
        "changeAgent" => agent::change,
        "removeAgent" => agent::remove,
        "installListing" => agent::install,
        "planNotice" => notice::plan,
        "giveGrant" => who::give_grant,
        "endGrant" => who::end_grant,
        _ => return None,
    })
}

/// The canonical bytes of what the caller sent, or what is wrong with it.
fn body(question: &Question, input: &[u8], work: &mut Work, host: &dyn Host) -> Result<Vec<u8>, Report> {
    let Some(object) = question.body else { return Ok(Vec::new()) };
    if input.len() > MAX_MESSAGE_BYTES {
        return Err(Report::of(vec![Problem::new(Code::TooLarge, "").with("max", MAX_MESSAGE_BYTES)], input));
    }
    if accepts(input, Type::Object(object), work, host) {
        return Ok(work.out.clone());
    }
    Err(problems(input, Type::Object(object), work, host).report(input))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_question_is_decided() {
        for question in &QUESTIONS {
            assert!(decision(question.name).is_some(), "{}", question.name);
        }
    }
}
