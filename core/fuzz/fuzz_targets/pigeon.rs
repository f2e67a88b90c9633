//! Any body has an answer from every question of Pigeon: a decision, or a refusal with words. Options that are not what the
//! question takes are misuse, whatever the body.
#![no_main]

use chirp_core::Native;
use chirp_core::call::{self, Engine, MISUSE, OK, Section};
use chirp_core::schema::pigeon::QUESTIONS;
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

/// What is there, for all questions that take a caller, a thread or a roster.
const OPTIONS: [&str; 4] = [
    r#"{"caller":{"account":"a","kind":"person","uid":"a"},"contact":{"name":"Echo"}}"#,
    r#"{"agent":{"account":"b","id":"e","listed":true,"priced":false},"caller":{"account":"a","kind":"person","uid":"a"},"now":"2026-11-05T20:42:41Z","thread":{"archived":false,"id":"t","owner":"a","room":false}}"#,
    r#"{"caller":{"account":"a","kind":"person","uid":"a"},"room":"r","roster":[{"joined":true,"kind":"human","uid":"a"},{"joined":true,"kind":"agent","uid":"e"}],"thread":{"archived":false,"id":"t","owner":"a","room":true}}"#,
    r#"{"bridge":true,"caller":{"account":"a","kind":"agent","uid":"e"},"loopback":true}"#,
];

fuzz_target!(|input: &[u8]| {
    let Some((&number, input)) = input.split_first() else { return };
    let number = usize::from(number) % QUESTIONS.len();
    let mut engine = Engine::default();
    for options in OPTIONS {
        let status = call::pigeon(number, input, Some(options), &mut engine, &Native);
        if status == MISUSE {
            continue;
        }
        let answer: Value = serde_json::from_slice(engine.section(Section::Report as usize)).unwrap();
        assert!(answer["status"].as_u64().is_some_and(|status| (200..500).contains(&status)));
        assert_eq!(status == OK, answer["error"].is_null());
        assert!(status == OK || answer["error"] != "");
    }
    // A body may be taken for options, and no harm comes of it.
    let text = String::from_utf8_lossy(input);
    let _ = call::pigeon(number, b"{}", Some(&text), &mut engine, &Native);
});
