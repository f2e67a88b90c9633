//! Holds the core against the vectors of delivery: sends, and changes to what was sent.
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
use serde_json::{Value, json};

const FIELDS: [&str; 8] = ["id", "comment", "flags", "op", "input", "input_repeat", "options", "expect"];

#[test]
fn delivery() {
    let cases = read("delivery");
    assert!(!cases.is_empty());
    let mut ids = BTreeSet::new();
    let mut differences = Vec::new();
    let mut engine = Engine::default();
    for case in &cases {
        known(case, &FIELDS, &case["id"]);
        assert!(ids.insert(case["id"].as_str().unwrap()), "two cases {}", case["id"]);
        let found = outcome(case, &mut engine);
        if found != case["expect"] {
            differences.push(format!("{}:\n  expected {}\n  found    {found}", case["id"], case["expect"]));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn options_that_are_no_such_thing_are_misuse() {
    let mut engine = Engine::default();
    let none: [&str; 5] = [
        "",
        "{}",
        r#"{"channel":"c","workspace":"w"}"#,
        r#"{"channel":"c","sources":[],"workspace":"a b"}"#,
        r#"{"channel":"c","sources":[],"workspace":"w","more":1}"#,
    ];
    for options in none.into_iter().map(Some).chain([None]) {
        assert_eq!(call::plan_send(b"{}", options, &mut engine, &Native), MISUSE, "{options:?}");
        assert_eq!(call::decide_send(b"{}", options, &mut engine, &Native), MISUSE, "{options:?}");
        assert_eq!(call::decide_change(b"{}", options, &mut engine, &Native), MISUSE, "{options:?}");
        assert_eq!(call::decide_credential(b"", options, &mut engine, &Native), MISUSE, "{options:?}");
        assert_eq!(call::usable_channels(b"", options, &mut engine, &Native), MISUSE, "{options:?}");
    }
}

/// Everything that the operation of a case leaves; of a problem code and pointer, of advice its codes.
fn outcome(case: &Value, engine: &mut Engine) -> Value {
    let input = input(case);
    let options = case["options"].to_string();
    let call = match case["op"].as_str().unwrap() {
        "decideChange" => call::decide_change,
        "decideCredential" => call::decide_credential,
        "decideSend" => call::decide_send,
        "planSend" => call::plan_send,
        "usableChannels" => call::usable_channels,
        op => panic!("{}: no operation `{op}`", case["id"]),
    };
    let status = call(&input, Some(&options), engine, &Native);
    assert_ne!(status, MISUSE, "{}", case["id"]);
    let mut found: Value = serde_json::from_slice(engine.section(Section::Report as usize)).unwrap();
    assert_eq!(found["ok"], status == OK);
    let members = found.as_object_mut().unwrap();
    members.remove("ok");
    assert_eq!(members.remove("more"), Some(json!(0)));
    let problems = members.remove("problems").unwrap();
    if problems != json!([]) {
        let brief = problems.as_array().unwrap().iter();
        let brief: Value = brief.map(|one| json!({ "code": one["code"], "at": one["at"] })).collect();
        members.insert("problems".into(), brief);
    }
    let advice = members.remove("advice").unwrap();
    if advice != json!([]) {
        let codes: Value = advice.as_array().unwrap().iter().map(|one| one["code"].clone()).collect();
        members.insert("advice".into(), codes);
    }
    for (name, section) in
        [("canonical", Section::Canonical), ("projection", Section::Projection), ("text", Section::Fallback)]
    {
        let text = std::str::from_utf8(engine.section(section as usize)).unwrap();
        if !text.is_empty() {
            members.insert(name.into(), json!(text));
        }
    }
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
