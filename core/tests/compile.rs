//! The compiler: vectors, what holds for any source, and sources that would be slow.
#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test that cannot go on has failed"
)]

use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

use chirp_core::Native;
use chirp_core::call::{self, Engine, OK, Section};
use chirp_core::pubmark::compile::{Compiled, compile};
use chirp_core::pubmark::to_text::to_text;
use chirp_core::schema::NODE_TYPES;
use chirp_core::text::{block_fault, is_blank, scalar_count};
use proptest::prelude::*;
use serde_json::{Value, json};

fn cases() -> Vec<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/vectors/pubmark");
    let mut cases = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let file: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        assert_eq!(file["area"], "pubmark", "{}", path.display());
        let list = file["cases"].as_array().unwrap();
        assert!(!list.is_empty(), "{} has no cases", path.display());
        cases.extend(list.iter().cloned());
    }
    cases
}

/// The source of a case: as it stands, or put together from repeated parts.
fn source_of(case: &Value) -> String {
    let repeated = |part: &Value| {
        part["text"].as_str().unwrap().repeat(part["times"].as_u64().unwrap().try_into().unwrap())
    };
    match case["parts"].as_array() {
        Some(parts) => parts.iter().map(repeated).collect(),
        None => case["source"].as_str().unwrap().to_owned(),
    }
}

fn tree_of(compiled: &Compiled) -> Value {
    serde_json::from_slice(&compiled.tree).unwrap()
}

/// Whether the checker takes the tree for what it is, byte for byte.
fn is_checked(compiled: &Compiled) -> bool {
    let mut engine = Engine::default();
    let status = call::check_tree(&compiled.tree, &mut engine, &Native);
    status == OK && engine.section(Section::Tree as usize) == compiled.tree
}

#[test]
fn the_checker_takes_every_tree_of_the_vectors() {
    let cases = cases();
    for case in &cases {
        let compiled = compile(&source_of(case));
        assert_eq!(compiled.tree.is_empty(), !compiled.problems.is_empty(), "{}", case["id"]);
        assert!(compiled.tree.is_empty() || is_checked(&compiled), "{}", case["id"]);
    }
    assert!(cases.len() >= 200, "the list is not whole");
}

#[test]
fn vectors_have_every_node_member_and_code() {
    let cases = cases();
    let all = |name: &str| -> BTreeSet<String> {
        cases.iter().flat_map(|case| strings_at(case.get("tree"), name)).collect()
    };
    for node in NODE_TYPES {
        assert!(all("type").contains(node.name), "no case has a {}", node.name);
    }
    assert_eq!(all("tone").len(), 5);
    for member in ["alt", "lang", "title", "url", "value"] {
        assert!(!all(member).is_empty(), "no case has {member}");
    }
    let codes: BTreeSet<String> =
        cases.iter().flat_map(|case| strings_at(case.get("problems"), "code")).collect();
    let expected = [
        "deceptive_link",
        "text_control",
        "too_large",
        "too_long",
        "too_many_nodes",
        "tree_too_deep",
        "unsafe_link",
    ];
    assert_eq!(codes.iter().map(String::as_str).collect::<Vec<_>>(), expected);
}

fn strings_at(value: Option<&Value>, name: &str) -> Vec<String> {
    match value {
        Some(Value::Array(items)) => items.iter().flat_map(|item| strings_at(Some(item), name)).collect(),
        Some(Value::Object(members)) => members
            .iter()
            .flat_map(|(key, value)| match value {
                Value::String(text) if key == name => vec![text.clone()],
                _ => strings_at(Some(value), name),
            })
            .collect(),
        _ => Vec::new(),
    }
}

#[test]
fn a_report_lists_a_hundred_problems_and_counts_the_others() {
    let compiled = compile(&"[a](b:c) ".repeat(5000));
    assert_eq!((compiled.problems.len(), compiled.more), (100, 4900));
    let columns: Vec<_> = compiled.problems.iter().map(|problem| problem.position.unwrap().column).collect();
    assert_eq!(columns, (0..100).map(|index| index * 9 + 1).collect::<Vec<_>>());
    assert_eq!(compile(&"[a](b) ".repeat(500)).advice.len(), 100);
    let mixed = compile(&("[a](b:c) ".repeat(300) + &"\u{1}".repeat(300)));
    assert_eq!((mixed.problems.len(), mixed.more), (100, 500));
    assert!(mixed.problems.iter().all(|problem| problem.code.as_str() == "unsafe_link"));
}

#[test]
fn hints_say_what_to_do() {
    let hint = |source: &str| compile(source).problems.first().and_then(|problem| problem.advice()).unwrap();
    assert!(hint("[a](https://bücher.example/)").contains("punycode"));
    assert!(hint("[a](javascript:b)").contains("https://"));
    assert!(hint(&"- [ ]\n".repeat(9900)).contains("say less"));
}

/// An envelope with PubMark.
fn envelope(fallback: &str, source: &str) -> String {
    json!({
        "protocol": "org.renkara.chirp.message/0.1",
        "kind": "report",
        "source": {"kind": "agent", "id": "builder"},
        "presentation": {"fallback": fallback, "pubmark": source},
    })
    .to_string()
}

fn section(engine: &Engine, section: Section) -> String {
    String::from_utf8(engine.section(section as usize).to_vec()).unwrap()
}

fn reasons(engine: &Engine) -> Vec<(String, String)> {
    let list: Value = serde_json::from_str(&section(engine, Section::Report)).unwrap();
    let text = |reason: &Value, name: &str| reason[name].as_str().unwrap().to_owned();
    list.as_array().unwrap().iter().map(|reason| (text(reason, "code"), text(reason, "at"))).collect()
}

const PUBMARK: u32 = OK | 1 << call::VIEW_SHIFT;

#[test]
fn a_projected_message_is_shown_with_and_without_the_compiler() {
    let mut engine = Engine::default();
    assert_eq!(call::project(envelope("done", "**done**").as_bytes(), &mut engine, &Native), OK);
    let message = section(&engine, Section::Canonical);
    let (tree, digest) = (section(&engine, Section::Tree), section(&engine, Section::Digest));
    let projection = section(&engine, Section::Projection);
    let written: Value = serde_json::from_str(&message).unwrap();
    assert_eq!(written["projection"], serde_json::from_str::<Value>(&projection).unwrap());
    assert_eq!(written["body"], "done");
    assert_eq!(call::canonicalize(message.as_bytes(), &mut engine, &Native), OK);
    assert_eq!(section(&engine, Section::Canonical), message);

    assert_eq!(call::verify(message.as_bytes(), None, &mut engine, &Native), PUBMARK);
    assert_eq!((section(&engine, Section::Tree), section(&engine, Section::Digest)), (tree.clone(), digest));
    for recompile in [false, true] {
        let status = call::verify_compiled(message.as_bytes(), None, recompile, &mut engine, &Native);
        assert_eq!((status, section(&engine, Section::Tree)), (PUBMARK, tree.clone()));
    }
    assert_eq!(call::project(message.as_bytes(), &mut engine, &Native), OK);
    assert_eq!(section(&engine, Section::Canonical), message);
    assert_eq!(call::validate_compiled(message.as_bytes(), None, &mut engine, &Native), OK);
    let report: Value = serde_json::from_str(&section(&engine, Section::Report)).unwrap();
    assert_eq!(report["projection"], written["projection"]);
}

#[test]
fn an_envelope_without_a_projection_is_compiled() {
    let mut engine = Engine::default();
    assert_eq!(call::seal(envelope("a", "*a*").as_bytes(), &mut engine, &Native), OK);
    let sealed = section(&engine, Section::Canonical);
    assert_eq!(call::verify(sealed.as_bytes(), None, &mut engine, &Native), OK);
    assert_eq!(reasons(&engine), [("projection_missing".to_owned(), "/presentation/pubmark".to_owned())]);
    assert_eq!(call::verify_compiled(sealed.as_bytes(), None, false, &mut engine, &Native), PUBMARK);
    assert_eq!(section(&engine, Section::Tree).as_bytes(), compile("*a*").tree);
    assert_eq!(section(&engine, Section::Report), "");
}

#[test]
fn an_instrument_whose_tree_shows_nothing_has_its_text() {
    let mut engine = Engine::default();
    let mut message: Value = serde_json::from_str(&envelope("a", "#")).unwrap();
    message["subject"] = serde_json::json!({"kind": "k", "id": "1"});
    message["instrument"] = serde_json::json!({"category": "run", "layout": "status", "revision": 1});
    assert_eq!(call::project(message.to_string().as_bytes(), &mut engine, &Native), OK);
    let projected = section(&engine, Section::Canonical);
    assert_eq!(call::verify(projected.as_bytes(), None, &mut engine, &Native), OK | 2 << call::VIEW_SHIFT);
    assert_eq!(
        (section(&engine, Section::Tree), section(&engine, Section::Fallback)),
        (String::new(), "a".into())
    );
}

#[test]
fn a_projection_of_another_tree_is_only_seen_by_compiling() {
    let mut engine = Engine::default();
    // Whoever compiled this did it wrongly, and bound it rightly.
    let forged = |engine: &mut Engine| {
        assert_eq!(call::project(envelope("a", "*a*").as_bytes(), engine, &Native), OK);
        let mut message: Value = serde_json::from_str(&section(engine, Section::Canonical)).unwrap();
        let mut projection = message["projection"].clone();
        projection["tree"] = tree_of(&compile("b"));
        projection.as_object_mut().unwrap().remove("digest");
        let domain = "org.renkara.pubmark.projection/0.1";
        assert_eq!(call::digest(projection.to_string().as_bytes(), Some(domain), engine, &Native), OK);
        projection["digest"] = json!(section(engine, Section::Digest));
        message["projection"] = projection;
        message.to_string()
    };
    let message = forged(&mut engine);
    let expected = [("projection_mismatch".to_owned(), "/projection/tree".to_owned())];
    assert_eq!(call::verify_compiled(message.as_bytes(), None, false, &mut engine, &Native), PUBMARK);
    assert_eq!(call::verify_compiled(message.as_bytes(), None, true, &mut engine, &Native), 0);
    assert_eq!(reasons(&engine), expected);
    assert_eq!(section(&engine, Section::Fallback), "a");
    for status in [
        call::validate_compiled(message.as_bytes(), None, &mut engine, &Native),
        call::project(message.as_bytes(), &mut engine, &Native),
    ] {
        assert_eq!(status, 0);
        let report: Value = serde_json::from_str(&section(&engine, Section::Report)).unwrap();
        assert_eq!(report["problems"][0]["code"], "projection_mismatch");
    }
    let unbound = message.replace("\"value\":\"b\"", "\"value\":\"c\"");
    assert_eq!(call::validate_compiled(unbound.as_bytes(), None, &mut engine, &Native), 0);
    let report: Value = serde_json::from_str(&section(&engine, Section::Report)).unwrap();
    assert_eq!(report["problems"][0]["at"], "/projection/digest");
}

#[test]
fn a_source_that_does_not_compile_is_refused_at_its_place() {
    let mut engine = Engine::default();
    let input = envelope("the text", "ok\n\n- [a](javascript:b)");
    for status in [
        call::validate_compiled(input.as_bytes(), Some("acme"), &mut engine, &Native),
        call::project(input.as_bytes(), &mut engine, &Native),
    ] {
        assert_eq!(status, 0);
        let report: Value = serde_json::from_str(&section(&engine, Section::Report)).unwrap();
        let problem = &report["problems"][0];
        assert_eq!(
            (&problem["code"], &problem["at"]),
            (&json!("unsafe_link"), &json!("/presentation/pubmark"))
        );
        assert_eq!(problem["position"], json!({"line": 3, "column": 3}));
        assert_eq!(report.get("digest"), None);
    }
    assert_eq!(call::seal(input.as_bytes(), &mut engine, &Native), OK);
    let message = format!(r#"{{"protocol":{}}}"#, section(&engine, Section::Canonical));
    assert_eq!(call::verify_compiled(message.as_bytes(), None, false, &mut engine, &Native), 0);
    assert_eq!(reasons(&engine), [("unsafe_link".to_owned(), "/protocol/presentation/pubmark".to_owned())]);
    assert_eq!(section(&engine, Section::Fallback), "the text");
}

#[test]
fn advice_says_what_the_fallback_lacks() {
    let mut engine = Engine::default();
    let input = envelope("built", "built 42 of [50](https://ci.example/7), see [log](./log)");
    assert_eq!(call::validate_compiled(input.as_bytes(), None, &mut engine, &Native), OK);
    let report: Value = serde_json::from_str(&section(&engine, Section::Report)).unwrap();
    let advice = report["advice"].as_array().unwrap().iter();
    let found: Vec<_> = advice.map(|advice| (advice["code"].clone(), advice["params"].clone())).collect();
    let expected = [
        (json!("link_dropped"), json!({"destination": "./log"})),
        (json!("fallback_omits_number"), json!({"value": "42"})),
        (json!("fallback_omits_number"), json!({"value": "50"})),
        (json!("fallback_omits_link"), json!({"value": "ci.example"})),
    ];
    assert_eq!(found, expected);
}

#[test]
fn calls_take_a_source_as_it_is() {
    let mut engine = Engine::default();
    assert_eq!(call::compile(b"*a*\r\n[b](c)", &mut engine, &Native), OK);
    assert_eq!(section(&engine, Section::Tree).as_bytes(), compile("*a*\n[b](c)").tree);
    let projection: Value = serde_json::from_str(&section(&engine, Section::Projection)).unwrap();
    let report: Value = serde_json::from_str(&section(&engine, Section::Report)).unwrap();
    assert_eq!(report["advice"][0]["position"], json!({"line": 2, "column": 1}));
    let domain = "org.renkara.pubmark.source/0.1";
    call::digest(br#""*a*\r\n[b](c)""#, Some(domain), &mut engine, &Native);
    assert_eq!(projection["source"], section(&engine, Section::Digest), "of the source as it was given");

    assert_eq!(call::to_text(b"# a\n\n- b", &mut engine), OK);
    assert_eq!(section(&engine, Section::Fallback), "a\n\n- b");
    assert_eq!(call::to_text(b"[a](b:c)", &mut engine), 0);
    assert!(section(&engine, Section::Report).contains("unsafe_link"));
    assert_eq!(call::compile(b"a\xFF", &mut engine, &Native), 0);
    assert!(section(&engine, Section::Report).contains("bad_format"));
    assert_eq!(call::validate_compiled(b"{}", Some("a b"), &mut engine, &Native), call::MISUSE);
    assert_eq!(call::project(br#"{"body":"a"}"#, &mut engine, &Native), 0);
    assert!(section(&engine, Section::Report).contains("untyped"));
}

#[test]
fn a_message_without_pubmark_needs_no_projection() {
    let mut engine = Engine::default();
    let mut input: Value = serde_json::from_str(&envelope("a", "")).unwrap();
    input["presentation"].as_object_mut().unwrap().remove("pubmark");
    assert_eq!(call::project(input.to_string().as_bytes(), &mut engine, &Native), OK);
    let message: Value = serde_json::from_str(&section(&engine, Section::Canonical)).unwrap();
    assert_eq!(message.get("projection"), None);
    assert_eq!(call::verify_compiled(message.to_string().as_bytes(), None, true, &mut engine, &Native), OK);
}

/// What people and attackers put together.
fn markup() -> impl Strategy<Value = String> {
    let pieces = [
        "a",
        "b ",
        "é",
        "😀",
        " ",
        "  ",
        "    ",
        "\t",
        "\n",
        "\n",
        "\n\n",
        "\r\n",
        "- ",
        "* ",
        "1. ",
        "7) ",
        "> ",
        "# ",
        "## ",
        "---\n",
        "===\n",
        "*",
        "**",
        "_",
        "~~",
        "~",
        "`",
        "``",
        "```\n",
        "```rust\n",
        "~~~\n",
        "[ ] ",
        "[x] ",
        "[",
        "]",
        "(",
        ")",
        "<",
        ">",
        "!",
        "![",
        "](",
        "|",
        "|-|-|\n",
        "| a | b |\n",
        "| c |\n",
        "\\",
        "  \n",
        "\\\n",
        "[a](https://b.example/)",
        "[a](b)",
        "[a](javascript:b)",
        "![a](https://b.example/c)",
        "![a](b)",
        "[r]",
        "[r]: https://r.example/\n",
        "<https://a.example/b>",
        "<a@b.example>",
        "https://",
        "www.",
        "a.example",
        "<b>",
        "</b>",
        "<div>\n",
        "<!-- ",
        "-->",
        "<?",
        "<![CDATA[",
        "&amp;",
        "&#0;",
        "&#7;",
        "&#13;",
        "&NewLine;",
        "[!NOTE]\n",
        "> [!WARNING]\n",
        "\"",
        "'",
        "\u{0}",
        "\r",
        "\u{200B}",
        "\u{202E}",
        "\u{FEFF}",
        "[^a]",
        "$",
        "{#a}",
    ];
    proptest::collection::vec(proptest::sample::select(pieces.to_vec()), 0..40).prop_map(|all| all.concat())
}

/// Text whose numbers stand apart from markup.
fn prose() -> impl Strategy<Value = String> {
    let pieces = [
        "a ",
        "b, ",
        "\n",
        "\n\n",
        "- ",
        "1. ",
        "> ",
        "# ",
        "*",
        "**",
        "~~",
        "`x",
        "y`",
        "|",
        "| a | 3 |\n",
        "|-|-|\n",
        " 12 ",
        " 1.5 ",
        " 10:30 ",
        "\n- [x] 4 of 5 ",
        "[6 a](https://b.example/7)",
        "![c 8 d](https://e.example/)",
        "<f@g.example>",
        "<https://h.example/9> ",
        "```\n",
        "    ",
        "  \n",
        "> [!TIP]\n",
        "[a](./10/b)",
    ];
    proptest::collection::vec(proptest::sample::select(pieces.to_vec()), 0..30).prop_map(|all| all.concat())
}

fn settings() -> ProptestConfig {
    let cases = if std::env::var_os("LONG").is_some() { 50_000 } else { 500 };
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// What holds for any source.
fn holds(source: &str) -> Result<(), TestCaseError> {
    let compiled = compile(source);
    prop_assert_eq!(&compiled, &compile(source));
    for found in compiled.problems.iter().chain(&compiled.advice) {
        let position = found.position.expect("a place");
        let line = source.split('\n').nth(position.line as usize - 1).expect("a line of the source");
        prop_assert!(position.column as usize <= scalar_count(line) + 1, "{:?}", position);
    }
    if !compiled.problems.is_empty() {
        prop_assert!(compiled.tree.is_empty());
        return Ok(());
    }
    prop_assert!(is_checked(&compiled));
    prop_assert_eq!(block_fault(&to_text(&compiled.tree)), None);
    if !source.contains('\r') {
        prop_assert_eq!(&compile(&source.replace('\n', "\r\n")).tree, &compiled.tree);
    }
    Ok(())
}

proptest! {
    #![proptest_config(settings())]

    #[test]
    fn any_text_has_a_checked_tree_or_problems(characters in proptest::collection::vec(any::<char>(), 0..200)) {
        holds(&characters.into_iter().collect::<String>())?;
    }

    #[test]
    fn any_markup_has_a_checked_tree_or_problems(source in markup()) {
        holds(&source)?;
    }

    #[test]
    fn the_text_of_a_tree_agrees_with_it(source in prose()) {
        let compiled = compile(&source);
        let text = to_text(&compiled.tree);
        if !compiled.problems.is_empty() || is_blank(&text) {
            return Ok(());
        }
        let mut engine = Engine::default();
        let status = call::validate_compiled(envelope(&text, &source).as_bytes(), None, &mut engine, &Native);
        let report: Value = serde_json::from_str(&section(&engine, Section::Report)).expect("JSON");
        prop_assert_eq!(status, OK, "{}", report);
        let omitted = report["advice"].as_array().expect("a list").iter().find(|advice| {
            advice["code"].as_str().is_some_and(|code| code.starts_with("fallback_omits"))
        });
        prop_assert_eq!(omitted, None, "{}", text);
    }
}

/// 64 KiB of `unit`.
fn full(unit: &str) -> String {
    unit.repeat(SIZE / unit.len())
}

/// Half of it of `first`, half of `second`.
fn halves(first: &str, second: &str) -> String {
    first.repeat(SIZE / 2 / first.len()) + &second.repeat(SIZE / 2 / second.len())
}

const SIZE: usize = 64 * 1024;

#[test]
fn no_source_is_slow() {
    let units = [
        ">",
        "> ",
        "- ",
        "* a\n",
        "1. ",
        "-\n",
        "- a\n\n",
        "[",
        "]",
        "![",
        "[](",
        "[a](",
        "[a](<b",
        "[a][b]",
        "[a\n",
        "[a]: b\n",
        "[a]: b '\n",
        "[a]: <b\n",
        "[a]:\n",
        "*a ",
        "*a **a ",
        "_a __a ",
        "*",
        "*_",
        "~a ~~",
        "a**b",
        "`",
        "`a``b",
        "<",
        "<a ",
        "<a b='",
        "<!-- ",
        "a<?",
        "a<![CDATA[",
        "a<!A",
        "</",
        "<div>\n\n",
        "|",
        "|\n",
        "|-\n",
        "a|b\n-|-\n\n",
        "a|b\n",
        "\\",
        "\\|",
        "&amp;",
        "&#",
        "&a",
        "```\n",
        "~~~\na\n",
        "---\n\n",
        "a\n=\n",
        "# a\n",
        " ",
        "\t",
        "\n",
        "  \n",
        "a  \n",
        "\r",
        "a\r\n",
        "\0",
        "[a](https://b.c/)",
        "<https://b.c/>",
        "<a@b.c>",
        "[a](b)",
        "[](a:)",
        "[a](((((b",
        "- [ ] a\n",
        "> [!NOTE]\n",
        "> - a\n>\n",
        "😀*",
        "\"",
        "[![a](https://b.c/)](https://b.c/)",
    ];
    let mut sources: Vec<String> = units.map(full).into();
    sources.extend([
        halves("- ", "\n"),
        halves("- ", "\nb"),
        halves("> ", "\nb"),
        format!("{}```{}", "- ".repeat(SIZE / 4), "\n".repeat(SIZE / 2 - 3)),
        format!("{}<!--{}", "> ".repeat(SIZE / 4), "\nb".repeat(SIZE / 4 - 2)),
        halves("[", "]"),
        halves("![", "](b)"),
        halves("*", "*"),
        format!("[a]: https://b.c/{}\n\n{}", "d".repeat(1900), "[a]".repeat(20_000)),
        format!("{}\n{}\n{}", "|a".repeat(8000), "|-".repeat(8000), "c\n".repeat(16_000)),
        format!("```\n{}", format!("{}{}", ">".repeat(1400), "\n".repeat(1400)).repeat(23)),
        (1..360).map(|length| "`".repeat(length) + "a").collect(),
        (0..250).map(|depth| "  ".repeat(depth) + "- a\n").collect(),
        (1..360).map(|depth| ">".repeat(depth) + "a\n").collect(),
        format!("[a](https://b.c/{})", "../".repeat(20_000)),
    ]);
    for source in sources {
        assert!(source.len() <= SIZE);
        let start = Instant::now();
        let compiled = compile(&source);
        if compiled.problems.is_empty() {
            assert!(is_checked(&compiled));
            assert_eq!(block_fault(&to_text(&compiled.tree)), None);
        }
        let name: String = source.chars().take(20).collect();
        assert!(start.elapsed() < Duration::from_secs(5), "{name:?} takes {:?}", start.elapsed());
    }
}
