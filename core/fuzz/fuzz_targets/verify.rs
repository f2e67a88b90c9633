//! Any input has a verdict. It agrees with the report at the door, with the text that another reader of JSON finds, and
//! with the verdicts of clients that compile, and with that on the same data in canonical form.
#![no_main]

use chirp_core::profile::MAX_ENVELOPE_BYTES;
use chirp_fuzz::{Core, Outcome, codes};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fuzz_target!(|input: &[u8]| {
    let mut core = Core::default();
    let verdict = core.verify(input, None);
    let report = core.validate(input);
    agrees(&verdict, &report);
    if let Ok(value) = serde_json::from_slice(input) {
        assert_eq!(verdict.fallback, fallback(&value));
    }
    let canonical = core.canonicalize(input);
    if canonical.ok && canonical.canonical.len() <= MAX_ENVELOPE_BYTES {
        let same_data = core.verify(&canonical.canonical, None);
        if verdict.ok {
            assert_eq!(verdict, same_data);
        } else {
            verdict.assert_same_refusal(&same_data);
        }
    }
    let (compiled, recompiled) = (core.verify_compiled(input, false), core.verify_compiled(input, true));
    assert!(verdict.ok || compiled == verdict);
    assert!(compiled.ok || recompiled == compiled);
    assert!(!recompiled.ok || recompiled == compiled);
    if verdict.ok {
        believed(&mut core, input, &verdict);
    }
});

/// What the door refuses the screen does not believe, for the same reasons. It asks for a seal in addition, and before
/// it looks at a projection.
fn agrees(verdict: &Outcome, report: &Outcome) {
    let (reasons, problems) = (verdict.reasons(), report.problems());
    let (reasons, problems) = (codes(&reasons), codes(&problems));
    if !verdict.ok && reasons != problems {
        let ["untyped" | "unsealed"] = reasons.iter().map(|(code, _)| *code).collect::<Vec<_>>()[..] else {
            panic!("the door says {problems:?}, the screen {reasons:?}");
        };
    }
    assert!(report.ok || !verdict.ok);
}

/// The plain text of an input, as old clients find it.
fn fallback(value: &Value) -> &str {
    let envelope = value.get("protocol").filter(|protocol| protocol.is_object()).unwrap_or(value);
    let text = || envelope.get("presentation")?.get("fallback")?.as_str();
    value.get("body").and_then(Value::as_str).or_else(text).unwrap_or_default()
}

/// What is believed is a sealed envelope that stands alone, and a tree that the checker accepts; a renderer that can do
/// less is shown less of the same.
fn believed(core: &mut Core, input: &[u8], verdict: &Outcome) {
    let alone = core.verify(&verdict.canonical, None);
    assert!(alone.ok, "the sealed envelope is not believed");
    assert_eq!(
        (&alone.canonical, &alone.digest, &alone.fallback),
        (&verdict.canonical, &verdict.digest, &verdict.fallback)
    );
    let plain = core.verify(input, Some(""));
    assert!(plain.ok && plain.view <= verdict.view);
    assert_eq!((&plain.canonical, &plain.digest), (&verdict.canonical, &verdict.digest));
    if !verdict.tree.is_empty() {
        assert_eq!(core.check_tree(&verdict.tree).tree, verdict.tree);
    }
}
