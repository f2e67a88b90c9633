//! Holds lenses, actions, audits and notices against their vectors, and the index against the classification of each head.
#![expect(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot go on has failed"
)]

mod board;
#[expect(
    dead_code,
    unused_imports,
    reason = "what names an operation of every artefact is for another runner"
)]
mod cases;

use std::collections::BTreeSet;

use board::ask;
use cases::{known, read};
use serde_json::Value;

#[test]
fn invocations() {
    hold("invocations");
}

#[test]
fn lenses() {
    hold("lenses");
}

#[test]
fn notices() {
    hold("notices");
}

#[test]
fn summaries() {
    hold("summaries");
}

/// Runs every case of an area and fails with all that differ.
fn hold(area: &str) {
    let cases = read(area);
    let mut ids = BTreeSet::new();
    let mut differences = Vec::new();
    for case in &cases {
        let id = case["id"].as_str().unwrap();
        known(case, &["id", "comment", "flags", "op", "input", "options", "expect"], &id);
        known(&case["expect"], &["answer", "problems", "misuse"], &id);
        assert!(!case["expect"].as_object().unwrap().is_empty(), "{id}: nothing is expected");
        assert!(
            !case["comment"].as_str().unwrap().is_empty() && !case["flags"].as_array().unwrap().is_empty()
        );
        assert!(ids.insert(id), "two cases {id}");
        let input = case["input"].as_str().unwrap().as_bytes();
        let (name, found) = ask(case["op"].as_str().unwrap(), input, &case["options"]).named();
        let expected = case["expect"].get(name);
        if !expected.is_some_and(|expected| is_part(expected, &found)) {
            differences
                .push(format!("{area}/{id}: {name}\n  expected {}\n  found    {found}", case["expect"]));
        }
    }
    assert!(!cases.is_empty(), "`{area}` has no cases");
    assert!(differences.is_empty(), "{} differ\n{}", differences.len(), differences.join("\n"));
}

/// Whether `whole` says everything that `part` says: members that `part` does not name are not compared, and null is a
/// member that is not there.
fn is_part(part: &Value, whole: &Value) -> bool {
    match (part, whole) {
        (Value::Object(part), Value::Object(_)) => {
            part.iter().all(|(name, value)| is_part(value, &whole[name]))
        }
        (Value::Array(part), Value::Array(whole)) => {
            part.len() == whole.len() && part.iter().zip(whole).all(|(part, whole)| is_part(part, whole))
        }
        _ => part == whole,
    }
}
