//! Rules over several members of one object, each checked when the object closes.

use core::borrow::Borrow;
use std::collections::BTreeSet;

use crate::canonical::read;
use crate::pass::{Fault, View};
use crate::problem::Code;
use crate::schema::TERMINAL_STATES;
use crate::time;

/// Which rule an object of the schema has beyond those of its members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// `active_until` after `active_from` (ACT-004).
    Action,
    /// `until` after `since` (INS-004).
    Attention,
    /// Outcome, proof and checks agree (AUD-001, AUD-003).
    Audit,
    /// A completed check has evidence (AUD-002).
    Check,
    /// Each capability is registered once (LENS-001).
    Context,
    /// `done` within `total` (LIFE-004).
    Counts,
    /// An instrument has a subject; action ids are unique (ENV-014, ACT-002).
    Envelope,
    /// Revision and predecessor agree (INS-003).
    Instrument,
    /// `ended_at` only on a final state, not before `started_at` (LIFE-002).
    Lifecycle,
    /// Nothing further.
    None,
}

/// What the checks of an audit say to it.
const PASSED: u32 = 1;
const FAILED: u32 = 1 << 1;
const SKIPPED: u32 = 1 << 2;
const PENDING: u32 = 1 << 3;

impl Rule {
    /// Checks a closed object. `facts` is what the values inside said; the result is what it says to the object around.
    pub(crate) fn check(self, view: &View<'_>, facts: u32, faults: &mut Vec<Fault>) -> u32 {
        match self {
            Rule::Action => after(view, "active_from", "active_until", false, faults),
            Rule::Attention => after(view, "since", "until", false, faults),
            Rule::Audit => audit(view, facts, faults),
            Rule::Check => return check(view, faults),
            Rule::Context => context(view, faults),
            Rule::Counts => counts(view, faults),
            Rule::Envelope => envelope(view, faults),
            Rule::Instrument => instrument(view, faults),
            Rule::Lifecycle => lifecycle(view, faults),
            Rule::None => {}
        }
        0
    }
}

fn after(
    view: &View<'_>,
    earlier: &'static str,
    later: &'static str,
    or_equal: bool,
    faults: &mut Vec<Fault>,
) {
    let instant = |name| view.word(name).and_then(time::parse);
    if let (Some(from), Some(until)) = (instant(earlier), instant(later))
        && (until < from || (until == from && !or_equal))
    {
        let relation = if or_equal { "not come before" } else { "come after" };
        let fault = Fault::new(Code::TimeOrder, later).with("earlier", earlier).with("later", later);
        faults.push(fault.with("relation", relation));
    }
}

fn lifecycle(view: &View<'_>, faults: &mut Vec<Fault>) {
    let state = view.word("state").unwrap_or("succeeded");
    if view.has("ended_at") && !TERMINAL_STATES.contains(&state) {
        faults.push(Fault::new(Code::EndedNotTerminal, "ended_at").with("state", state));
    }
    after(view, "started_at", "ended_at", true, faults);
}

fn counts(view: &View<'_>, faults: &mut Vec<Fault>) {
    if let (Some(done), Some(total)) = (view.integer("done"), view.integer("total"))
        && done > total
    {
        faults.push(Fault::new(Code::CountsOrder, "done"));
    }
}

fn context(view: &View<'_>, faults: &mut Vec<Fault>) {
    let mut names = BTreeSet::new();
    for capability in read::items(view.value("capabilities").unwrap_or_default()) {
        let name = read::member(capability, "name").and_then(read::plain_text).unwrap_or_default();
        if !names.insert(name) {
            faults.push(Fault::new(Code::DuplicateCapability, "capabilities").with("name", name));
        }
    }
}

fn envelope(view: &View<'_>, faults: &mut Vec<Fault>) {
    if view.has("instrument") && !view.has("subject") {
        faults.push(Fault::new(Code::SubjectRequired, "subject"));
    }
    let mut ids: Vec<&[u8]> = Vec::new();
    for id in
        read::items(view.value("actions").unwrap_or_default()).filter_map(|action| read::member(action, "id"))
    {
        if ids.contains(&id) {
            let shown = read::text(id).unwrap_or_default();
            faults.push(Fault::new(Code::DuplicateAction, "actions").with("id", shown.borrow() as &str));
        }
        ids.push(id);
    }
}

fn instrument(view: &View<'_>, faults: &mut Vec<Fault>) {
    match view.integer("revision") {
        Some(1) if view.has("predecessor") => {
            faults.push(Fault::new(Code::UnexpectedPredecessor, "predecessor"))
        }
        Some(revision) if revision > 1 && !view.has("predecessor") => {
            faults.push(Fault::new(Code::PredecessorRequired, "predecessor").with("revision", revision));
        }
        _ => {}
    }
}

fn audit(view: &View<'_>, facts: u32, faults: &mut Vec<Fault>) {
    let Some(status) = view.word("status") else { return };
    match status {
        "passed" | "failed" if !view.has("proof") => {
            faults.push(Fault::new(Code::AuditProofRequired, "proof").with("status", status));
        }
        "incomplete" | "not_run" if view.has("proof") => {
            faults.push(Fault::new(Code::AuditProofForbidden, "proof").with("status", status));
        }
        _ => {}
    }
    let listed = facts & (PASSED | FAILED | SKIPPED | PENDING) != 0;
    let detail = match status {
        "passed" if facts & FAILED != 0 => "lists a check that failed",
        "passed" if facts & PENDING != 0 => "lists a check that is pending",
        "failed" if listed && facts & FAILED == 0 => "lists no check that failed",
        "not_run" if facts & (PASSED | FAILED) != 0 => "lists a completed check",
        _ => return,
    };
    faults.push(Fault::new(Code::AuditConflict, "checks").with("status", status).with("detail", detail));
}

fn check(view: &View<'_>, faults: &mut Vec<Fault>) -> u32 {
    let Some(status) = view.word("status") else { return 0 };
    let evidence = view.value("evidence").is_some_and(|list| list != b"[]");
    let wrong_evidence = view.has("evidence") && view.value("evidence").is_none();
    let (fact, completed) = match status {
        "passed" => (PASSED, true),
        "failed" => (FAILED, true),
        "skipped" => (SKIPPED, false),
        _ => (PENDING, false),
    };
    if completed && !evidence && !wrong_evidence {
        faults.push(Fault::new(Code::AuditEvidenceRequired, "evidence").with("status", status));
    }
    fact
}
