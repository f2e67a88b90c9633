//! Holds the core against the vectors of Pigeon, and against what must hold for all threads, rooms and times.
#![expect(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot go on has failed"
)]

#[expect(dead_code, unused_imports, reason = "cases of the other areas name other operations")]
mod cases;

use std::collections::BTreeSet;

use cases::{known, read};
use chirp_core::Native;
use chirp_core::call::{self, Engine, MISUSE, OK, Section};
use chirp_core::schema::pigeon::QUESTIONS;
use proptest::prelude::*;
use serde_json::{Value, json};

const FIELDS: [&str; 8] = ["id", "comment", "flags", "op", "input", "input_repeat", "options", "expect"];

#[test]
fn pigeon() {
    let cases = read("pigeon");
    let mut ids = BTreeSet::new();
    let mut asked = BTreeSet::new();
    let mut differences = Vec::new();
    let mut engine = Engine::default();
    for case in &cases {
        known(case, &FIELDS, &case["id"]);
        assert!(ids.insert(case["id"].as_str().unwrap()), "two cases {}", case["id"]);
        let name = case["op"].as_str().unwrap();
        asked.insert(name);
        let mut found = outcome(name, &input(case), &case["options"], &mut engine);
        // The words about an input that is not in order are for people.
        if let Some(found) = found.as_object_mut().filter(|found| found.contains_key("code")) {
            assert!(found.remove("error").is_some_and(|words| words != ""));
        }
        if found != case["expect"] {
            differences.push(format!("{}:\n  expected {}\n  found    {found}", case["id"], case["expect"]));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert_eq!(asked, QUESTIONS.iter().map(|question| question.name).collect(), "a question without a case");
}

#[test]
fn options_that_are_no_such_thing_are_misuse() {
    let mut engine = Engine::default();
    for number in 0..=QUESTIONS.len() {
        for options in [None, Some(""), Some("{}"), Some("[]"), Some(r#"{"caller":{"account":"a"}}"#)] {
            assert_eq!(
                call::pigeon(number, b"{}", options, &mut engine, &Native),
                MISUSE,
                "{number} {options:?}"
            );
        }
    }
    // What was decided of an envelope is given with the envelope, and only with it.
    let (mut options, typed) = (post_options(json!({})), json!({ "digest": DIGEST, "text": "hello" }));
    let number = number("postMessage");
    let text = options.to_string();
    assert_eq!(call::pigeon(number, br#"{"protocol":{}}"#, Some(&text), &mut engine, &Native), MISUSE);
    options["typed"] = typed;
    let text = options.to_string();
    assert_eq!(call::pigeon(number, br#"{"body":"hello"}"#, Some(&text), &mut engine, &Native), MISUSE);
}

#[test]
fn a_room_of_a_thousand_is_made_and_posted_to() {
    let uid = |index: usize| format!("u{index}");
    let kind = |index: usize| if index == 999 { "agent" } else { "human" };
    let caller = json!({ "account": "u0", "kind": "person", "uid": "u0" });
    let participants: Value = (0..1000)
        .map(|index| json!({ "display_name": "A", "kind": kind(index), "uid": uid(index) }))
        .collect();
    let made = ask("createRoom", &json!({ "participants": participants }), &json!({ "caller": caller }));
    assert_eq!((made["status"].as_u64(), &made["joined"]), (Some(201), &json!(["u0"])));
    let roster: Value =
        (0..1000).map(|index| json!({ "joined": true, "kind": kind(index), "uid": uid(index) })).collect();
    let options = json!({
        "caller": caller, "room": "r1", "roster": roster,
        "thread": { "archived": false, "id": "t0", "owner": "u0", "room": true },
    });
    let all: Value = (0..1000).map(uid).collect();
    let post = ask("postToRoom", &json!({ "body": "hello", "visible_to": all }), &options);
    assert_eq!(post["copies"], all);
}

proptest! {
    #[test]
    fn a_topic_is_the_first_120_scalar_values_of_what_is_left(topic in any::<String>()) {
        prop_assume!(!topic.contains('\0'));
        let options = json!({ "caller": ann(), "contact": { "name": "Echo" } });
        let body = json!({ "contact_id": "c1", "topic": topic });
        let found = ask("createThread", &body, &options);
        let trimmed = chirp_core::text::trim(&topic);
        let cut: String = trimmed.chars().take(120).collect();
        let expected = if cut.is_empty() { "New chat" } else { &cut };
        prop_assert_eq!(found["thread"]["topic"].as_str(), Some(expected));
    }

    #[test]
    fn a_body_is_stored_trimmed_or_refused(body in "[ \u{a0}\u{feff}\n]{0,3}([a-zé漢😀 ]{0,8})[ \u{85}\t]{0,3}", times in 1usize..4000) {
        let body = body.repeat(times);
        let trimmed = chirp_core::text::trim(&body);
        let found = ask("postMessage", &json!({ "body": body }), &post_options(json!({})));
        if (1..=20_000).contains(&trimmed.chars().count()) {
            prop_assert_eq!(found["message"]["body"].as_str(), Some(trimmed));
        } else {
            prop_assert_eq!(found, json!({ "status": 400, "error": "body must be 1 to 20000 characters" }));
        }
    }

    #[test]
    fn nothing_reaches_a_foreign_agent_but_through_an_approval(
        state in prop::sample::select(vec!["none", "pending", "approved", "declined", "expired"]),
        seconds in -700_000i64..1_400_000,
    ) {
        let mut options = post_options(json!({ "account": "bob" }));
        if state != "none" {
            options["admission"] = json!({ "asked_at": at(0), "publisher": "bob", "state": state });
        }
        options["now"] = json!(at(seconds));
        let found = ask("postMessage", &json!({ "body": "hello" }), &options);
        let decision = match state { "none" => "ask", "approved" => "deliver", _ => "hold" };
        prop_assert_eq!(found["decision"].as_str(), Some(decision));
        prop_assert_eq!(found["status"].as_u64(), Some(if decision == "deliver" { 201 } else { 202 }));
        prop_assert_eq!(found["expire"].as_bool(), Some(state == "pending" && seconds >= WEEK));
    }

    #[test]
    fn a_request_is_approved_within_seven_days_and_never_after(seconds in -700_000i64..1_400_000) {
        let options = json!({
            "admission": { "asked_at": at(0), "publisher": "bob", "state": "pending" },
            "answer": "approve", "caller": { "account": "bob", "kind": "person", "uid": "bob" },
            "held": [{ "message": "m2", "sequence": 7 }, { "message": "m1", "sequence": 3 }], "now": at(seconds),
        });
        let found = ask("answerRequest", &Value::Null, &options);
        let expected = if seconds < WEEK {
            json!({ "status": 200, "decision": "approve", "state": "approved", "deliver": ["m1", "m2"] })
        } else {
            json!({ "status": 409, "error": "contact request has expired" })
        };
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn a_post_reaches_those_who_joined_and_are_named_and_its_sender(
        joined in prop::collection::vec(any::<bool>(), 1..40),
        named in prop::collection::vec(0usize..41, 0..40),
    ) {
        let uid = |index: usize| format!("u{index}");
        let roster: Vec<Value> = joined.iter().enumerate().map(|(index, &joined)| {
            json!({ "joined": joined || index == 0, "kind": "human", "uid": uid(index) })
        }).collect();
        let options = json!({
            "caller": { "account": "u0", "kind": "person", "uid": "u0" }, "room": "r1", "roster": roster,
            "thread": { "archived": false, "id": "t0", "owner": "u0", "room": true },
        });
        let mut body = json!({ "body": "hello" });
        if !named.is_empty() {
            body["visible_to"] = named.iter().map(|&index| uid(index)).collect();
        }
        let found = ask("postToRoom", &body, &options);
        if named.iter().any(|&index| index >= joined.len()) {
            prop_assert_eq!(found["error"].as_str(), Some("visible_to names nobody of the room"));
        } else {
            let gets = |&index: &usize| index == 0 || joined[index] && (named.is_empty() || named.contains(&index));
            let copies: Value = (0..joined.len()).filter(gets).map(uid).collect();
            prop_assert_eq!(&found["copies"], &copies);
        }
    }

    #[test]
    fn a_repeated_message_is_recognised_by_all_that_it_says(
        body in "[a-z]{1,3}", other in "[a-z]{1,3}", kinds in (0usize..4, 0usize..4),
    ) {
        let kind = |index: usize| ["chat_message", "task_request", "task_response", "status_update"][index];
        let first = json!({ "body": body, "kind": kind(kinds.0), "client_message_id": "c" });
        let content = ask("postMessage", &first, &post_options(json!({})))["content"].clone();
        let mut options = post_options(json!({}));
        options["first"] = json!({ "content": content, "held": false });
        options["thread"]["archived"] = json!(true);
        let again = json!({ "body": format!(" {other}\n"), "kind": kind(kinds.1), "client_message_id": "c" });
        let found = ask("postMessage", &again, &options);
        if body == other && kinds.0 == kinds.1 {
            prop_assert_eq!((found["status"].as_u64(), found["decision"].as_str()), (Some(201), Some("repeat")));
        } else {
            prop_assert_eq!(found, json!({ "status": 409, "error": "client id already used" }));
        }
    }

    #[test]
    fn what_is_foreign_is_answered_as_what_is_not_there(
        owner in "[a-z]{1,6}", kind in prop::sample::select(vec!["person", "token", "app", "agent"]),
        to_do in prop::sample::select(vec!["read", "archive", "restore"]), archived in any::<bool>(),
    ) {
        prop_assume!(owner != "ann");
        let thread = json!({ "archived": archived, "id": "t1", "owner": owner, "room": false });
        let caller = json!({ "account": "ann", "kind": kind, "uid": "ann" });
        let foreign = ask("useThread", &Value::Null, &json!({ "caller": caller, "thread": thread, "use": to_do }));
        let absent = ask("useThread", &Value::Null, &json!({ "caller": caller, "use": to_do }));
        prop_assert_eq!(&foreign, &absent);
        prop_assert_eq!(foreign, json!({ "status": 404, "error": "not found" }));
    }

    #[test]
    fn any_body_is_answered(number in 0usize..QUESTIONS.len(), body in any::<String>()) {
        let mut engine = Engine::default();
        for options in [post_options(json!({})), json!({ "caller": ann() })] {
            let _ = call::pigeon(number, body.as_bytes(), Some(&options.to_string()), &mut engine, &Native);
        }
    }
}

const DIGEST: &str = "sha256:0000000000000000000000000000000000000000000000000000000000000000";
/// Seven days, in seconds.
const WEEK: i64 = 604_800;

fn ann() -> Value {
    json!({ "account": "ann", "kind": "person", "uid": "ann" })
}

/// What a message of ann to an agent is decided against; `agent` says what is different about the agent.
fn post_options(agent: Value) -> Value {
    let mut known = json!({ "account": "ann", "id": "a1", "listed": true, "priced": false });
    agent.as_object().unwrap().iter().for_each(|(name, value)| known[name] = value.clone());
    json!({
        "agent": known, "caller": ann(), "now": "2026-11-05T20:00:00Z",
        "thread": { "archived": false, "id": "t1", "owner": "ann", "room": false },
    })
}

/// So many seconds after a moment, near which no year ends.
fn at(seconds: i64) -> String {
    let seconds = seconds + 20 * 86_400;
    let (day, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let (month, day) = if day < 31 { (10, day + 1) } else { (11, day - 30) };
    format!("2026-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", second / 3600, second / 60 % 60, second % 60)
}

fn number(name: &str) -> usize {
    QUESTIONS.iter().position(|question| question.name == name).unwrap()
}

fn ask(name: &str, body: &Value, options: &Value) -> Value {
    outcome(name, body.to_string().as_bytes(), options, &mut Engine::default())
}

fn outcome(name: &str, input: &[u8], options: &Value, engine: &mut Engine) -> Value {
    let status = call::pigeon(number(name), input, Some(&options.to_string()), engine, &Native);
    assert_ne!(status, MISUSE, "{name} {options}");
    let found: Value = serde_json::from_slice(engine.section(Section::Report as usize)).unwrap();
    assert_eq!(found.get("error").is_none(), status == OK);
    found
}

fn input(case: &Value) -> Vec<u8> {
    let parts = &case["input_repeat"];
    if parts.is_null() {
        return case["input"].as_str().unwrap().as_bytes().to_vec();
    }
    known(parts, &["prefix", "unit", "times", "suffix"], &case["id"]);
    let part = |name| parts[name].as_str().unwrap();
    let times = usize::try_from(parts["times"].as_u64().unwrap()).unwrap();
    [part("prefix"), &part("unit").repeat(times), part("suffix")].concat().into_bytes()
}
