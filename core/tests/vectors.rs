//! Holds the core against the vectors of `tests/vectors`, without the compiler and, where it is built, with it.
#![expect(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot go on has failed"
)]

mod cases;

use std::collections::BTreeSet;
use std::fs;

use cases::{AREAS, Case, cases, known, outcome, read, vectors};
use chirp_core::call::Engine;
use chirp_core::problem::Code;
use chirp_core::pubmark::url::url_fault;
use chirp_core::{text, time};
use serde_json::{Value, json};

/// Areas in a form of their own: boards, sends, series and histories, the strict URL, the rules of text, timestamps, and the
/// compiler.
const OTHERS: &[&str] = &[
    "delivery",
    "history",
    "invocations",
    "lenses",
    "notices",
    "pubmark",
    "series",
    "summaries",
    "text",
    "time",
    "url",
];

/// Codes that no input of an operation can bring about, and why.
const WITHOUT_VECTOR: &[(Code, &str)] = &[
    (Code::EngineUnavailable, "of the JavaScript package: the host refused WebAssembly"),
    (Code::NotJson, "of the JavaScript package: an object that JSON would change"),
];

#[cfg(feature = "compile")]
const COMPILERS: &[bool] = &[false, true];
#[cfg(not(feature = "compile"))]
const COMPILERS: &[bool] = &[false];

macro_rules! areas {
    ($($area:ident)*) => {
        $(#[test] fn $area() { hold(stringify!($area)); })*

        #[test]
        fn every_area_is_run() {
            let mut run = vec![$(stringify!($area)),*];
            assert_eq!(run, AREAS);
            run.extend(OTHERS);
            let folders = fs::read_dir(vectors()).unwrap().map(|entry| entry.unwrap());
            for folder in folders.filter(|entry| entry.file_type().unwrap().is_dir()) {
                let name = folder.file_name().into_string().unwrap();
                assert!(run.contains(&name.as_str()), "no test runs the area `{name}`");
            }
        }
    };
}
areas!(actions audit digest envelope handling instrument json message redaction tree view);

/// Runs every case of an area and fails with all that differ.
fn hold(area: &str) {
    let cases = cases(area);
    assert!(!cases.is_empty(), "`{area}` has no cases");
    let mut ids = BTreeSet::new();
    let mut differences = Vec::new();
    let mut engine = Engine::default();
    for case in &cases {
        assert!(ids.insert(&case.id), "`{area}` has two cases `{}`", case.id);
        expectation(case);
        for &compiler in COMPILERS.iter().filter(|&&built| case.compiler.unwrap_or(built) == built) {
            let found = outcome(case, &case.input, compiler, &mut engine);
            if let Some(difference) = difference(case, &found) {
                differences.push(format!("{area}/{} (compiler: {compiler}): {difference}", case.id));
            }
        }
    }
    let count = differences.len();
    assert!(differences.is_empty(), "{count} of {} differ\n{}", cases.len(), differences.join("\n"));
}

/// Fails on an expectation that the comparison would pass over.
fn expectation(case: &Case) {
    let fields: &[&str] = match case.op.as_str() {
        "canonicalize" => &["canonical", "unchanged", "problems"],
        "checkTree" => &["ok", "problems"],
        "digest" => &["digest", "problems"],
        "seal" => &["digest", "canonical", "problems"],
        "validate" => &["ok", "problems", "more", "advice", "digest", "series"],
        _ => &["ok", "view", "fallback", "reasons"],
    };
    known(&case.expect, fields, &case.id);
    assert!(!case.expect.as_object().unwrap().is_empty(), "{}: nothing is expected", case.id);
    for problem in ["problems", "reasons"].iter().flat_map(|list| items(&case.expect[list])) {
        known(problem, &["code", "at", "hint", "position"], &case.id);
    }
}

/// How an outcome differs from what is expected of it.
fn difference(case: &Case, found: &Value) -> Option<String> {
    let expect = &case.expect;
    for list in ["problems", "reasons"] {
        let (expected, found) = (items(&expect[list]), items(&found[list]));
        let same = expected.len() == found.len() && expected.iter().zip(found).all(|(e, f)| is_part(e, f));
        if !same {
            return Some(format!("{list}\n  expected {}\n  found    {}", brief(expected), brief(found)));
        }
    }
    for name in ["ok", "view", "fallback", "digest", "canonical", "series"] {
        if expect.get(name).is_some_and(|value| *value != found[name]) {
            return Some(format!("{name}: expected {}, found {}", expect[name], found[name]));
        }
    }
    if items(&expect["problems"]).len() == 100 && expect["more"].as_u64().unwrap_or(0) != found["more"] {
        return Some(format!("more: expected {}, found {}", expect["more"], found["more"]));
    }
    if let Some(advice) = expect.get("advice") {
        let codes: Vec<&Value> = items(&found["advice"]).iter().map(|problem| &problem["code"]).collect();
        if json!(codes) != *advice {
            return Some(format!("advice: expected {advice}, found {codes:?}"));
        }
    }
    let unchanged =
        expect.get("unchanged").is_none() || found["canonical"].as_str().unwrap().as_bytes() == case.input;
    (!unchanged).then(|| "the canonical form is not the input".to_owned())
}

fn items(list: &Value) -> &[Value] {
    list.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// Whether `whole` has every member of `part`, with the same value.
fn is_part(part: &Value, whole: &Value) -> bool {
    part.as_object().unwrap().iter().all(|(name, value)| whole[name] == *value)
}

fn brief(problems: &[Value]) -> String {
    let mut shown = problems.to_vec();
    for problem in &mut shown {
        problem
            .as_object_mut()
            .unwrap()
            .retain(|name, _| ["code", "at", "hint", "position"].contains(&name.as_str()));
    }
    json!(shown).to_string().chars().take(600).collect()
}

#[test]
fn every_code_has_a_vector() {
    let mut covered = BTreeSet::new();
    for area in AREAS.iter().chain(OTHERS) {
        read(area).iter().for_each(|case| codes(case, &mut covered));
    }
    for code in Code::ALL {
        let exempt = WITHOUT_VECTOR.iter().any(|(without, _)| without == code);
        assert_eq!(covered.contains(code.as_str()), !exempt, "vectors for `{}`", code.as_str());
    }
}

/// Collects every string under `code` or in `advice`.
fn codes(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| codes(item, found)),
        Value::Object(members) => {
            for (name, member) in members {
                match member {
                    Value::String(code) if name == "code" => drop(found.insert(code.clone())),
                    Value::Array(list) if name == "advice" => {
                        found.extend(list.iter().filter_map(Value::as_str).map(str::to_owned));
                        codes(member, found);
                    }
                    _ => codes(member, found),
                }
            }
        }
        _ => {}
    }
}

/// A case of a rule about one string, and whether the operation that carries the string refuses it.
fn carried(case: &Value) -> bool {
    let input = case["input"].as_str().unwrap();
    let envelope = |members: Value| {
        let mut whole = json!({
            "protocol": "org.renkara.chirp.message/0.1",
            "kind": "event",
            "source": { "kind": "system", "id": "s" },
            "presentation": { "fallback": "f" },
        });
        whole.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        ("validate", whole)
    };
    let node = |node: Value| {
        ("checkTree", json!({ "type": "root", "children": [{ "type": "paragraph", "children": [node] }] }))
    };
    let instrument = |member: Value| {
        let mut instrument = json!({ "category": "run", "layout": "status", "revision": 1 });
        instrument.as_object_mut().unwrap().extend(member.as_object().unwrap().clone());
        envelope(json!({ "subject": { "kind": "k", "id": "1" }, "instrument": instrument }))
    };
    let (op, whole) = match case["rule"].as_str().unwrap() {
        "block" => envelope(json!({ "presentation": { "fallback": format!("f{input}f") } })),
        "digest" => envelope(json!({ "redaction": { "policy": "p", "digest": input } })),
        "dotted_name" => envelope(json!({ "actions": [{ "id": "a", "label": "f", "capability": input }] })),
        "identifier" => envelope(json!({ "source": { "kind": "system", "id": format!("f{input}f") } })),
        "lang" => envelope(json!({ "presentation": { "fallback": "f", "lang": input } })),
        "media_type" => {
            let digest = format!("sha256:{}", "0".repeat(64));
            instrument(json!({ "evidence": [{ "label": "l", "digest": digest, "media_type": input }] }))
        }
        "short" => {
            let confirm = json!({ "title": "t", "body": format!("f{input}f") });
            envelope(
                json!({ "actions": [{ "id": "a", "label": "f", "capability": "x.y", "confirm": confirm }] }),
            )
        }
        "time" => envelope(json!({ "occurred_at": input })),
        "token" => envelope(json!({ "subject": { "kind": input, "id": "1" } })),
        "tree" => node(json!({ "type": "text", "value": format!("f{input}f") })),
        "url" => node(json!({ "type": "link", "url": input, "children": [] })),
        rule => panic!("no rule `{rule}`"),
    };
    let case = Case {
        id: case["id"].as_str().unwrap().to_owned(),
        op: op.to_owned(),
        input: whole.to_string().into_bytes(),
        options: Value::Null,
        compiler: None,
        expect: Value::Null,
    };
    outcome(&case, &case.input, false, &mut Engine::default())["ok"] == true
}

/// Runs the cases of an area that is about one string: each rule for itself, and where the wire has it.
fn strings(area: &str, fields: &[&str], ok: impl Fn(&str, &str, &Value) -> bool) {
    let cases = read(area);
    assert!(!cases.is_empty());
    let mut ids = BTreeSet::new();
    for mut case in cases {
        known(&case, &[&["id", "comment", "flags", "input", "ok"], fields].concat(), &case["id"]);
        assert!(ids.insert(case["id"].as_str().unwrap().to_owned()), "two cases {}", case["id"]);
        if case.get("rule").is_none() {
            case["rule"] = json!(area);
        }
        let (rule, input) = (case["rule"].as_str().unwrap(), case["input"].as_str().unwrap());
        assert_eq!(ok(rule, input, &case), case["ok"], "{case}");
        assert_eq!(carried(&case), case["ok"], "{case}");
    }
}

/// The compiler: the tree and its plain text, or problems with their place in the source; and advice.
#[cfg(feature = "compile")]
#[test]
fn pubmark() {
    use chirp_core::pubmark::compile::compile;
    use chirp_core::pubmark::to_text::to_text;

    let cases = read("pubmark");
    assert!(!cases.is_empty());
    let mut ids = BTreeSet::new();
    for case in cases {
        let fields = ["id", "comment", "flags", "source", "parts", "tree", "text", "problems", "advice"];
        known(&case, &fields, &case["id"]);
        assert!(ids.insert(case["id"].as_str().unwrap().to_owned()), "two cases {}", case["id"]);
        let compiled = compile(&source(&case));
        let problems: Vec<Value> = compiled.problems.iter().map(placed).collect();
        assert_eq!(json!(problems), json!(items(&case["problems"])), "{}", case["id"]);
        let advice: Vec<&str> = compiled.advice.iter().map(|problem| problem.code.as_str()).collect();
        assert_eq!(json!(advice), json!(items(&case["advice"])), "{}", case["id"]);
        if let Some(tree) = case.get("tree") {
            assert_eq!(serde_json::from_slice::<Value>(&compiled.tree).unwrap(), *tree, "{}", case["id"]);
        }
        if let Some(text) = case.get("text") {
            assert_eq!(to_text(&compiled.tree), *text, "{}", case["id"]);
        }
    }
}

#[cfg(feature = "compile")]
fn placed(problem: &chirp_core::problem::Problem) -> Value {
    let position = problem.position.unwrap();
    json!({ "code": problem.code.as_str(), "line": position.line, "column": position.column })
}

/// A source as it stands, or its parts, each as often as it says.
#[cfg(feature = "compile")]
fn source(case: &Value) -> String {
    let part = |part: &Value| {
        known(part, &["text", "times"], &case["id"]);
        part["text"].as_str().unwrap().repeat(usize::try_from(part["times"].as_u64().unwrap()).unwrap())
    };
    match case["source"].as_str() {
        Some(source) => source.to_owned(),
        None => case["parts"].as_array().unwrap().iter().map(part).collect(),
    }
}

#[test]
fn url() {
    strings("url", &[], |_, input, _| url_fault(input).is_none());
}

#[test]
fn time() {
    strings("time", &["before"], |_, input, case| {
        let instant = time::parse(input);
        let later = case["before"].as_str().map(|later| time::parse(later).unwrap());
        assert!(later.is_none() || instant < later, "{case}");
        instant.is_some()
    });
}

#[test]
fn text() {
    strings("text", &["rule"], |rule, input, _| match rule {
        "block" => text::block_fault(input).is_none(),
        "digest" => text::digest_ok(input),
        "dotted_name" => text::dotted_name_ok(input),
        "identifier" => text::identifier_fault(input).is_none(),
        "lang" => text::lang_tag_ok(input),
        "media_type" => text::media_type_ok(input),
        "short" => text::short_fault(input).is_none(),
        "token" => text::token_ok(input),
        "tree" => text::tree_text_fault(input).is_none(),
        rule => panic!("no rule `{rule}`"),
    });
}
