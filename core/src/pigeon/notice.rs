//! Notices: when the webhook of an agent is told of a delivery, and when the delivery waits (PIG-007).

use super::Answer;
use super::asked::Asked;
use crate::canonical::read;
use crate::instrument::Object;
use crate::profile::{MAX_NOTICES, NOTICE_RETRY_MS, NOTICE_TIMEOUT_MS};

/// Plans the next notice of a delivery: `send` one, none since it is `done`, or none since the delivery is to `wait`.
pub(super) fn plan(asked: &Asked<'_>) -> Answer {
    let attempts = asked.option("attempts").and_then(read::integer).unwrap_or_default();
    let status = asked.option("status").and_then(read::integer);
    let is_done = attempts > 0 && status.is_some_and(|status| (200..300).contains(&status));
    let is_told = asked.flag("webhook") && !asked.flag("attached");
    let decision = match () {
        () if is_done => "done",
        () if is_told && attempts < MAX_NOTICES => "send",
        () => "wait",
    };
    let mut out = Vec::new();
    let mut answer = Object::begin(&mut out);
    answer.number("status", 200);
    answer.text("decision", decision);
    if decision == "send" {
        answer.number("after_ms", if attempts == 0 { 0 } else { NOTICE_RETRY_MS });
        answer.number("timeout_ms", NOTICE_TIMEOUT_MS);
    }
    answer.end();
    Ok(out)
}
