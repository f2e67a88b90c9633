//! The exports of chirp-core to JavaScript. Nothing is decided here.
//!
//! Only numbers cross the boundary. A caller reserves room in the input buffer, writes the input and behind it the
//! options (text, as each operation in `chirp_core::call` says) into the module's memory, and calls an operation with
//! the two lengths; options of a negative length are none. The operation returns a status and leaves sections of bytes, which
//! stay until the next call. There are no objects to free.

use core::cell::RefCell;

use chirp_core::call::{self, Engine};
use wasm_bindgen::prelude::wasm_bindgen;

mod host;
#[cfg(feature = "hub")]
pub mod hub;
#[cfg(feature = "instruments")]
pub mod instruments;
#[cfg(feature = "instruments")]
pub mod lenses;

use host::JavaScript;

#[derive(Default)]
struct State {
    input: Vec<u8>,
    engine: Engine,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

/// Makes room for `length` bytes of input and options, and returns the address of the first. Growing moves the
/// module's memory, so views of it must be taken afterwards.
#[wasm_bindgen]
pub fn reserve(length: usize) -> *mut u8 {
    STATE.with_borrow_mut(|state| {
        if state.input.len() < length {
            state.input.resize(length, 0);
        }
        state.input.as_mut_ptr()
    })
}

/// The module's memory.
#[wasm_bindgen]
pub fn linear_memory() -> wasm_bindgen::JsValue {
    wasm_bindgen::memory()
}

/// Takes the host's one-shot SHA-256, `(address, length, result)`: it hashes `length` bytes at `address` of this module's
/// memory and writes 32 bytes at `result`. Without one, the core's own is used.
#[wasm_bindgen]
pub fn use_sha256(function: js_sys::Function) {
    host::set_sha256(function);
}

/// Address of a section of the last outcome (`chirp_core::call::Section`).
#[wasm_bindgen]
pub fn section_address(section: usize) -> *const u8 {
    STATE.with_borrow(|state| state.engine.section(section).as_ptr())
}

/// Length of a section of the last outcome, in bytes.
#[wasm_bindgen]
pub fn section_length(section: usize) -> usize {
    STATE.with_borrow(|state| state.engine.section(section).len())
}

/// The length of options that are not there.
const NONE: i32 = -1;

fn run(length: usize, options: i32, operation: impl FnOnce(&[u8], Option<&str>, &mut Engine) -> u32) -> u32 {
    STATE.with_borrow_mut(|state| {
        let (input, rest) = state.input.split_at_checked(length).unwrap_or_default();
        let options = usize::try_from(options).ok().and_then(|length| rest.get(..length));
        operation(input, options.and_then(|text| core::str::from_utf8(text).ok()), &mut state.engine)
    })
}

/// `chirp_core::call::canonicalize`
#[wasm_bindgen]
pub fn canonicalize(length: usize) -> u32 {
    run(length, NONE, |input, _, engine| call::canonicalize(input, engine, &JavaScript))
}

/// `chirp_core::call::check_lines`
#[wasm_bindgen]
pub fn check_lines(length: usize) -> u32 {
    run(length, NONE, |input, _, engine| call::check_lines(input, engine, &JavaScript))
}

/// `chirp_core::call::check_tree`
#[wasm_bindgen]
pub fn check_tree(length: usize) -> u32 {
    run(length, NONE, |input, _, engine| call::check_tree(input, engine, &JavaScript))
}

/// `chirp_core::call::digest`; the options are the domain.
#[wasm_bindgen]
pub fn digest(length: usize, options: i32) -> u32 {
    run(length, options, |input, domain, engine| call::digest(input, domain, engine, &JavaScript))
}

/// `chirp_core::call::seal`
#[wasm_bindgen]
pub fn seal(length: usize) -> u32 {
    run(length, NONE, |input, _, engine| call::seal(input, engine, &JavaScript))
}

/// `chirp_core::call::split_page`
#[wasm_bindgen]
pub fn split_page(length: usize) -> u32 {
    run(length, NONE, |input, _, engine| call::split_page(input, engine))
}

/// `chirp_core::call::tape`
#[wasm_bindgen]
pub fn tape(length: usize, section: usize) -> u32 {
    run(length, NONE, |input, _, engine| call::tape(input, section, engine))
}

/// Address of the numbers of the last tape.
#[wasm_bindgen]
pub fn tape_words() -> *const u32 {
    STATE.with_borrow(|state| state.engine.tape().words().as_ptr())
}

/// How many numbers the last tape has.
#[wasm_bindgen]
pub fn tape_length() -> usize {
    STATE.with_borrow(|state| state.engine.tape().words().len())
}

/// Address of the text of the last tape.
#[wasm_bindgen]
pub fn tape_text() -> *const u8 {
    STATE.with_borrow(|state| state.engine.tape().text().as_ptr())
}

/// Length of the text of the last tape, in bytes.
#[wasm_bindgen]
pub fn tape_text_length() -> usize {
    STATE.with_borrow(|state| state.engine.tape().text().len())
}

/// `chirp_core::call::validate`, which compiles in the artefact that can; the options are the workspace.
#[wasm_bindgen]
pub fn validate(length: usize, options: i32) -> u32 {
    run(length, options, |input, workspace, engine| {
        #[cfg(feature = "compile")]
        return call::validate_compiled(input, workspace, engine, &JavaScript);
        #[cfg(not(feature = "compile"))]
        call::validate(input, workspace, engine, &JavaScript)
    })
}

/// `chirp_core::call::verify`; the options are the renderer's capabilities, one a line.
#[wasm_bindgen]
pub fn verify(length: usize, options: i32) -> u32 {
    run(length, options, |input, known, engine| call::verify(input, known, engine, &JavaScript))
}

/// `chirp_core::call::verify_compiled`
#[cfg(feature = "compile")]
#[wasm_bindgen]
pub fn verify_compiled(length: usize, options: i32, recompile: bool) -> u32 {
    run(length, options, |input, known, engine| {
        call::verify_compiled(input, known, recompile, engine, &JavaScript)
    })
}

/// `chirp_core::call::compile`
#[cfg(feature = "compile")]
#[wasm_bindgen]
pub fn compile(length: usize) -> u32 {
    run(length, NONE, |input, _, engine| call::compile(input, engine, &JavaScript))
}

/// `chirp_core::call::project`
#[cfg(feature = "compile")]
#[wasm_bindgen]
pub fn project(length: usize) -> u32 {
    run(length, NONE, |input, _, engine| call::project(input, engine, &JavaScript))
}

/// `chirp_core::call::to_text`
#[cfg(feature = "compile")]
#[wasm_bindgen]
pub fn to_text(length: usize) -> u32 {
    run(length, NONE, |input, _, engine| call::to_text(input, engine))
}
