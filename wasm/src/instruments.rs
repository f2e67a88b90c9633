//! The exports for series and their histories, in the artefact that has them.

use chirp_core::call;
use wasm_bindgen::prelude::wasm_bindgen;

use super::run;
use crate::host::JavaScript;

/// `chirp_core::call::series`; the options are the workspace.
#[wasm_bindgen]
pub fn series(length: usize, options: i32) -> u32 {
    run(length, options, |input, workspace, engine| call::series(input, workspace, engine, &JavaScript))
}
