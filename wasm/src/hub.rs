//! The exports for a hub, in the artefact that has everything.

use chirp_core::call;
use wasm_bindgen::prelude::wasm_bindgen;

use super::run;
use crate::host::JavaScript;

/// `chirp_core::call::decide_change`
#[wasm_bindgen]
pub fn decide_change(length: usize, options: i32) -> u32 {
    run(length, options, |input, options, engine| call::decide_change(input, options, engine, &JavaScript))
}

/// `chirp_core::call::decide_credential`
#[wasm_bindgen]
pub fn decide_credential(length: usize, options: i32) -> u32 {
    run(length, options, |input, options, engine| {
        call::decide_credential(input, options, engine, &JavaScript)
    })
}

/// `chirp_core::call::decide_send`
#[wasm_bindgen]
pub fn decide_send(length: usize, options: i32) -> u32 {
    run(length, options, |input, options, engine| call::decide_send(input, options, engine, &JavaScript))
}

/// `chirp_core::call::plan_send`
#[wasm_bindgen]
pub fn plan_send(length: usize, options: i32) -> u32 {
    run(length, options, |input, options, engine| call::plan_send(input, options, engine, &JavaScript))
}

/// `chirp_core::call::usable_channels`
#[wasm_bindgen]
pub fn usable_channels(length: usize, options: i32) -> u32 {
    run(length, options, |input, options, engine| call::usable_channels(input, options, engine, &JavaScript))
}
