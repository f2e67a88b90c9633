//! Binding: from the module that rustc wrote to the glue and the wasm that the packages carry.

use std::error::Error;
use std::path::Path;

use wasm_bindgen_cli_support::Bindgen;

/// Writes `core.js` (an ES module without top-level side effects) and `core_bg.wasm` into `directory`.
///
/// The module is bound for the `web` target: the caller brings the bytes, so the glue fetches nothing, reads
/// no file and needs no bundler plug-in. The reset function replaces an instance that has trapped. No `.d.ts`
/// is written: the exports are numbers, and the typed surface is the package's own.
pub(crate) fn bind(module: &Path, directory: &Path) -> Result<(), Box<dyn Error>> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name("core");
    bindgen.web(true)?;
    bindgen.reset_state_function(true);
    bindgen.omit_default_module_path(true);
    bindgen.remove_name_section(true);
    bindgen.remove_producers_section(true);
    bindgen.typescript(false);
    bindgen.generate(directory)?;
    Ok(())
}
