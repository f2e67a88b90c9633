//! The exports for series and their histories, in the artefact that has them.

use chirp_core::call;
use wasm_bindgen::prelude::wasm_bindgen;

use super::run;
use crate::host::JavaScript;

/// `chirp_core::call::complete_draft`
#[wasm_bindgen]
pub fn complete_draft(length: usize, options: i32) -> u32 {
    run(length, options, |input, options, engine| call::complete_draft(input, options, engine, &JavaScript))
}

/// `chirp_core::call::decide_revision`
#[wasm_bindgen]
pub fn decide_revision(length: usize, options: i32) -> u32 {
    run(length, options, |input, options, engine| call::decide_revision(input, options, engine, &JavaScript))
}

/// `chirp_core::call::export_history`
#[wasm_bindgen]
pub fn export_history(length: usize, options: i32) -> u32 {
    run(length, options, |input, options, engine| call::export_history(input, options, engine, &JavaScript))
}

/// `chirp_core::call::series`; the options are the workspace.
#[wasm_bindgen]
pub fn series(length: usize, options: i32) -> u32 {
    run(length, options, |input, workspace, engine| call::series(input, workspace, engine, &JavaScript))
}

/// `chirp_core::call::verify_history`; the options are the digest of the head.
#[wasm_bindgen]
pub fn verify_history(length: usize, options: i32) -> u32 {
    run(length, options, |input, head, engine| call::verify_history(input, head, engine, &JavaScript))
}
