//! What must hold for any input, not only for those of the vectors. `LONG=1` searches longer.
#![expect(clippy::indexing_slicing, clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod generate;

use chirp_core::call::{self, Engine, OK, Section, VIEW_SHIFT};
use chirp_core::{Native, View, profile};
use generate::{any_json, envelope, nearly_envelope, nearly_json, pointers, spelled};
use proptest::prelude::*;
use serde_json::{Value, json};

/// A tree with every type of value in it, in canonical form.
const TREE: &str = concat!(
    r#"{"children":[{"align":["left","none"],"children":[{"children":[{"children":[],"type":"tableCell"},"#,
    r#"{"children":[{"type":"text","value":"a\\\"\n𝛽"}],"type":"tableCell"}],"type":"tableRow"}],"#,
    r#""type":"table"},{"children":[{"checked":true,"children":[{"lang":"l","type":"code","value":"é"}],"#,
    r#""spread":false,"type":"listItem"}],"ordered":true,"spread":true,"start":70000,"type":"list"},"#,
    r#"{"children":[],"tone":"tip","type":"callout"}],"type":"root"}"#,
);

fn config() -> ProptestConfig {
    let cases = if std::env::var_os("LONG").is_some() { 10_000 } else { 500 };
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

fn text(engine: &Engine, section: Section) -> String {
    String::from_utf8(engine.section(section as usize).to_vec()).unwrap()
}

fn report(engine: &Engine) -> Value {
    serde_json::from_str(&text(engine, Section::Report)).unwrap()
}

fn canonical(input: &[u8]) -> Option<String> {
    let mut engine = Engine::default();
    (call::canonicalize(input, &mut engine, &Native) == OK).then(|| text(&engine, Section::Canonical))
}

fn digest(input: &[u8], domain: &str) -> Option<String> {
    let mut engine = Engine::default();
    (call::digest(input, Some(domain), &mut engine, &Native) == OK).then(|| text(&engine, Section::Digest))
}

fn seal(input: &[u8]) -> Option<String> {
    let mut engine = Engine::default();
    (call::seal(input, &mut engine, &Native) == OK).then(|| text(&engine, Section::Canonical))
}

/// Whether the input is believed, and how much of it is shown.
fn verdict(input: &[u8]) -> u32 {
    call::verify(input, None, &mut Engine::default(), &Native)
}

fn verified(input: &[u8]) -> bool {
    verdict(input) & OK == OK
}

/// The value with another leaf; an empty list or object is one.
fn with_another_leaf(value: &Value, at: prop::sample::Index) -> Value {
    let leaves = pointers(value, &|value| match value {
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        _ => true,
    });
    let mut changed = value.clone();
    let leaf = changed.pointer_mut(&leaves[at.index(leaves.len())]).unwrap();
    *leaf = other_than(leaf);
    changed
}

/// A value, and the same in another spelling.
fn twice(values: impl Strategy<Value = Value>) -> impl Strategy<Value = (Value, String)> {
    values.prop_flat_map(|value| (Just(value.clone()), spelled(value)))
}

/// Another value than `leaf`.
fn other_than(leaf: &Value) -> Value {
    match leaf {
        Value::Bool(value) => json!(!value),
        Value::Number(_) => json!([leaf]),
        Value::String(text) => json!(format!("{text}x")),
        _ => json!(0),
    }
}

proptest! {
    #![proptest_config(config())]

    /// RFC 8785 against another implementation of it.
    #[test]
    fn canonical_form_is_that_of_another_implementation(value in any_json()) {
        let expected = serde_json_canonicalizer::to_string(&value).unwrap();
        prop_assert_eq!(canonical(value.to_string().as_bytes()), Some(expected));
    }

    /// A tape is asked of bytes that the core wrote, and any others are answered too.
    #[test]
    fn other_bytes_than_those_of_a_tree_are_answered(
        cut in any::<prop::sample::Index>(),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
        section in 0usize..8,
    ) {
        let mut bytes = TREE.as_bytes().to_vec();
        prop_assert_eq!(call::tape(&bytes, section, &mut Engine::default()) == OK, section == Section::Tree as usize);
        bytes[at.index(TREE.len())] = byte;
        call::tape(&bytes, section, &mut Engine::default());
        bytes.truncate(cut.index(TREE.len()));
        prop_assert_eq!(call::tape(&bytes, section, &mut Engine::default()), 0);
    }

    #[test]
    fn canonical_form_is_its_own(value in any_json()) {
        let once = canonical(value.to_string().as_bytes()).unwrap();
        prop_assert_eq!(canonical(once.as_bytes()), Some(once));
    }

    /// White space, the order of members, escapes and the spelling of numbers are no data.
    #[test]
    fn equal_data_has_equal_bytes((value, spelled) in twice(any_json())) {
        let expected = canonical(value.to_string().as_bytes());
        prop_assert!(expected.is_some());
        prop_assert_eq!(canonical(spelled.as_bytes()), expected, "{}", spelled);
    }

    #[test]
    fn equal_envelopes_have_equal_seals((value, spelled) in twice(envelope())) {
        let expected = seal(value.to_string().as_bytes());
        prop_assert!(expected.is_some(), "{}", value);
        prop_assert_eq!(seal(spelled.as_bytes()), expected, "{}", spelled);
    }

    #[test]
    fn another_leaf_is_another_digest(value in any_json(), at in any::<prop::sample::Index>()) {
        let changed = with_another_leaf(&value, at);
        let of = |value: &Value| digest(value.to_string().as_bytes(), profile::HISTORY).unwrap();
        prop_assert_ne!(of(&value), of(&changed));
    }

    #[test]
    fn another_domain_is_another_digest(value in any_json()) {
        let text = value.to_string();
        let domains = [profile::PROTOCOL, profile::PROJECTION, profile::SOURCE, profile::SERIES, profile::HISTORY];
        let mut found: Vec<_> = domains.iter().map(|domain| digest(text.as_bytes(), domain).unwrap()).collect();
        found.sort();
        found.dedup();
        prop_assert_eq!(found.len(), domains.len());
    }

    /// The pass that stops at once and the one that goes on accept the same inputs, and every operation agrees.
    #[test]
    fn verdict_and_report_agree(value in nearly_envelope()) {
        let input = value.to_string();
        let mut engine = Engine::default();
        let valid = call::validate(input.as_bytes(), None, &mut engine, &Native) == OK;
        let door = report(&engine);
        prop_assert_eq!(door["problems"].as_array().unwrap().is_empty(), valid);
        let sealing = call::seal(input.as_bytes(), &mut engine, &Native) == OK;
        prop_assert_eq!(sealing, valid, "{}", input);
        if sealing {
            let digest = text(&engine, Section::Digest);
            prop_assert_eq!(&door["digest"], &json!(digest));
            prop_assert!(verified(engine.section(Section::Canonical as usize)), "{}", input);
        } else {
            prop_assert_eq!(&report(&engine)["problems"], &door["problems"], "{}", input);
            prop_assert!(!verified(input.as_bytes()));
            let places: Vec<_> = door["problems"].as_array().unwrap().iter().map(|problem| {
                (problem["position"]["line"].as_u64(), problem["position"]["column"].as_u64())
            }).collect();
            prop_assert!(places.is_sorted(), "{}: {}", input, door["problems"]);
        }
    }

    #[test]
    fn what_is_sealed_holds(value in envelope(), message in any::<bool>()) {
        let sealed = seal(value.to_string().as_bytes()).unwrap();
        prop_assert_eq!(seal(sealed.as_bytes()), Some(sealed.clone()));
        let input = if message { format!("{{\"protocol\":{sealed}}}") } else { sealed };
        prop_assert!(verified(input.as_bytes()));
    }

    /// A changed leaf of a sealed envelope is never believed.
    #[test]
    fn another_leaf_breaks_the_seal(value in envelope(), at in any::<prop::sample::Index>()) {
        let sealed: Value = serde_json::from_str(&seal(value.to_string().as_bytes()).unwrap()).unwrap();
        let changed = with_another_leaf(&sealed, at);
        prop_assert!(!verified(changed.to_string().as_bytes()), "{}", changed);
    }

    /// At the screen everything has an answer, and the text is there.
    #[test]
    fn the_text_is_always_shown(value in any_json(), body in any::<String>()) {
        let mut engine = Engine::default();
        let message = json!({ "body": body, "x": value, "protocol": value });
        let status = call::verify(message.to_string().as_bytes(), None, &mut engine, &Native);
        prop_assert_eq!(text(&engine, Section::Fallback), body);
        prop_assert_eq!(status, 0);
        prop_assert!(!engine.section(Section::Report as usize).is_empty());
    }

    #[test]
    fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        answer(&bytes);
    }

    #[test]
    fn anything_like_json_is_answered(text in nearly_json()) {
        answer(text.as_bytes());
    }

    #[test]
    fn anything_like_an_envelope_is_answered(value in nearly_envelope(), cut in any::<prop::sample::Index>()) {
        let text = value.to_string();
        answer(&text.as_bytes()[..cut.index(text.len() + 1)]);
    }
}

/// Asks every operation. What it answers is text, whatever was asked.
fn answer(input: &[u8]) {
    let mut engine = Engine::default();
    let operations: &[fn(&[u8], &mut Engine) -> u32] = &[
        |input, engine| call::canonicalize(input, engine, &Native),
        |input, engine| call::check_tree(input, engine, &Native),
        |input, engine| call::digest(input, None, engine, &Native),
        |input, engine| call::digest(input, Some("x"), engine, &Native),
        |input, engine| call::seal(input, engine, &Native),
        |input, engine| call::split_page(input, engine),
        |input, engine| call::validate(input, Some("w"), engine, &Native),
        |input, engine| call::verify(input, Some("actions\n"), engine, &Native),
        #[cfg(feature = "compile")]
        |input, engine| call::compile(input, engine, &Native),
        #[cfg(feature = "compile")]
        |input, engine| call::project(input, engine, &Native),
        #[cfg(feature = "compile")]
        |input, engine| call::to_text(input, engine),
        #[cfg(feature = "compile")]
        |input, engine| call::validate_compiled(input, Some("w"), engine, &Native),
        #[cfg(feature = "compile")]
        |input, engine| call::verify_compiled(input, None, true, engine, &Native),
    ];
    for operation in operations {
        operation(input, &mut engine);
        let report = text(&engine, Section::Report);
        assert!(report.is_empty() || serde_json::from_str::<Value>(&report).is_ok(), "{report}");
        text(&engine, Section::Fallback);
    }
}

/// A sealed message of nothing but what a digest covers.
fn sealed_message() -> String {
    let envelope = json!({
        "protocol": profile::PROTOCOL,
        "kind": "report",
        "source": { "kind": "agent", "id": "a/1", "display_name": "Ägent 😀" },
        "subject": { "kind": "build", "id": "7" },
        "presentation": { "fallback": "12 \"tests\" passed\n", "pubmark": "**12** tests passed", "lang": "en" },
        "lifecycle": { "state": "succeeded", "counts": { "done": 12, "total": 12 } },
        "actions": [{ "id": "a", "label": "Go", "capability": "x.y", "arguments": { "n": 1.5e-7, "t": true } }],
    });
    let sealed = seal(envelope.to_string().as_bytes()).unwrap();
    let tree = json!({ "type": "root", "children": [{ "type": "paragraph", "children": [
        { "type": "strong", "children": [{ "type": "text", "value": "12" }] },
        { "type": "text", "value": " tests passed" },
    ] }] });
    let source = digest(br#""**12** tests passed""#, profile::SOURCE).unwrap();
    let mut projection = json!({ "profile": profile::PROJECTION, "source": source, "tree": tree });
    projection["digest"] = json!(digest(projection.to_string().as_bytes(), profile::PROJECTION).unwrap());
    format!("{{\n \"projection\": {projection},\r\n\t\"protocol\": {sealed} }}")
}

#[test]
fn one_flipped_bit_changes_the_verdict_or_nothing() {
    let message = sealed_message();
    let shown = verdict(message.as_bytes());
    assert_eq!(shown, OK | (View::Pubmark as u32) << VIEW_SHIFT);
    let data = canonical(message.as_bytes()).unwrap();
    let mut unchanged = 0;
    for at in 0..message.len() {
        for bit in 0..8 {
            let mut flipped = message.clone().into_bytes();
            flipped[at] ^= 1 << bit;
            if verdict(&flipped) == shown {
                unchanged += 1;
                assert_eq!(canonical(&flipped).as_ref(), Some(&data), "byte {at}, bit {bit}");
            }
        }
    }
    assert!(unchanged > 0, "white space may become other white space");
}

#[test]
fn one_byte_more_or_less_changes_the_verdict_or_nothing() {
    let message = sealed_message();
    let shown = verdict(message.as_bytes());
    let data = canonical(message.as_bytes()).unwrap();
    for at in 0..message.len() {
        let mut shorter = message.clone().into_bytes();
        let byte = shorter.remove(at);
        let mut longer = message.clone().into_bytes();
        longer.insert(at, byte);
        for changed in [shorter, longer] {
            assert!(verdict(&changed) != shown || canonical(&changed).as_ref() == Some(&data), "byte {at}");
        }
    }
}
