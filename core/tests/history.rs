//! Histories as a whole: of every size, in both forms, and after every change of one byte.
#![expect(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot go on has failed"
)]

use chirp_core::Native;
use chirp_core::call::{self, Engine, MISUSE, OK, Section};
use serde_json::{Value, json};

/// An engine, and what its calls leave.
#[derive(Default)]
struct Core(Engine);

impl Core {
    fn text(&self, section: Section) -> String {
        String::from_utf8(self.0.section(section as usize).to_vec()).unwrap()
    }

    fn report(&self) -> Value {
        serde_json::from_str(&self.text(Section::Report)).unwrap()
    }

    /// The sealed revision that follows `head`.
    fn complete(&mut self, draft: &str, head: Option<&Value>) -> (String, Value) {
        let revision = head.map_or(1, |head| head["revision"].as_u64().unwrap() + 1);
        let series = head.map_or(json!({}), |head| json!({ "head": head }));
        let options = json!({ "workspace": "acme", "series": series }).to_string();
        let status = call::complete_draft(draft.as_bytes(), Some(&options), &mut self.0, &Native);
        assert_eq!(status, OK, "{}", self.text(Section::Report));
        let head = json!({ "revision": revision, "digest": self.text(Section::Digest) });
        (self.text(Section::Canonical), head)
    }

    /// A chain of sealed revisions, from 1 on.
    fn chain(&mut self, length: usize) -> Vec<(String, Value)> {
        let mut chain: Vec<(String, Value)> = Vec::with_capacity(length);
        for number in 1..=length {
            let revision = self.complete(&draft(number), chain.last().map(|(_, head)| head));
            chain.push(revision);
        }
        chain
    }

    fn export(&mut self, inputs: &[String], form: &str) -> Result<String, Value> {
        let lengths: Vec<usize> = inputs.iter().map(String::len).collect();
        let options = json!({ "workspace": "acme", "form": form, "lengths": lengths }).to_string();
        match call::export_history(inputs.concat().as_bytes(), Some(&options), &mut self.0, &Native) {
            OK => Ok(self.text(Section::Canonical)),
            0 => Err(self.report()),
            status => panic!("status {status}"),
        }
    }

    fn verify(&mut self, history: &[u8], head: Option<&str>) -> Value {
        let status = call::verify_history(history, head, &mut self.0, &Native);
        let report = self.report();
        assert_eq!(report["ok"], status == OK);
        report
    }
}

fn draft(number: usize) -> String {
    json!({
        "protocol": "org.renkara.chirp.message/0.1",
        "kind": "status",
        "source": { "kind": "agent", "id": "builder", "display_name": format!("Builder {number}") },
        "subject": { "kind": "build", "id": "412" },
        "presentation": { "fallback": format!("step {number}") },
        "instrument": { "category": "run", "layout": "status" },
    })
    .to_string()
}

/// What a revision leaves when it is removed.
fn gap(head: &Value) -> String {
    let gap =
        json!({ "digest": head["digest"], "reason": "privacy", "removed_at": "2026-11-05T20:42:41.25Z" });
    json!({ "revision": head["revision"], "gap": gap }).to_string()
}

/// Four revisions, the third removed, and the digest of the head.
fn inputs(core: &mut Core) -> (Vec<String>, String) {
    let chain = core.chain(4);
    let head = chain[3].1["digest"].as_str().unwrap().to_owned();
    let inputs = vec![chain[0].0.clone(), chain[1].0.clone(), gap(&chain[2].1), chain[3].0.clone()];
    (inputs, head)
}

#[test]
fn both_forms_have_one_digest_whatever_the_order_and_the_spelling_of_the_inputs() {
    let mut core = Core::default();
    let (mut inputs, head) = inputs(&mut core);
    let document = core.export(&inputs, "document").unwrap();
    let digest = core.text(Section::Digest);
    let lines = core.export(&inputs, "lines").unwrap();
    assert_eq!(core.text(Section::Digest), digest);
    assert_eq!(lines.lines().count(), 6);

    inputs.reverse();
    inputs.push(inputs[0].clone());
    inputs[0] = serde_json::to_string_pretty(&serde_json::from_str::<Value>(&inputs[0]).unwrap()).unwrap();
    assert_eq!(core.export(&inputs, "document").unwrap(), document);
    assert_eq!(core.export(&inputs, "lines").unwrap(), lines);

    let value: Value = serde_json::from_str(&document).unwrap();
    assert_eq!(value["digest"], digest.as_str());
    let pretty = serde_json::to_string_pretty(&value).unwrap();
    let reordered = {
        let mut members: Vec<_> = value.as_object().unwrap().iter().collect();
        members.reverse();
        let members: Vec<_> = members.iter().map(|(name, value)| format!("{:?}:{value}", name)).collect();
        format!("{{{}}}", members.join(","))
    };
    for history in [document, pretty, reordered, lines.clone(), lines.replace('\n', "\r\n")] {
        let report = core.verify(history.as_bytes(), Some(&head));
        assert_eq!(report["ok"], true, "{report}");
        assert_eq!(report["digest"], digest.as_str());
        assert_eq!((&report["revisions"], &report["gaps"]), (&json!(4), &json!(1)));
        assert_eq!(report["head"], json!({ "revision": 4, "digest": head }));
        assert_eq!(codes(&report["advice"]), [("unverifiable", "/entries/2/gap")]);
        let unconfirmed = core.verify(history.as_bytes(), None);
        let advice = [("head_unconfirmed", "/head"), ("unverifiable", "/entries/2/gap")];
        assert_eq!(codes(&unconfirmed["advice"]), advice);
    }
}

/// After a change of one byte, the first entry that breaks is the one that was changed, or, if it is a gap, the one that
/// follows it; a change that no entry shows is one of the history's own digest.
#[test]
fn every_change_of_one_byte_is_found_where_it_is() {
    let mut core = Core::default();
    let (inputs, head) = inputs(&mut core);
    for form in ["document", "lines"] {
        let history = core.export(&inputs, form).unwrap();
        let entries = spans(&history, form);
        assert_eq!(entries.len(), 4);
        let original = values(history.as_bytes());
        for at in 0..history.len() {
            for byte in [b'0', b'"', b'}', b',', b'x', b'\n', 0xFF] {
                let mut changed = history.clone().into_bytes();
                if changed[at] == byte {
                    continue;
                }
                changed[at] = byte;
                let report = core.verify(&changed, Some(&head));
                if original == values(&changed) {
                    assert_eq!(report["ok"], true, "{form} {at}: {report}");
                    continue;
                }
                let first = codes(&report["problems"]).first().map(|(_, at)| (*at).to_owned());
                let first = first.unwrap_or_else(|| panic!("{form}: byte {at} as {byte} is not seen"));
                match entries.iter().position(|span| span.contains(&at)) {
                    Some(entry) => {
                        let named = [entry, entry + 1].map(|entry| format!("/entries/{entry}"));
                        let by_entry = first.starts_with(&named[0])
                            || entry == 2 && (first.starts_with(&named[1]) || first == "/digest");
                        assert!(by_entry, "{form}: byte {at} of entry {entry} as {byte}: {report}");
                    }
                    None => {
                        // Without the line feed between them, two lines are one; behind a comma an entry is due.
                        let mends =
                            matches!((history.as_bytes()[at], byte), (b'\n', _) | (b']', b',' | b'\n'));
                        let outside = mends || !first.starts_with("/entries/");
                        assert!(outside, "{form}: byte {at} as {byte}: {report}");
                    }
                }
            }
        }
    }
}

/// Where the entries stand in a history in canonical form.
fn spans(history: &str, form: &str) -> Vec<std::ops::Range<usize>> {
    if form == "lines" {
        let mut start = 0;
        let mut spans = Vec::new();
        for line in history.split_inclusive('\n') {
            spans.push(start..start + line.len() - 1);
            start += line.len();
        }
        return spans[1..spans.len() - 1].to_vec();
    }
    let value: Value = serde_json::from_str(history).unwrap();
    let mut start = history.find("\"entries\":[").unwrap() + "\"entries\":[".len();
    let entries = value["entries"].as_array().unwrap().iter();
    entries
        .map(|entry| {
            let span = start..start + entry.to_string().len();
            start = span.end + 1;
            span
        })
        .collect()
}

/// What another reader finds: the document, or the lines of it. A name that stands twice is nothing.
fn values(history: &[u8]) -> Option<Vec<Value>> {
    let text = std::str::from_utf8(history).ok()?;
    if let Ok(value) = serde_json::from_str(text) {
        return Some(vec![value]);
    }
    text.trim_end().split('\n').map(|line| serde_json::from_str(line).ok()).collect()
}

#[test]
fn a_cut_tail_is_seen_by_whoever_knows_the_head() {
    let mut core = Core::default();
    let chain = core.chain(3);
    let inputs: Vec<String> = chain.iter().map(|(text, _)| text.clone()).collect();
    let cut = core.export(&inputs[..2], "document").unwrap();
    assert_eq!(core.verify(cut.as_bytes(), None)["ok"], true);
    let report = core.verify(cut.as_bytes(), chain[2].1["digest"].as_str());
    assert_eq!(codes(&report["problems"]), [("head_mismatch", "/head")]);
    assert_eq!(report["entry"], Value::Null);
}

#[test]
fn a_head_that_is_no_digest_is_misuse() {
    let mut core = Core::default();
    assert_eq!(call::verify_history(b"{}", Some("sha256:x"), &mut core.0, &Native), MISUSE);
}

/// Time is not measured here: what is quadratic would take minutes.
#[test]
fn ten_thousand_revisions() {
    let mut core = Core::default();
    let chain = core.chain(10_000);
    let inputs: Vec<String> = chain.iter().map(|(text, _)| text.clone()).collect();
    let head = chain[9_999].1["digest"].as_str();
    for form in ["document", "lines"] {
        let history = core.export(&inputs, form).unwrap();
        let report = core.verify(history.as_bytes(), head);
        assert_eq!((&report["ok"], &report["revisions"]), (&json!(true), &json!(10_000)));
        let changed = history.replacen("step 7777", "step 7778", 1);
        let report = core.verify(changed.as_bytes(), head);
        assert_eq!(
            codes(&report["problems"]),
            [("digest_mismatch", "/entries/7776/envelope/integrity/digest")]
        );
        assert_eq!((&report["entry"], &report["revisions"]), (&json!(7776), &json!(7776)));
    }
}

fn codes(list: &Value) -> Vec<(&str, &str)> {
    let problems = list.as_array().unwrap().iter();
    problems.map(|problem| (problem["code"].as_str().unwrap(), problem["at"].as_str().unwrap())).collect()
}
