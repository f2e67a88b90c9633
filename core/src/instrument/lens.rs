//! Which lenses show a head to a viewer, why or why not, and until when that stays so (LENS-002 to LENS-005).

use super::action::{Desk, Span, write_reason};
use super::context::Context;
use super::head::{CATEGORIES, Instrument, LENSES, SEVERITIES};
use super::json::Object;
use crate::digest::Digest;
use crate::problem::{Code, Problem};

/// Why a head does not need a viewer, in the order in which an answer lists them (LENS-003).
const WHY_NOT: [Code; 6] = [
    Code::AttentionAbsent,
    Code::AttentionNotYet,
    Code::AttentionOver,
    Code::AttentionElsewhere,
    Code::AttentionSettled,
    Code::NoUsableAction,
];

/// Whether a head needs a viewer now, and between which instants that answer and the states of its actions stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Need {
    /// Bits of [`WHY_NOT`]; none is that it does.
    why_not: u8,
    pub(crate) span: Span,
}

impl Need {
    /// Asks whether `head` needs the viewer of `context`, at its time. Linear in audience and actions.
    pub(crate) fn of(head: &Instrument, context: &Context) -> Self {
        let desk = Desk { offer: &head.offer, context, in_history: false };
        let now = context.now;
        let mut span = Span::default();
        desk.cut(&mut span);
        let Some(attention) = &head.attention else { return Need { why_not: 1, span } };
        span.cut(Some(attention.since), now);
        span.cut(attention.until, now);
        let actions = &head.offer.actions;
        let reasons = [
            false,
            now < attention.since,
            attention.until.is_some_and(|until| now >= until),
            attention.applies(context).is_none(),
            desk.settled(),
            !actions.is_empty() && !actions.iter().any(|action| desk.refusal(action).is_none()),
        ];
        let why_not = reasons.iter().rev().fold(0, |bits, &holds| bits << 1 | u8::from(holds));
        Need { why_not, span }
    }

    /// Whether the head belongs in Needs Me.
    pub(crate) const fn is_needed(self) -> bool {
        self.why_not == 0
    }

    fn codes(self) -> impl Iterator<Item = Code> {
        WHY_NOT
            .into_iter()
            .enumerate()
            .filter(move |(bit, _)| self.why_not >> bit & 1 == 1)
            .map(|(_, code)| code)
    }
}

/// Writes what a viewer is told of a head. `prefix` is the pointer of the envelope in what was given.
pub(crate) fn write_classified(head: &Instrument, context: &Context, prefix: &str, out: &mut Vec<u8>) {
    let need = Need::of(head, context);
    let category = usize::from(head.category);
    let name = |names: &[&'static str], index| names.get(index).copied().unwrap_or_default();
    let mut answer = Object::begin(out);
    if let Some(series) = head.series {
        answer.text("series", &Digest::of_bytes(series).to_string());
    }
    answer.number("revision", head.revision);
    answer.text("digest", &Digest::of_bytes(head.offer.digest).to_string());
    answer.text("category", name(&CATEGORIES, category));
    answer.text("severity", name(&SEVERITIES, usize::from(head.severity)));
    answer.text("lens", name(&LENSES, category + 1));
    answer.flag("needs_me", need.is_needed());
    answer.list("why_not", need.codes(), |code, out| {
        let place = match code {
            Code::NoUsableAction | Code::AttentionSettled => "actions",
            _ => "instrument/attention",
        };
        write_reason(&Problem::new(code, format!("{prefix}/{place}")), out);
    });
    if let Some(attention) = &head.attention {
        answer.raw("attention", &attention.wire);
        if let Some(applies) = attention.applies(context) {
            answer.text("applies", applies.as_str());
        }
    }
    Desk { offer: &head.offer, context, in_history: false }.write_states(prefix, &mut answer);
    if let Some(until) = need.span.until {
        answer.text("changes_at", &until.text());
    }
    answer.end();
}
