//! The build program. It has two commands, and owns nothing that is not about building:
//!
//! - `bind <module.wasm> <directory>` writes the glue of a compiled `chirp-wasm` beside the wasm it loads.
//! - `generate [--check]` writes the files that come from the schema, or says which of them differ.
//!
//! `npm run build` and `npm run generate` call it; it is run from the root of the repository.

mod bind;
mod generate;

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "usage: chirp-build bind <module.wasm> <directory>
       chirp-build generate [--check]";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments.iter().map(String::as_str).collect::<Vec<_>>()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("chirp-build: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Exits 0 when the command did its work, 1 when it failed or generated files differ, 2 when it was misused.
fn run(arguments: &[&str]) -> Result<ExitCode, Box<dyn Error>> {
    match arguments {
        ["bind", module, directory] => {
            bind::bind(Path::new(module), Path::new(directory))?;
            Ok(ExitCode::SUCCESS)
        }
        ["generate"] => {
            let written = generate::write(Path::new("."), &chirp_core::schema::generate::files())?;
            for path in &written {
                println!("wrote {path}");
            }
            Ok(ExitCode::SUCCESS)
        }
        ["generate", "--check"] => {
            let stale = generate::differing(Path::new("."), &chirp_core::schema::generate::files())?;
            for path in &stale {
                println!("{path} differs from the schema; `npm run generate` writes it");
            }
            Ok(if stale.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        _ => {
            eprintln!("{USAGE}");
            Ok(ExitCode::from(2))
        }
    }
}
