//! Any input has a verdict as a history. One that holds can be taken apart and made again, in either form, with the same
//! digest; with another head it does not hold.
#![no_main]

use chirp_fuzz::{Core, Reading, codes, read};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fuzz_target!(|input: &[u8]| {
    let mut core = Core::default();
    let verdict = core.verify_history(input, None);
    let report: Value = serde_json::from_slice(&verdict.report).expect("a report is JSON");
    let problems = verdict.problems();
    if let Some(entry) = report["entry"].as_u64() {
        let at = format!("/entries/{entry}");
        assert!(codes(&problems).iter().all(|(_, place)| place.starts_with(&at)), "{report}");
        assert_eq!(report["revisions"], entry, "{report}");
    }
    if !verdict.ok {
        return;
    }
    let other = format!("sha256:{}", "7".repeat(64));
    let refused = core.verify_history(input, Some(&other)).problems();
    assert_eq!(codes(&refused), [("head_mismatch", "/head")]);

    let (workspace, entries) = taken_apart(input);
    assert_eq!(report["revisions"], entries.len());
    if report["gaps"] == report["revisions"] {
        // Nothing but the frame says whose gaps they are.
        return;
    }
    for form in ["document", "lines"] {
        let made = core.export_history(&entries, &workspace, form);
        assert!(made.ok, "{}", String::from_utf8_lossy(&made.report));
        assert_eq!(report["digest"], made.digest.as_str());
        let again = core.verify_history(&made.canonical, report["head"]["digest"].as_str());
        assert!(again.ok, "{}", String::from_utf8_lossy(&again.report));
    }
});

/// Workspace and entries of a history that holds, as another reader finds them.
fn taken_apart(input: &[u8]) -> (String, Vec<Vec<u8>>) {
    let text = |value: &Value| value["workspace"].as_str().expect("a workspace").to_owned();
    let bytes = |entry: &Value| serde_json::to_vec(entry).expect("a value is JSON");
    if let Reading::Accepted(document) = read(input) {
        return (
            text(&document),
            document["entries"].as_array().expect("a list").iter().map(bytes).collect(),
        );
    }
    let lines: Vec<Value> = input
        .trim_ascii()
        .split(|&byte| byte == b'\n')
        .map(|line| match read(line) {
            Reading::Accepted(value) => value,
            _ => panic!("a line of a history that holds is no JSON"),
        })
        .collect();
    (text(&lines[0]), lines[1..lines.len() - 1].iter().map(bytes).collect())
}
