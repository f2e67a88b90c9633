//! The host functions that the core asks for.

use chirp_core::Host;
use js_sys::Number;

/// A JavaScript engine.
pub(crate) struct JavaScript;

impl Host for JavaScript {
    fn number(&self, literal: &str, out: &mut Vec<u8>) -> bool {
        // On a JSON number, parseFloat and Number agree.
        let value = js_sys::parse_float(literal);
        let text = Number::from(value).to_string_with_radix(10).ok().and_then(|text| text.as_string());
        match text {
            Some(text) if value.is_finite() => {
                out.extend_from_slice(text.as_bytes());
                true
            }
            _ => false,
        }
    }
}
