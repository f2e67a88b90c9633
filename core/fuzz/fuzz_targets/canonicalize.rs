//! Canonicalising is idempotent, accepts what serde_json accepts, and writes what another implementation of RFC 8785
//! writes.
#![no_main]

use chirp_fuzz::{Core, Reading, read};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let mut core = Core::default();
    let ours = core.canonicalize(input);
    if ours.ok {
        let again = core.canonicalize(&ours.canonical);
        assert!(again.ok, "canonical bytes are refused");
        assert_eq!(again.canonical, ours.canonical);
    }
    match read(input) {
        Reading::Accepted(value) => {
            assert!(ours.ok, "refused: {}", String::from_utf8_lossy(&ours.report));
            let theirs = serde_json_canonicalizer::to_vec(&value).expect("JSON has a canonical form");
            assert_eq!(String::from_utf8_lossy(&ours.canonical), String::from_utf8_lossy(&theirs));
        }
        Reading::Refused => assert!(!ours.ok, "accepted"),
        Reading::TooDeep => {}
    }
});
