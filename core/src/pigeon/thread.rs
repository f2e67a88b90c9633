//! Threads: making, reading, archiving and restoring one (PIG-004).

use super::Answer;
use super::asked::{Asked, text};
use super::refusal::Reason;
use super::said::{repeated, topic};
use super::who::{Caller, Right};
use crate::canonical::read;
use crate::digest::Digest;
use crate::instrument::Object;
use crate::profile::PIGEON;

/// Decides a new thread.
pub(super) fn create(asked: &Asked<'_>) -> Answer {
    Caller::of(asked)?.must_be_account()?;
    let body = asked.body()?;
    let (contact_id, topic) = (text(body, "contact_id")?, topic(body));
    let mut canonical = Vec::new();
    let mut content = Object::begin(&mut canonical);
    content.text("contact_id", &contact_id);
    content.text("topic", &topic);
    content.end();
    let content = Digest::of(PIGEON, &canonical, asked.host);
    let is_repeated = repeated(asked, content)?.is_some();
    let mut out = Vec::new();
    let mut answer = Object::begin(&mut out);
    answer.number("status", 201);
    answer.text("decision", if is_repeated { "repeat" } else { "create" });
    answer.text("content", &content.to_string());
    if !is_repeated {
        let contact = asked.option("contact").ok_or(Reason::NotFound)?;
        let mut thread = Object::begin(answer.member("thread"));
        thread.text("agent_display_name", &text(contact, "name")?);
        if let Some(client_id) = read::text_of(body, "client_thread_id") {
            thread.text("client_thread_id", &client_id);
        }
        let mut counterparty = Object::begin(thread.member("counterparty"));
        counterparty.text("contact_id", &contact_id);
        counterparty.text("kind", "contact");
        counterparty.end();
        thread.text("status", "open");
        thread.text("topic", &topic);
        thread.end();
    }
    answer.end();
    Ok(out)
}

/// Decides the use of a thread: to read, archive or restore it. To archive what is archived changes nothing.
pub(super) fn make_use(asked: &Asked<'_>) -> Answer {
    let caller = Caller::of(asked)?;
    let to_do = asked.text("use")?;
    let right = if to_do == "read" { Right::Read } else { Right::Own };
    let is_archived = read::is_true(caller.thread(asked, right)?, "archived");
    let decision = match (to_do.as_str(), is_archived) {
        ("archive", false) => "archive",
        ("restore", true) => "restore",
        _ => "keep",
    };
    let archived_then = if decision == "keep" { is_archived } else { decision == "archive" };
    let mut out = Vec::new();
    let mut answer = Object::begin(&mut out);
    answer.number("status", 200);
    answer.text("decision", decision);
    answer.text("thread_status", if archived_then { "archived" } else { "open" });
    answer.end();
    Ok(out)
}
