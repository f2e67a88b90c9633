//! What the strict form lets pass, a WHATWG parser returns byte for byte, with the host that was read here, or refuses
//! (some `xn--` labels).
#![no_main]

use chirp_core::pubmark::url::{host, url_fault};
use libfuzzer_sys::fuzz_target;
use url::Url;

fuzz_target!(|text: &str| {
    if url_fault(text).is_some() {
        return;
    }
    if let Ok(parsed) = Url::parse(text) {
        assert_eq!(parsed.as_str(), text);
        assert_eq!(parsed.host_str(), host(text));
    }
});
