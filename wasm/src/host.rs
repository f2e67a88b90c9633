//! The host functions that the core asks for: the text of a number, and SHA-256 where the host has a faster one.

use core::cell::RefCell;

use chirp_core::{Host, sha256};
use js_sys::{Function, Number};
use wasm_bindgen::JsValue;

thread_local! {
    static SHA256: RefCell<Option<Function>> = const { RefCell::new(None) };
    static PREIMAGE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Below this many bytes the call out costs more than it saves.
const WORTH_A_CALL: usize = 512;

/// Takes a host's one-shot SHA-256: `(address, length, result)`, numbers that point into the module's memory.
pub(crate) fn set_sha256(function: Function) {
    SHA256.with_borrow_mut(|slot| *slot = Some(function));
}

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

    fn sha256(&self, parts: &[&[u8]]) -> [u8; 32] {
        let length: usize = parts.iter().map(|part| part.len()).sum();
        if length >= WORTH_A_CALL
            && let Some(digest) = SHA256.with_borrow(|function| by_host(function.as_ref()?, parts))
        {
            return digest;
        }
        sha256(parts)
    }
}

/// Asks the host, which wants the bytes in one piece. `None` if it fails.
fn by_host(function: &Function, parts: &[&[u8]]) -> Option<[u8; 32]> {
    PREIMAGE.with_borrow_mut(|preimage| {
        preimage.clear();
        for part in parts {
            preimage.extend_from_slice(part);
        }
        let length = preimage.len();
        preimage.resize(length + 32, 0);
        let address = preimage.as_mut_ptr() as usize;
        let number = |value: usize| Number::from(value as u32);
        function
            .call3(&JsValue::UNDEFINED, &number(address), &number(length), &number(address + length))
            .ok()?;
        // The host wrote behind the compiler's back, so the result is read through the pointer it was given.
        let mut digest = [0; 32];
        digest.copy_from_slice(core::hint::black_box(preimage).get(length..)?);
        Some(digest)
    })
}
