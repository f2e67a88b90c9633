//! Whether a viewer may use an action, and what to do with an invocation of one (ACT-007 to ACT-009).

use super::context::{Capability, Context};
use super::head::{Action, Offer};
use super::json::Object;
use crate::canonical::read;
use crate::digest::Digest;
use crate::problem::{Code, Problem};
use crate::time::Instant;

/// Why an invocation is refused, in the order in which it is asked, and the HTTP status of each (ACT-007).
pub const REFUSALS: [(Code, u16); 9] = [
    (Code::ActionUnknown, 404),
    (Code::ActionSuperseded, 409),
    (Code::ActionInHistory, 409),
    (Code::ActionUnregistered, 409),
    (Code::ActionNotAllowed, 403),
    (Code::ActionDone, 409),
    (Code::ActionNotYet, 409),
    (Code::ActionExpired, 409),
    (Code::ConfirmationRequired, 422),
];
/// The HTTP status of an invocation that is run (ACT-008).
pub const STATUS_OF_RUN: u16 = 201;

/// The instants between which an answer stays as it is: `from` included, `until` not. `None` is for ever.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) from: Option<Instant>,
    pub(crate) until: Option<Instant>,
}

impl Span {
    /// Cuts the span at an instant at which the answer of `now` changes.
    pub(crate) fn cut(&mut self, at: Option<Instant>, now: Instant) {
        let Some(at) = at else { return };
        if at <= now {
            self.from = self.from.max(Some(at));
        } else {
            self.until = Some(self.until.map_or(at, |until| until.min(at)));
        }
    }
}

/// The actions of one message, for one viewer.
pub(crate) struct Desk<'d> {
    pub(crate) offer: &'d Offer,
    pub(crate) context: &'d Context,
    /// The message is no longer the head of its series.
    pub(crate) in_history: bool,
}

impl Desk<'_> {
    /// Why the viewer may not use the action now: the first reason that holds. `None` is that they may.
    pub(crate) fn refusal(&self, action: &Action) -> Option<Code> {
        let now = self.context.now;
        self.standing(action).or_else(|| match (action.from, action.until) {
            (Some(from), _) if now < from => Some(Code::ActionNotYet),
            (_, Some(until)) if now >= until => Some(Code::ActionExpired),
            _ => None,
        })
    }

    /// The reasons that do not depend on the time.
    fn standing(&self, action: &Action) -> Option<Code> {
        if self.in_history {
            return Some(Code::ActionInHistory);
        }
        let Some(capability) = self.capability(action) else { return Some(Code::ActionUnregistered) };
        if !capability.allows(self.context) {
            return Some(Code::ActionNotAllowed);
        }
        let done = !capability.repeatable && (self.is_done(action) || self.settled());
        done.then_some(Code::ActionDone)
    }

    /// Whether an action of the message that settles it has succeeded (ACT-009).
    pub(crate) fn settled(&self) -> bool {
        self.offer.actions.iter().any(|action| {
            self.is_done(action) && self.capability(action).is_some_and(|capability| capability.settles)
        })
    }

    fn is_done(&self, action: &Action) -> bool {
        self.context.is_done(&self.offer.digest, &action.id)
    }

    fn capability(&self, action: &Action) -> Option<&Capability> {
        self.context.capability(&action.capability)
    }

    fn confirms(&self, action: &Action) -> bool {
        action.confirm || self.capability(action).is_some_and(|capability| capability.confirm)
    }

    /// Cuts `span` where the state of an action changes by itself.
    pub(crate) fn cut(&self, span: &mut Span) {
        for action in self.offer.actions.iter().filter(|action| self.standing(action).is_none()) {
            span.cut(action.from, self.context.now);
            span.cut(action.until, self.context.now);
        }
    }

    /// When the state of an action next changes by itself.
    pub(crate) fn changes_at(&self) -> Option<Instant> {
        let mut span = Span::default();
        self.cut(&mut span);
        span.until
    }

    /// The states of all actions as a member `actions`. `prefix` is the pointer of the envelope.
    pub(crate) fn write_states(&self, prefix: &str, answer: &mut Object<'_>) {
        answer.list("actions", self.offer.actions.iter().enumerate(), |(index, action), out| {
            let refusal = self.refusal(action);
            let capability = self.capability(action).cloned().unwrap_or_default();
            let mut state = Object::begin(out);
            state.text("id", &action.id);
            state.flag("enabled", refusal.is_none());
            if let Some(code) = refusal {
                let problem = Problem::new(code, format!("{prefix}/actions/{index}"));
                write_reason(&problem.with("capability", action.capability.as_str()), state.member("reason"));
            }
            state.flag("confirm", self.confirms(action));
            state.flag("repeatable", capability.repeatable);
            state.flag("settles", capability.settles);
            state.end();
        });
    }

    /// Decides about an invocation of `id`, which names the message `seen` (ACT-008). `wire` are the canonical actions.
    pub(crate) fn decide(
        &self,
        id: &str,
        seen: Option<Digest>,
        confirmed: bool,
        prefix: &str,
        wire: &[u8],
        out: &mut Vec<u8>,
    ) {
        let found = self.offer.actions.iter().enumerate().find(|(_, action)| action.id == id);
        let Some((index, action)) = found else {
            return refuse(Problem::new(Code::ActionUnknown, format!("{prefix}/actions")), out);
        };
        let code = if seen.map(|seen| seen.bytes()) != Some(self.offer.digest) {
            Some(Code::ActionSuperseded)
        } else {
            let unconfirmed = self.confirms(action) && !confirmed;
            self.refusal(action).or(unconfirmed.then_some(Code::ConfirmationRequired))
        };
        if let Some(code) = code {
            let problem = Problem::new(code, format!("{prefix}/actions/{index}"));
            return refuse(problem.with("capability", action.capability.as_str()), out);
        }
        let mut answer = Object::begin(out);
        answer.text("decision", "run");
        answer.number("status", STATUS_OF_RUN.into());
        answer.text("capability", &action.capability);
        let arguments = read::items(wire).nth(index).and_then(|action| read::member(action, "arguments"));
        if let Some(arguments) = arguments {
            answer.raw("arguments", arguments);
        }
        answer.flag("settles", self.capability(action).is_some_and(|capability| capability.settles));
        answer.end();
    }
}

fn refuse(problem: Problem, out: &mut Vec<u8>) {
    let status = REFUSALS.iter().find(|(code, _)| *code == problem.code).map_or(409, |(_, status)| *status);
    let mut answer = Object::begin(out);
    answer.text("decision", "refuse");
    answer.number("status", status.into());
    write_reason(&problem, answer.member("reason"));
    answer.end();
}

/// A reason as the answers have it: code, pointer and sentence.
pub(crate) fn write_reason(problem: &Problem, out: &mut Vec<u8>) {
    let mut reason = Object::begin(out);
    reason.text("code", problem.code.as_str());
    reason.text("at", &problem.at);
    reason.text("message", &problem.message());
    reason.end();
}
