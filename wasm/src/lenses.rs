//! The exports for lenses, actions, audits and notices, in the artefact that has them. An index of heads is the one thing
//! that outlives a call: it stands behind a number, until it is closed or the instance is thrown away.

use core::cell::RefCell;

use chirp_core::call::{self, Engine, Lenses};
use wasm_bindgen::prelude::wasm_bindgen;

use super::{NONE, run};
use crate::host::JavaScript;

thread_local! {
    static LENSES: RefCell<Lenses> = RefCell::default();
}

fn run_index(
    length: usize,
    options: i32,
    operation: impl FnOnce(&mut Lenses, &[u8], Option<&str>, &mut Engine) -> u32,
) -> u32 {
    run(length, options, |input, options, engine| {
        LENSES.with_borrow_mut(|lenses| operation(lenses, input, options, engine))
    })
}

/// `chirp_core::call::actions`; the options are an `ActionsQuery`.
#[wasm_bindgen]
pub fn actions(length: usize, options: i32) -> u32 {
    run(length, options, |input, query, engine| call::actions(input, query, engine, &JavaScript))
}

/// `chirp_core::call::audit`
#[wasm_bindgen]
pub fn audit(length: usize) -> u32 {
    run(length, NONE, |input, _, engine| call::audit(input, engine, &JavaScript))
}

/// `chirp_core::call::classify`; the options are a `ClassifyQuery`.
#[wasm_bindgen]
pub fn classify(length: usize, options: i32) -> u32 {
    run(length, options, |input, query, engine| call::classify(input, query, engine, &JavaScript))
}

/// `chirp_core::call::export_text`
#[wasm_bindgen]
pub fn export_text(length: usize) -> u32 {
    run(length, NONE, |input, _, engine| call::export_text(input, engine, &JavaScript))
}

/// `chirp_core::call::invoke`; the options are an `InvokeQuery`.
#[wasm_bindgen]
pub fn invoke(length: usize, options: i32) -> u32 {
    run(length, options, |input, query, engine| call::invoke(input, query, engine, &JavaScript))
}

/// `chirp_core::call::log_line`
#[wasm_bindgen]
pub fn log_line(length: usize) -> u32 {
    run(length, NONE, |input, _, engine| call::log_line(input, engine, &JavaScript))
}

/// `chirp_core::call::notification`
#[wasm_bindgen]
pub fn notification(length: usize) -> u32 {
    run(length, NONE, |input, _, engine| call::notification(input, engine, &JavaScript))
}

/// `chirp_core::call::outbound`
#[wasm_bindgen]
pub fn outbound(length: usize) -> u32 {
    run(length, NONE, |input, _, engine| call::outbound(input, engine, &JavaScript))
}

/// `chirp_core::call::Lenses::open`; the options are a `ClassifyQuery`.
#[wasm_bindgen]
pub fn lenses_open(length: usize, options: i32) -> u32 {
    run_index(length, options, |lenses, _, query, engine| lenses.open(query, engine, &JavaScript))
}

/// `chirp_core::call::Lenses::close`
#[wasm_bindgen]
pub fn lenses_close(index: usize) {
    LENSES.with_borrow_mut(|lenses| lenses.close(index));
}

/// `chirp_core::call::Lenses::put`
#[wasm_bindgen]
pub fn lenses_put(length: usize, index: usize) -> u32 {
    run_index(length, NONE, |lenses, input, _, engine| lenses.put(index, input, engine, &JavaScript))
}

/// `chirp_core::call::Lenses::put_lines`
#[wasm_bindgen]
pub fn lenses_put_lines(length: usize, index: usize) -> u32 {
    run_index(length, NONE, |lenses, lines, _, engine| lenses.put_lines(index, lines, engine, &JavaScript))
}

/// `chirp_core::call::Lenses::remove`; the options are a series.
#[wasm_bindgen]
pub fn lenses_remove(length: usize, options: i32, index: usize) -> u32 {
    run_index(length, options, |lenses, _, series, engine| lenses.remove(index, series, engine))
}

/// `chirp_core::call::Lenses::set_context`; the options are a `Context`.
#[wasm_bindgen]
pub fn lenses_set_context(length: usize, options: i32, index: usize) -> u32 {
    run_index(length, options, |lenses, _, context, engine| {
        lenses.set_context(index, context, engine, &JavaScript)
    })
}

/// `chirp_core::call::Lenses::set_now`; the options are a timestamp.
#[wasm_bindgen]
pub fn lenses_set_now(length: usize, options: i32, index: usize) -> u32 {
    run_index(length, options, |lenses, _, now, engine| lenses.set_now(index, now, engine))
}

/// `chirp_core::call::Lenses::set_done`; the options are a digest and an action.
#[wasm_bindgen]
pub fn lenses_set_done(length: usize, options: i32, index: usize) -> u32 {
    run_index(length, options, |lenses, _, done, engine| lenses.set_done(index, done, engine))
}

/// `chirp_core::call::Lenses::counts`
#[wasm_bindgen]
pub fn lenses_counts(index: usize) -> u32 {
    run_index(0, NONE, |lenses, _, _, engine| lenses.counts(index, engine))
}

/// `chirp_core::call::Lenses::changes_at`
#[wasm_bindgen]
pub fn lenses_changes_at(index: usize) -> u32 {
    run_index(0, NONE, |lenses, _, _, engine| lenses.changes_at(index, engine))
}

/// `chirp_core::call::Lenses::page`; the options are a `PageQuery`.
#[wasm_bindgen]
pub fn lenses_page(length: usize, options: i32, index: usize) -> u32 {
    run_index(length, options, |lenses, _, query, engine| lenses.page(index, query, engine, &JavaScript))
}

/// `chirp_core::call::Lenses::head`; the options are a series.
#[wasm_bindgen]
pub fn lenses_head(length: usize, options: i32, index: usize) -> u32 {
    run_index(length, options, |lenses, _, series, engine| lenses.head(index, series, engine))
}
