//! Holds the core against the vectors of series and of histories.
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
use serde_json::{Map, Value, json};

#[test]
fn series() {
    hold("series");
}

#[test]
fn history() {
    hold("history");
}

#[test]
fn options_that_are_no_such_thing_are_misuse() {
    let mut engine = Engine::default();
    let options = [
        None,
        Some(""),
        Some("{}"),
        Some("{\"workspace\":\"\"}"),
        Some("{\"workspace\":\"a b\"}"),
        Some("{\"workspace\":\"a\",\"series\":{\"head\":{\"revision\":0}}}"),
        Some("{\"workspace\":\"a\",\"more\":1}"),
    ];
    for options in options {
        assert_eq!(call::decide_revision(b"{}", options, &mut engine, &Native), MISUSE, "{options:?}");
        assert_eq!(call::complete_draft(b"{}", options, &mut engine, &Native), MISUSE, "{options:?}");
        assert_eq!(call::export_history(b"{}", options, &mut engine, &Native), MISUSE, "{options:?}");
    }
    for workspace in [None, Some(""), Some("a b")] {
        assert_eq!(call::series(b"{}", workspace, &mut engine, &Native), MISUSE, "{workspace:?}");
    }
    for lengths in ["[1]", "[3]", "[2,1]", "[]"] {
        let options = format!("{{\"form\":\"lines\",\"lengths\":{lengths},\"workspace\":\"a\"}}");
        assert_eq!(call::export_history(b"{}", Some(&options), &mut engine, &Native), MISUSE, "{lengths}");
    }
}

/// Runs every case of an area and fails with all that differ.
fn hold(area: &str) {
    let cases = read(area);
    assert!(!cases.is_empty(), "`{area}` has no cases");
    let mut ids = BTreeSet::new();
    let mut differences = Vec::new();
    let mut engine = Engine::default();
    for case in &cases {
        let fields = ["id", "comment", "flags", "op", "input", "inputs", "options", "expect"];
        known(case, &fields, &case["id"]);
        assert!(ids.insert(case["id"].as_str().unwrap()), "`{area}` has two cases {}", case["id"]);
        let found = outcome(case, &mut engine);
        let expect = &case["expect"];
        let names: BTreeSet<&String> =
            expect.as_object().unwrap().keys().chain(found.as_object().unwrap().keys()).collect();
        for name in names {
            let found = like(&expect[name], &found[name]);
            if expect[name] != found {
                differences
                    .push(format!("{area}/{}: {name}: expected {}, found {found}", case["id"], expect[name]));
            }
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// Of the problems in `found`, what is expected of them: code, pointer, and the position where it is given.
fn like(expected: &Value, found: &Value) -> Value {
    match found {
        Value::Array(list) => {
            list.iter().enumerate().map(|(index, one)| like(&expected[index], one)).collect()
        }
        Value::Object(problem) if problem.contains_key("code") => {
            let names = ["code", "at", "position"].into_iter();
            let names = names.filter(|&name| name != "position" || expected.get(name).is_some());
            names.map(|name| (name.to_owned(), found[name].clone())).collect::<Map<_, _>>().into()
        }
        other => other.clone(),
    }
}

/// Everything that the operation of a case leaves.
fn outcome(case: &Value, engine: &mut Engine) -> Value {
    let input = case["input"].as_str().unwrap_or_default().as_bytes();
    let options = &case["options"];
    let json = options.to_string();
    let allowed: &[&str] = match case["op"].as_str().unwrap() {
        "completeDraft" | "decideRevision" => &["channel", "series", "workspace"],
        "exportHistory" => &["form", "workspace"],
        "seriesOf" => &["workspace"],
        _ => &["head"],
    };
    options.as_object().into_iter().for_each(|_| known(options, allowed, &case["id"]));
    match case["op"].as_str().unwrap() {
        "completeDraft" => {
            let status = call::complete_draft(input, Some(&json), engine, &Native);
            made(status, engine, &[("canonical", Section::Canonical), ("digest", Section::Digest)])
        }
        "decideRevision" => made(call::decide_revision(input, Some(&json), engine, &Native), engine, &[]),
        "exportHistory" => {
            let inputs: Vec<&str> =
                case["inputs"].as_array().unwrap().iter().map(|input| input.as_str().unwrap()).collect();
            let mut options = options.clone();
            options["lengths"] = inputs.iter().map(|input| input.len()).collect();
            let input = inputs.concat();
            let status = call::export_history(input.as_bytes(), Some(&options.to_string()), engine, &Native);
            made(status, engine, &[("canonical", Section::Canonical), ("digest", Section::Digest)])
        }
        "seriesOf" => {
            let status = call::series(input, options["workspace"].as_str(), engine, &Native);
            made(status, engine, &[("series", Section::Digest)])
        }
        "verifyHistory" => {
            let status = call::verify_history(input, options["head"].as_str(), engine, &Native);
            let mut report = report(engine);
            assert_eq!(report["ok"], status == OK);
            let members = report.as_object_mut().unwrap();
            assert_eq!(members.remove("more"), Some(json!(0)));
            members.retain(|_, value| *value != json!([]));
            report
        }
        op => panic!("{}: no operation `{op}`", case["id"]),
    }
}

/// What a call that went well says, with the named sections; else the problems of its report.
fn made(status: u32, engine: &Engine, sections: &[(&str, Section)]) -> Value {
    if status != OK {
        assert_eq!(status, 0);
        return json!({ "problems": report(engine)["problems"] });
    }
    let mut made =
        if engine.section(Section::Report as usize).is_empty() { json!({}) } else { report(engine) };
    for (name, section) in sections {
        made[*name] = json!(std::str::from_utf8(engine.section(*section as usize)).unwrap());
    }
    made
}

fn report(engine: &Engine) -> Value {
    serde_json::from_slice(engine.section(Section::Report as usize)).unwrap()
}
