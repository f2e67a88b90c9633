//! What a client shows, and a policy reads, of an audit: what the producer reported, counted and not interpreted
//! (AUD-004).

use super::json::Object;
use crate::canonical::read;

const CHECK_STATUSES: [&str; 4] = ["failed", "passed", "pending", "skipped"];

/// Writes the summary of the audit of an envelope, given as canonical bytes of its `instrument`, if it has one. Nothing
/// is derived from the lifecycle. Linear in the checks.
pub(crate) fn write_summary(instrument: Option<&[u8]>, out: &mut Vec<u8>) {
    let audit = instrument.and_then(|instrument| read::member(instrument, "audit"));
    let checks = audit.and_then(|audit| read::member(audit, "checks")).unwrap_or_default();
    let mut counts = [0u64; CHECK_STATUSES.len()];
    let mut evidence = 0;
    for check in read::items(checks) {
        let status = read::member(check, "status").and_then(read::plain_text).unwrap_or_default();
        let place = CHECK_STATUSES.iter().position(|known| *known == status);
        if let Some(count) = place.and_then(|place| counts.get_mut(place)) {
            *count += 1;
        }
        evidence += read::items(read::member(check, "evidence").unwrap_or_default()).count() as u64;
    }
    let status = audit.and_then(|audit| read::member(audit, "status")).and_then(read::plain_text);
    let mut summary = Object::begin(out);
    summary.flag("reported", status.is_some());
    if let Some(status) = status {
        summary.text("status", status);
    }
    summary.text("text", &words(status, &counts));
    let mut of_checks = Object::begin(summary.member("checks"));
    for (name, count) in CHECK_STATUSES.iter().zip(counts) {
        of_checks.number(name, count);
    }
    of_checks.end();
    summary.number("evidence", evidence);
    if let Some(proof) = audit.and_then(|audit| read::member(audit, "proof")) {
        summary.raw("proof", proof);
    }
    summary.end();
}

fn words(status: Option<&str>, counts: &[u64; CHECK_STATUSES.len()]) -> String {
    let mut words = match status {
        None => return "no audit reported".to_owned(),
        Some("passed") => "reported as passed".to_owned(),
        Some("failed") => "reported as failed".to_owned(),
        Some("not_run") => "reported as not run".to_owned(),
        Some(_) => "reported as incomplete".to_owned(),
    };
    let mut lead = ": checks ";
    for (name, count) in CHECK_STATUSES.iter().zip(counts).filter(|(_, count)| **count > 0) {
        words.push_str(lead);
        words.push_str(&format!("{count} {name}"));
        lead = ", ";
    }
    words
}
