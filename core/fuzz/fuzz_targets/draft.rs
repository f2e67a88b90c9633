//! A draft becomes the revision behind the head, and nothing else of it changes.
#![no_main]

use chirp_core::profile::PROTOCOL;
use chirp_core::{Digest, Native};
use chirp_fuzz::{Core, Reading, read};
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};

fuzz_target!(|input: &[u8]| {
    let mut core = Core::default();
    let head = json!({ "revision": 4, "digest": format!("sha256:{}", "7".repeat(64)) });
    let completed = core.complete_draft(input, &head);
    if !completed.ok {
        return;
    }
    let sealed = core.verify(&completed.canonical, None);
    assert!(
        !sealed.digest.is_empty() && sealed.digest == completed.digest,
        "what was completed does not hold"
    );
    let mut envelope: Value = serde_json::from_slice(&completed.canonical).expect("an envelope is JSON");
    let instrument = envelope["instrument"].as_object_mut().expect("a revision is an instrument");
    assert_eq!(instrument.remove("revision"), Some(json!(5)));
    assert_eq!(instrument.remove("predecessor").as_ref(), Some(&head["digest"]));
    envelope.as_object_mut().expect("an envelope is an object").remove("integrity");

    let report: Value = serde_json::from_slice(&completed.report).expect("a report is JSON");
    let draft = core.canonicalize(&serde_json::to_vec(&envelope).expect("a value is JSON"));
    assert_eq!(report["draft"], Digest::of(PROTOCOL, &draft.canonical, &Native).to_string());
    if let Reading::Accepted(value) = read(input) {
        let given = value.get("protocol").filter(|protocol| protocol.is_object()).unwrap_or(&value);
        let given = core.canonicalize(&serde_json::to_vec(given).expect("a value is JSON"));
        assert_eq!(given.canonical, draft.canonical, "the draft is another one");
    }
});
