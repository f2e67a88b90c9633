//! An index after any changes, against the classification of each head from scratch; and what a marker in a restricted
//! message leaves behind.
#![expect(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot go on has failed"
)]

mod board;

use std::collections::BTreeMap;

use board::{Answer, Index, ask};
use chirp_core::Native;
use chirp_core::call::{self, Engine, Section};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

const LENSES: [&str; 6] = ["needs_me", "runs", "decisions", "incidents", "artifacts", "knowledge"];
const CATEGORIES: [&str; 5] = ["run", "decision", "incident", "artifact", "knowledge"];
const SEVERITIES: [&str; 5] = ["info", "notice", "warning", "error", "critical"];
const CAPABILITIES: [&str; 3] = ["chirp.review.approve", "chirp.review.reject", "chirp.acknowledge"];
const WORKSPACE: &str = "acme";

fn config() -> ProptestConfig {
    let cases = if std::env::var_os("LONG").is_some() { 2048 } else { 96 };
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// What happens to an index.
#[derive(Clone, Debug)]
enum Step {
    Put(Value),
    Remove(u8),
    Context(Value),
    Now(String),
    Done(u8, &'static str),
}

/// Few instants, close together and not in order of their spelling: windows open and close within one second.
fn instant() -> impl Strategy<Value = String> {
    let seconds = prop_oneof![Just(0), Just(1), Just(2), 0..9u32];
    (seconds, select(vec!["", ".000000001", ".5", ".999999999"]), any::<bool>()).prop_map(
        |(second, part, east)| {
            if east {
                format!("2026-03-01T14:00:0{second}{part}+02:00")
            } else {
                format!("2026-03-01T12:00:0{second}{part}Z")
            }
        },
    )
}

/// Two instants, the earlier one first, if they differ.
fn window() -> impl Strategy<Value = (String, Option<String>)> {
    (instant(), proptest::option::of(instant())).prop_map(|(from, until)| match until {
        Some(until) => match chirp_core::time::parse(&from).cmp(&chirp_core::time::parse(&until)) {
            core::cmp::Ordering::Less => (from, Some(until)),
            core::cmp::Ordering::Equal => (from, None),
            core::cmp::Ordering::Greater => (until, Some(from)),
        },
        None => (from, None),
    })
}

fn action() -> impl Strategy<Value = Value> {
    (select(CAPABILITIES.to_vec()), proptest::option::of(window())).prop_map(|(capability, window)| {
        let mut action = json!({ "label": "l", "capability": capability });
        if let Some((from, until)) = window {
            action["active_from"] = json!(from);
            if let Some(until) = until {
                action["active_until"] = json!(until);
            }
        }
        action
    })
}

fn attention() -> impl Strategy<Value = Value> {
    let party = prop_oneof![
        select(vec!["ana", "bo"]).prop_map(|id| json!({ "kind": "user", "id": id })),
        select(vec!["owner", "member"]).prop_map(|id| json!({ "kind": "role", "id": id })),
    ];
    (window(), proptest::option::of(prop::collection::vec(party, 1..3))).prop_map(
        |((since, until), audience)| {
            let mut attention = json!({ "reason": "r", "since": since });
            if let Some(until) = until {
                attention["until"] = json!(until);
            }
            if let Some(audience) = audience {
                attention["audience"] = json!(audience);
            }
            attention
        },
    )
}

/// An envelope of one of six series, sealed. Revision 1 has no predecessor; the index does not follow the chain.
fn envelope() -> impl Strategy<Value = Value> {
    let parts = (
        0..6u8,
        1..4u8,
        select(CATEGORIES.to_vec()),
        proptest::option::of(select(SEVERITIES.to_vec())),
        proptest::option::of(instant()),
        proptest::option::weighted(0.7, attention()),
        prop::collection::vec(action(), 0..3),
    );
    parts.prop_map(|(series, revision, category, severity, at, attention, mut actions)| {
        let mut instrument = json!({ "category": category, "layout": "status", "revision": revision });
        if revision > 1 {
            instrument["predecessor"] = json!(format!("sha256:{}", "0".repeat(64)));
        }
        if let Some(attention) = attention {
            instrument["attention"] = attention;
        }
        let mut envelope = json!({
            "protocol": "org.renkara.chirp.message/0.1",
            "kind": "status",
            "source": { "kind": "agent", "id": "a" },
            "subject": { "kind": "k", "id": series.to_string() },
            "presentation": { "fallback": "f" },
            "instrument": instrument,
        });
        for (name, value) in [("severity", severity.map(str::to_owned)), ("occurred_at", at)] {
            if let Some(value) = value {
                envelope[name] = json!(value);
            }
        }
        for (action, id) in actions.iter_mut().zip(["a", "b", "c"]) {
            action["id"] = json!(id);
        }
        if !actions.is_empty() {
            envelope["actions"] = json!(actions);
        }
        sealed(&envelope)
    })
}

fn sealed(envelope: &Value) -> Value {
    let mut engine = Engine::default();
    assert_eq!(call::seal(envelope.to_string().as_bytes(), &mut engine, &Native), call::OK, "{envelope}");
    serde_json::from_slice(engine.section(Section::Canonical as usize)).unwrap()
}

fn context() -> impl Strategy<Value = Value> {
    let capability = |name: &'static str| {
        let roles = proptest::option::of(select(vec!["owner", "member"]));
        (any::<bool>(), any::<bool>(), any::<bool>(), roles).prop_map(
            move |(there, repeatable, settles, roles)| {
                let mut capability = json!({ "name": name, "repeatable": repeatable, "settles": settles });
                if let Some(role) = roles {
                    capability["roles"] = json!([role]);
                }
                there.then_some(capability)
            },
        )
    };
    let roles = select(vec![json!([]), json!(["owner"]), json!(["member"]), json!(["owner", "member"])]);
    (CAPABILITIES.map(capability), roles, select(vec!["ana", "bo"]), instant()).prop_map(
        |(capabilities, roles, viewer, now)| {
            let capabilities: Vec<Value> = capabilities.into_iter().flatten().collect();
            json!({ "viewer": { "id": viewer, "roles": roles }, "capabilities": capabilities, "now": now })
        },
    )
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        5 => envelope().prop_map(Step::Put),
        1 => (0..6u8).prop_map(Step::Remove),
        1 => context().prop_map(Step::Context),
        3 => instant().prop_map(Step::Now),
        2 => (0..6u8, select(vec!["a", "b"])).prop_map(|(series, action)| Step::Done(series, action)),
    ]
}

/// The heads and the context as a list would keep them.
struct List {
    heads: BTreeMap<String, Value>,
    context: Value,
}

impl List {
    /// Every head, classified by itself, with its envelope.
    fn classified(&self) -> Vec<(Value, &Value)> {
        let options = json!({ "context": self.context, "workspace": WORKSPACE });
        self.heads
            .values()
            .map(|head| (given(ask("classify", head.to_string().as_bytes(), &options)), head))
            .collect()
    }

    /// The heads of a lens in its order.
    fn lens(&self, lens: &str) -> Vec<Value> {
        let instant = |value: &Value| value.as_str().and_then(chirp_core::time::parse);
        let mut heads = self.classified();
        heads.retain(
            |(head, _)| if lens == "needs_me" { head["needs_me"] == true } else { head["lens"] == lens },
        );
        heads.sort_by(|(a, of_a), (b, of_b)| {
            let order = if lens == "needs_me" {
                let rank =
                    |head: &Value| SEVERITIES.iter().position(|severity| head["severity"] == **severity);
                let since = |head: &Value| instant(&head["attention"]["since"]);
                rank(b).cmp(&rank(a)).then(since(a).cmp(&since(b)))
            } else {
                instant(&of_b["occurred_at"]).cmp(&instant(&of_a["occurred_at"]))
            };
            order.then(a["series"].as_str().cmp(&b["series"].as_str()))
        });
        heads.into_iter().map(|(head, _)| head).collect()
    }

    fn changes_at(&self) -> Value {
        let instants = self
            .classified()
            .into_iter()
            .filter_map(|(head, _)| head["changes_at"].as_str().map(str::to_owned));
        instants.min_by_key(|at| chirp_core::time::parse(at)).map_or(Value::Null, Value::from)
    }
}

fn given(answer: Answer) -> Value {
    let (name, value) = answer.named();
    assert_eq!(name, "answer", "{value}");
    value
}

/// All heads of a lens, page by page.
fn pages(index: &mut Index, lens: &str, limit: usize) -> Vec<Value> {
    let mut heads = Vec::new();
    let mut query = json!({ "lens": lens, "limit": limit });
    loop {
        let page = given(index.step(&json!({ "page": query })));
        let found = page["heads"].as_array().unwrap();
        assert!(found.len() <= limit);
        heads.extend(found.iter().cloned());
        match page.get("next") {
            Some(next) => query["after"] = next.clone(),
            None => return heads,
        }
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn an_index_after_any_steps_is_each_head_classified_from_scratch(
        first in context(),
        steps in prop::collection::vec(step(), 1..24),
        limit in 1..4usize,
    ) {
        let mut index = Index::open(&json!({ "workspace": WORKSPACE, "context": first })).unwrap();
        let mut list = List { heads: BTreeMap::new(), context: first };
        for step in steps {
            let (asked, before) = match &step {
                Step::Put(envelope) => (json!({ "put": envelope }), None),
                _ => (json!(null), Some(list.lens("needs_me").len())),
            };
            match step {
                Step::Put(envelope) => {
                    let answer = given(index.step(&asked));
                    let series = envelope["subject"]["id"].as_str().unwrap().to_owned();
                    let known = list.heads.get(&series).and_then(|head| head["instrument"]["revision"].as_i64());
                    let later = known.is_none_or(|known| known < envelope["instrument"]["revision"].as_i64().unwrap());
                    let expected = match known { None => "inserted", Some(_) if later => "revised", _ => "kept" };
                    prop_assert_eq!(&answer[expected], 1);
                    if later {
                        list.heads.insert(series, envelope);
                    }
                }
                Step::Remove(series) => {
                    let Some(head) = list.heads.remove(&series.to_string()) else { continue };
                    let options = json!({ "context": list.context, "workspace": WORKSPACE });
                    let head = given(ask("classify", head.to_string().as_bytes(), &options));
                    given(index.step(&json!({ "remove": head["series"] })));
                    prop_assert_eq!(given(index.step(&json!({ "head": head["series"] }))), Value::Null);
                }
                Step::Context(context) => {
                    list.context = context;
                    given(index.step(&json!({ "setContext": list.context })));
                }
                Step::Now(now) => {
                    list.context["now"] = json!(now);
                    let before = before.unwrap();
                    let changed = given(index.step(&json!({ "setNow": now })));
                    let after = list.lens("needs_me").len();
                    prop_assert!(changed["changed"].as_u64().unwrap() as usize >= before.abs_diff(after));
                }
                Step::Done(series, action) => {
                    let Some(head) = list.heads.get(&series.to_string()) else { continue };
                    let digest = head["integrity"]["digest"].clone();
                    given(index.step(&json!({ "setDone": format!("{} {action}", digest.as_str().unwrap()) })));
                    if !list.context["done"].is_array() {
                        list.context["done"] = json!([]);
                    }
                    list.context["done"].as_array_mut().unwrap().push(json!({ "digest": digest, "action": action }));
                }
            }
            let next = given(index.step(&json!({ "changesAt": null })));
            let counts = given(index.step(&json!({ "counts": null })));
            prop_assert_eq!(next.get("changes_at").unwrap_or(&Value::Null), &list.changes_at());
            for lens in LENSES {
                let expected = list.lens(lens);
                prop_assert_eq!(&counts[lens], &json!(expected.len()), "{}", lens);
                prop_assert_eq!(pages(&mut index, lens, limit), expected, "{}", lens);
            }
            for (head, _) in list.classified() {
                prop_assert_eq!(&given(index.step(&json!({ "head": head["series"] }))), &head);
            }
        }
    }

    #[test]
    fn an_answer_stays_until_it_says_it_changes_and_changes_then(head in envelope(), context in context(), later in instant()) {
        let at = |now: &Value| {
            let mut context = context.clone();
            context["now"] = now.clone();
            given(ask("classify", head.to_string().as_bytes(), &json!({ "context": context })))
        };
        let (now, then) = (at(&context["now"]), at(&json!(later)));
        let without = |mut answer: Value| { answer.as_object_mut().unwrap().remove("changes_at"); answer };
        let instant = |text: &Value| text.as_str().and_then(chirp_core::time::parse);
        if let Some(change) = now.get("changes_at") {
            prop_assert_ne!(without(at(change)), without(now.clone()));
        }
        let is_before_change = instant(&json!(later)) >= instant(&context["now"])
            && now.get("changes_at").is_none_or(|change| instant(&json!(later)) < instant(change));
        if is_before_change {
            prop_assert_eq!(then, now);
        }
    }

    #[test]
    fn a_marker_in_a_restricted_message_is_in_nothing_that_is_said_of_it(
        member in 0..MEMBERS.len(),
        restriction in 0..RESTRICTIONS.len(),
        is_message in any::<bool>(),
        is_sealed in any::<bool>(),
    ) {
        let (pointer, marker) = MEMBERS[member];
        let (restricted, silent) = RESTRICTIONS[restriction];
        let mut envelope = full();
        if !restricted.contains("redaction") && !pointer.starts_with("/redaction") {
            envelope.as_object_mut().unwrap().remove("redaction");
        }
        *envelope.pointer_mut(pointer).unwrap() = json!(marker);
        let handling: Value = serde_json::from_str(restricted).unwrap();
        for (name, value) in handling.as_object().unwrap() {
            envelope[name] = value.clone();
        }
        if pointer.starts_with("/redaction") && restricted.contains("redaction") {
            *envelope.pointer_mut(pointer).unwrap() = json!(marker);
        }
        // What is not in order is not sealed, and says nothing anywhere.
        let mut engine = Engine::default();
        let in_order = call::seal(envelope.to_string().as_bytes(), &mut engine, &Native) == call::OK;
        if is_sealed && in_order {
            envelope = serde_json::from_slice(engine.section(Section::Canonical as usize)).unwrap();
        }
        let body = envelope["presentation"]["fallback"].clone();
        let input = if is_message { json!({ "id": marker, "body": body, "protocol": envelope }) } else { envelope };
        for op in silent.split(' ') {
            let said = given(ask(op, input.to_string().as_bytes(), &Value::Null)).to_string();
            let bare = marker.trim_start_matches("sha256:");
            prop_assert!(!said.contains(bare), "{} says {}", op, said);
        }
    }

    #[test]
    fn any_input_and_any_options_have_an_answer(
        input in any::<Vec<u8>>(),
        options in "[\\{\"\\[\\]\\}:,a-z0-9 ]{0,40}",
        cut in 0..900usize,
    ) {
        let whole = full().to_string();
        let cut = &whole.as_bytes()[..cut.min(whole.len())];
        for op in ["notificationOf", "outboundOf", "logLine", "exportText", "auditOf", "classify", "actionsOf", "invoke"] {
            for input in [&input[..], cut] {
                ask(op, input, &json!(options));
                ask(op, input, &json!({ "context": { "viewer": { "id": options, "roles": [] }, "now": options } }));
            }
        }
    }

    #[test]
    fn nothing_forges_a_line_of_a_log_or_the_head_of_an_export(text in any::<String>(), name in any::<String>()) {
        let input = json!({ "body": format!("x{text}\n{name}") }).to_string();
        let line = given(ask("logLine", input.as_bytes(), &Value::Null));
        let line = line.as_str().unwrap();
        let acts = |c: char| c.is_control() || matches!(c as u32, 0x2028..=0x202E | 0x2066..=0x2069);
        prop_assert!(!line.chars().any(acts), "{:?}", line);
        if let Some(quoted) = line.strip_prefix("chirp.message text=\"") {
            let inside = quoted.strip_suffix('"').unwrap().replace("\\\\", "").replace("\\\"", "");
            prop_assert!(!inside.contains('"'));
        } else {
            prop_assert_eq!(line, "chirp.message restricted=\"true\"");
        }
        let export = given(ask("exportText", input.as_bytes(), &Value::Null));
        let lines: Vec<&str> = export.as_str().unwrap().split_terminator('\n').collect();
        prop_assert!(lines.iter().skip(1).all(|line| line.starts_with("  ")));
    }
}

/// What is restricted, and the operations that then say nothing of the message.
const RESTRICTIONS: [(&str, &str); 6] = [
    (r#"{"handling":{"notification":"generic"}}"#, "notificationOf logLine exportText"),
    (r#"{"handling":{"outbound_webhooks":"suppress"}}"#, "outboundOf logLine exportText"),
    (
        r#"{"redaction":{"policy":"p","digest":"sha256:0000000000000000000000000000000000000000000000000000000000000000"}}"#,
        "notificationOf outboundOf logLine exportText",
    ),
    (r#"{"handling":{"notification":"quiet"}}"#, "notificationOf outboundOf logLine exportText"),
    (r#"{"handling":{"unheard_of":true}}"#, "notificationOf outboundOf logLine exportText"),
    (r#"{"handling":"secret"}"#, "notificationOf outboundOf logLine exportText"),
];

const DIGEST: &str = "sha256:abcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabca";

/// Every member that a producer writes freely, and a marker that it may hold.
const MEMBERS: [(&str, &str); 22] = [
    ("/source/id", "marker-7f3a"),
    ("/source/display_name", "marker-7f3a"),
    ("/subject/id", "marker-7f3a"),
    ("/subject/kind", "marker-7f3a"),
    ("/subject/label", "marker-7f3a"),
    ("/presentation/fallback", "marker-7f3a"),
    ("/presentation/pubmark", "marker-7f3a"),
    ("/delivery/dedupe_key", "marker-7f3a"),
    ("/actions/0/id", "marker-7f3a"),
    ("/actions/0/label", "marker-7f3a"),
    ("/actions/0/capability", "chirp.marker-7f3a"),
    ("/actions/0/arguments/x", "marker-7f3a"),
    ("/actions/0/confirm/title", "marker-7f3a"),
    ("/actions/0/confirm/body", "marker-7f3a"),
    ("/instrument/attention/reason", "marker-7f3a"),
    ("/instrument/attention/audience/0/id", "marker-7f3a"),
    ("/instrument/evidence/0/label", "marker-7f3a"),
    ("/instrument/evidence/0/digest", DIGEST),
    ("/instrument/audit/proof/label", "marker-7f3a"),
    ("/instrument/audit/checks/0/label", "marker-7f3a"),
    ("/redaction/policy", "marker-7f3a"),
    ("/redaction/digest", DIGEST),
];

/// An envelope with every member that [`MEMBERS`] names.
fn full() -> Value {
    let digest = format!("sha256:{}", "0".repeat(64));
    json!({
        "protocol": "org.renkara.chirp.message/0.1",
        "kind": "status",
        "source": { "kind": "agent", "id": "a", "display_name": "A" },
        "subject": { "kind": "k", "id": "1", "label": "One" },
        "presentation": { "fallback": "f", "pubmark": "f" },
        "delivery": { "dedupe_key": "d" },
        "actions": [{
            "id": "a", "label": "f", "capability": "x.y", "arguments": { "x": "y" },
            "confirm": { "title": "t", "body": "b" },
        }],
        "redaction": { "policy": "p", "digest": digest },
        "instrument": {
            "category": "run", "layout": "status", "revision": 1,
            "attention": {
                "reason": "r", "since": "2026-03-01T12:00:00Z", "audience": [{ "kind": "user", "id": "u" }],
            },
            "evidence": [{ "label": "l", "digest": digest }],
            "audit": {
                "status": "passed",
                "proof": { "digest": digest, "label": "l" },
                "checks": [{ "id": "c", "label": "l", "status": "passed", "evidence": [{ "label": "l", "digest": digest }] }],
            },
        },
    })
}
