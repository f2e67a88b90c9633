//! Strategies: any JSON, the same JSON in another spelling, envelopes that are in order, and some that nearly are.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::strategy::Union;
use serde_json::{Value, json};

/// Texts that hold what canonicalisation looks at.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "[a-z]{0,4}",
        2 => any::<String>(),
        1 => "[\\x00-\\x1f\"\\\\/é漢😀\u{e000}\u{fffd}\u{7f}\u{2028}]{0,6}",
    ]
}

fn any_number() -> impl Strategy<Value = Value> {
    prop_oneof![
        (-1000i64..1000).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>()
            .prop_filter_map("finite", |double| serde_json::Number::from_f64(double).map(Value::Number)),
        any::<u64>().prop_filter_map("finite", |bits| {
            serde_json::Number::from_f64(f64::from_bits(bits)).map(Value::Number)
        }),
        (0u32..700, 1u32..10_000).prop_map(|(exponent, digits)| {
            json!(
                format!("{digits}e{}", i64::from(exponent) - 350)
                    .parse::<f64>()
                    .ok()
                    .filter(|d| d.is_finite())
            )
        }),
    ]
}

/// Any JSON value that RFC 8785 can represent.
pub(crate) fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any_number(),
        any_text().prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 60, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((any_text(), inner), 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// Text that is often JSON, and often just not.
pub(crate) fn nearly_json() -> impl Strategy<Value = String> {
    let tokens = [
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "\"",
        "\"a\"",
        "\"body\":",
        "\"protocol\":",
        "\"projection\":",
        "{}",
        "[]",
        "null",
        "true",
        "fals",
        "-",
        "0",
        "1e",
        "1e5",
        ".5",
        "\\u",
        "\\ud800",
        "\\\"",
        " ",
        "\n",
        "\u{feff}",
        "//",
        "'",
        "é",
        "\0",
        "{\"type\":\"text\",\"value\":\"",
        "\"children\":[",
        "\"presentation\":{\"fallback\":\"",
    ];
    prop::collection::vec(select(tokens.to_vec()), 0..30).prop_map(|tokens| tokens.concat())
}

/// One value in another spelling: members in another order, white space, escapes, numbers with all their digits.
pub(crate) fn spelled(value: Value) -> impl Strategy<Value = String> {
    prop::collection::vec(any::<u8>(), 64).prop_map(move |choices| {
        let mut text = String::new();
        spell(&value, &mut choices.iter().copied().cycle(), &mut text);
        text
    })
}

type Choices<'c> = dyn Iterator<Item = u8> + 'c;

fn spell(value: &Value, choices: &mut Choices<'_>, out: &mut String) {
    space(choices, out);
    match value {
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                spell(item, choices, out);
            }
            out.push(']');
        }
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().map(|member| (choices.next(), member)).collect();
            members.sort_by_key(|(place, _)| *place);
            out.push('{');
            for (index, (_, (name, value))) in members.into_iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                space(choices, out);
                spell_text(name, choices, out);
                space(choices, out);
                out.push(':');
                spell(value, choices, out);
            }
            out.push('}');
        }
        Value::String(text) => spell_text(text, choices, out),
        Value::Number(number) => spell_number(number, choices, out),
        scalar => out.push_str(&scalar.to_string()),
    }
    space(choices, out);
}

fn space(choices: &mut Choices<'_>, out: &mut String) {
    const SPACES: [&str; 8] = ["", "", "", " ", "\n", "\t", "\r\n", "  "];
    out.push_str(SPACES[usize::from(choices.next().unwrap() & 7)]);
}

fn spell_number(number: &serde_json::Number, choices: &mut Choices<'_>, out: &mut String) {
    let double = number.as_f64().unwrap();
    match choices.next().unwrap() & 3 {
        0 => out.push_str(&format!("{double:.16e}").replace('e', "E")),
        1 if double.abs() < 1e15 && double.fract() == 0.0 => out.push_str(&format!("{double:.3}")),
        _ => out.push_str(&number.to_string()),
    }
}

fn spell_text(text: &str, choices: &mut Choices<'_>, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        let choice = choices.next().unwrap() & 7;
        let mut units = [0; 2];
        match character {
            '/' if choice == 0 => out.push_str("\\/"),
            '"' | '\\' | '\0'..='\u{1f}' => escape(character, choice, out),
            _ if choice == 1 => {
                character
                    .encode_utf16(&mut units)
                    .iter()
                    .for_each(|unit| out.push_str(&format!("\\u{unit:04X}")));
            }
            _ if choice == 2 => {
                character
                    .encode_utf16(&mut units)
                    .iter()
                    .for_each(|unit| out.push_str(&format!("\\u{unit:04x}")));
            }
            _ => out.push(character),
        }
    }
    out.push('"');
}

fn escape(character: char, choice: u8, out: &mut String) {
    let short =
        "\"\\\u{8}\u{c}\n\r\t".chars().zip("\"\\bfnrt".chars()).find(|(known, _)| *known == character);
    match short {
        Some((_, letter)) if choice < 4 => out.extend(['\\', letter]),
        _ => out.push_str(&format!("\\u{:04x}", u32::from(character))),
    }
}

/// An envelope that is in order, with any of its members.
pub(crate) fn envelope() -> impl Strategy<Value = Value> {
    let fallback = "[a-zé漢😀 \"\\\\\n\t]{0,12}x";
    let members = prop::collection::vec(member(), 0..8);
    let kind = select(vec!["event", "status", "request", "report", "document"]);
    let source = select(vec!["integration", "agent", "person", "system"]);
    (kind, source, "[!-~é漢]{1,20}", fallback, members).prop_map(|(kind, source, id, fallback, members)| {
        let mut envelope = json!({
            "protocol": chirp_core::profile::PROTOCOL,
            "kind": kind,
            "source": { "kind": source, "id": id },
            "presentation": { "fallback": fallback },
        });
        members.into_iter().for_each(|(name, value)| envelope[name] = value);
        if envelope.get("instrument").is_some() && envelope.get("subject").is_none() {
            envelope["subject"] = json!({ "kind": "k", "id": "1" });
        }
        envelope
    })
}

/// An optional member of an envelope, with a value that is in order.
fn member() -> impl Strategy<Value = (&'static str, Value)> {
    let word = || "[a-z]{1,8}";
    let severity = select(vec!["info", "notice", "warning", "error", "critical"]);
    let state = select(vec!["queued", "running", "waiting", "blocked", "succeeded", "failed", "cancelled"]);
    let second = || (0u32..60).prop_map(|second| format!("2026-03-01T12:00:{second:02}Z"));
    let argument = prop_oneof![
        any_text().prop_filter("no U+0000", |text| !text.contains('\0')).prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        (-1_000_000i64..1_000_000).prop_map(Value::from),
        (-1e6..1e6).prop_map(Value::from),
    ];
    let arguments = prop::collection::btree_map("[a-z][a-z0-9_-]{0,5}", argument, 0..5);
    let digest = "[0-9a-f]{64}".prop_map(|hex| format!("sha256:{hex}"));
    Union::new([
        severity.prop_map(|severity| ("severity", json!(severity))).boxed(),
        second().prop_map(|time| ("occurred_at", json!(time))).boxed(),
        word().prop_map(|key| ("delivery", json!({ "dedupe_key": key }))).boxed(),
        (word(), any_text().prop_map(|text| text.chars().filter(char::is_ascii_alphanumeric).collect::<String>()))
            .prop_map(|(kind, label)| ("subject", json!({ "kind": kind, "id": "1", "label": format!("x{label}") })))
            .boxed(),
        (state, 0u32..9, 0u32..9)
            .prop_map(|(state, done, left)| {
                ("lifecycle", json!({ "state": state, "counts": { "done": done, "total": done + left } }))
            })
            .boxed(),
        (word(), arguments)
            .prop_map(|(label, arguments)| {
                let action = json!({ "id": "a", "label": label, "capability": "x.y", "arguments": arguments });
                ("actions", json!([action]))
            })
            .boxed(),
        (2u32..9, digest.clone(), second())
            .prop_map(|(revision, predecessor, since)| {
                ("instrument", json!({
                    "category": "run", "layout": "status", "revision": revision, "predecessor": predecessor,
                    "attention": { "reason": "r", "since": since }, "requires": ["actions", "node:table"],
                }))
            })
            .boxed(),
        (word(), digest)
            .prop_map(|(policy, digest)| ("redaction", json!({ "policy": policy, "digest": digest })))
            .boxed(),
        select(vec!["full", "generic"])
            .prop_map(|notification| ("handling", json!({ "notification": notification })))
            .boxed(),
    ])
}

/// An envelope of which some part is replaced by anything, removed, or joined by a member of any name.
pub(crate) fn nearly_envelope() -> impl Strategy<Value = Value> {
    let value = prop_oneof![any_json(), any_text().prop_map(Value::from), Just(json!({})), Just(json!([]))];
    let name = prop_oneof![
        any_text(),
        select(vec!["id", "kind", "url", "progress", "__proto__", "body", "integrity"])
            .prop_map(str::to_owned),
    ];
    let change = (0u8..4, any::<Index>(), name, value);
    (envelope(), prop::collection::vec(change, 0..3)).prop_map(|(mut envelope, changes)| {
        for (kind, at, name, value) in changes {
            let places = pointers(&envelope, &Value::is_object);
            let place =
                envelope.pointer_mut(&places[at.index(places.len())]).and_then(Value::as_object_mut).unwrap();
            let known = place.keys().nth(at.index(place.len().max(1))).cloned();
            match (kind, known) {
                (0, Some(known)) => drop(place.remove(&known)),
                (1, _) | (_, None) => drop(place.insert(name, value)),
                (_, Some(known)) => drop(place.insert(known, value)),
            }
        }
        envelope
    })
}

/// Pointers of the values inside of `value`, itself included, that are as asked.
pub(crate) fn pointers(value: &Value, is: &dyn Fn(&Value) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![(String::new(), value)];
    while let Some((at, value)) = open.pop() {
        if is(value) {
            found.push(at.clone());
        }
        match value {
            Value::Array(items) => {
                open.extend(items.iter().enumerate().map(|(index, item)| (format!("{at}/{index}"), item)));
            }
            Value::Object(members) => {
                let token = |name: &str| name.replace('~', "~0").replace('/', "~1");
                open.extend(members.iter().map(|(name, member)| (format!("{at}/{}", token(name)), member)));
            }
            _ => {}
        }
    }
    found
}
