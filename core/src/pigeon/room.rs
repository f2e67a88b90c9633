//! Rooms: who is on the roster, who joins, and who gets a copy of a post (PIG-011, PIG-012).

use std::collections::BTreeSet;

use super::asked::{Asked, is, text};
use super::refusal::Reason;
use super::said::{Said, repeated, topic, write_names};
use super::who::{Caller, Kind, Right};
use super::{Answer, Refusal};
use crate::canonical::read;
use crate::instrument::Object;

/// Decides a new room.
pub(super) fn create(asked: &Asked<'_>) -> Answer {
    let caller = Caller::of(asked)?;
    if caller.kind == Kind::App {
        return Err(Reason::NotAllowed.into());
    }
    let body = asked.body()?;
    let roster: Vec<&[u8]> = read::items_of(body, "participants").collect();
    let mut uids = BTreeSet::new();
    for participant in &roster {
        if !uids.insert(text(participant, "uid")?) {
            return Err(Reason::NamedTwice.into());
        }
    }
    if !roster.iter().any(|participant| is_seat_of(participant, &caller)) {
        return Err(Reason::NotOnRoster.into());
    }
    let agent = roster.iter().find(|participant| is(participant, "kind", "agent")).ok_or(Reason::NoAgent)?;
    let mut out = Vec::new();
    let mut answer = Object::begin(&mut out);
    answer.number("status", 201);
    answer.text("decision", "create");
    let mut room = Object::begin(answer.member("room"));
    room.text("agent_display_name", &text(agent, "display_name")?);
    room.raw("participants", read::member(body, "participants").unwrap_or_default());
    room.text("topic", &topic(body));
    room.end();
    write_names("joined", &[caller.uid], &mut answer);
    answer.end();
    Ok(out)
}

/// Decides whether a caller joins a room. Who has joined stays.
pub(super) fn join(asked: &Asked<'_>) -> Answer {
    let caller = Caller::of(asked)?;
    let seat = seat(asked, &caller)?;
    let (status, decision) = if read::is_true(seat, "joined") { (200, "keep") } else { (201, "join") };
    let mut out = Vec::new();
    let mut answer = Object::begin(&mut out);
    answer.number("status", status);
    answer.text("decision", decision);
    answer.end();
    Ok(out)
}

/// Decides a post to a room: who gets a copy of it.
pub(super) fn post(asked: &Asked<'_>) -> Answer {
    let caller = Caller::of(asked)?;
    let seat = match caller.kind {
        Kind::App => {
            caller.thread(asked, Right::Post)?;
            seat_of(asked, caller.speaker()).ok_or(Reason::NotFound)?
        }
        _ => seat(asked, &caller)?,
    };
    if !read::is_true(seat, "joined") {
        return Err(Reason::NotJoined.into());
    }
    let said = Said::of(asked, "chat_message")?;
    let named = named(asked)?;
    let in_order: Option<Vec<String>> = named.as_ref().map(|named| named.iter().cloned().collect());
    let content = said.content(&asked.text("room")?, in_order.as_deref(), asked);
    let is_repeated = repeated(asked, content)?.is_some();
    if !is_repeated && read::is_true(caller.thread(asked, Right::Post)?, "archived") {
        return Err(Reason::Archived.into());
    }
    let mut out = Vec::new();
    let mut answer = Object::begin(&mut out);
    answer.number("status", 201);
    answer.text("decision", if is_repeated { "repeat" } else { "post" });
    answer.text("content", &content.to_string());
    if !is_repeated {
        let sees =
            |uid: &String| named.as_ref().is_none_or(|named| named.contains(uid) || uid == caller.speaker());
        let joined = read::items_of(asked.options, "roster").filter(|seat| read::is_true(seat, "joined"));
        let copies: Vec<String> = joined.filter_map(|seat| read::text_of(seat, "uid")).filter(sees).collect();
        write_names("copies", &copies, &mut answer);
        let mut message = Object::begin(answer.member("message"));
        said.write(&text(seat, "kind")?, Some(caller.speaker()), &mut message);
        if let Some(names) = &in_order {
            write_names("visible_to", names, &mut message);
        }
        message.end();
    }
    answer.end();
    Ok(out)
}

/// Whom a post names in `visible_to`: each must be on the roster.
fn named(asked: &Asked<'_>) -> Result<Option<BTreeSet<String>>, Refusal> {
    let Some(list) = read::member(asked.body()?, "visible_to") else { return Ok(None) };
    let roster: BTreeSet<String> =
        read::items_of(asked.options, "roster").filter_map(|seat| read::text_of(seat, "uid")).collect();
    let named: BTreeSet<String> = read::items(list).filter_map(read::text).map(String::from).collect();
    if named.is_subset(&roster) { Ok(Some(named)) } else { Err(Reason::VisibleTo.into()) }
}

/// The seat of a caller. Who is not on the roster learns nothing of the room.
fn seat<'a>(asked: &'a Asked<'_>, caller: &Caller) -> Result<&'a [u8], Refusal> {
    let seat = seat_of(asked, &caller.uid).ok_or(Reason::NotFound)?;
    if is_seat_of(seat, caller) { Ok(seat) } else { Err(Reason::NotFound.into()) }
}

fn seat_of<'a>(asked: &'a Asked<'_>, uid: &str) -> Option<&'a [u8]> {
    read::items_of(asked.options, "roster").find(|seat| is(seat, "uid", uid))
}

/// Whether a seat is the caller's: a person does not sit where an agent was named, nor an agent where a person was.
fn is_seat_of(seat: &[u8], caller: &Caller) -> bool {
    let kind = match caller.kind {
        Kind::App => return false,
        Kind::Agent => "agent",
        Kind::Person | Kind::Token => "human",
    };
    is(seat, "uid", &caller.uid) && is(seat, "kind", kind)
}
