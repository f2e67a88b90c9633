//! Runs one operation of the core and makes one JSON value of everything that it leaves.

use chirp_core::call::{self, Engine, OK, Section, VIEW_SHIFT};
use chirp_core::{Native, View};
use serde_json::{Map, Value, json};

use super::Case;

/// What the core says to `input` when it is asked as `case` asks. With `compiler`, `validate` and `verify` compile.
pub(crate) fn outcome(case: &Case, input: &[u8], compiler: bool, engine: &mut Engine) -> Value {
    let option = |name: &str| case.options[name].as_str();
    match case.op.as_str() {
        "canonicalize" => {
            let status = call::canonicalize(input, engine, &Native);
            made(status, engine, &[("canonical", Section::Canonical)])
        }
        "checkTree" => {
            let status = call::check_tree(input, engine, &Native);
            let mut outcome = made(status, engine, &[]);
            outcome["ok"] = json!(status == OK);
            outcome
        }
        "digest" => {
            let status = call::digest(input, option("domain"), engine, &Native);
            made(status, engine, &[("digest", Section::Digest)])
        }
        "seal" => {
            let status = call::seal(input, engine, &Native);
            made(status, engine, &[("canonical", Section::Canonical), ("digest", Section::Digest)])
        }
        "validate" => {
            let status = validate(input, option("workspace"), compiler, engine);
            let report = report(engine);
            assert_eq!(report["ok"], status == OK, "{}", case.id);
            report
        }
        "verify" => verdict(verify(input, &case.options, compiler, engine), engine),
        op => panic!("{}: no operation `{op}`", case.id),
    }
}

fn validate(input: &[u8], workspace: Option<&str>, compiler: bool, engine: &mut Engine) -> u32 {
    #[cfg(feature = "compile")]
    if compiler {
        return call::validate_compiled(input, workspace, engine, &Native);
    }
    assert!(!compiler, "built without the compiler");
    call::validate(input, workspace, engine, &Native)
}

fn verify(input: &[u8], options: &Value, compiler: bool, engine: &mut Engine) -> u32 {
    let names = options["capabilities"]
        .as_array()
        .map(|names| names.iter().map(|name| format!("{}\n", name.as_str().unwrap())).collect::<String>());
    #[cfg(feature = "compile")]
    if compiler {
        let recompile = options["recompile"] == true;
        return call::verify_compiled(input, names.as_deref(), recompile, engine, &Native);
    }
    assert!(!compiler, "built without the compiler");
    call::verify(input, names.as_deref(), engine, &Native)
}

/// The named sections of a call that went well, else the problems of its report.
fn made(status: u32, engine: &Engine, sections: &[(&str, Section)]) -> Value {
    if status == OK {
        let texts =
            sections.iter().map(|(name, section)| ((*name).to_owned(), json!(text(engine, *section))));
        return Value::Object(texts.collect::<Map<_, _>>());
    }
    assert_eq!(status, 0);
    let report = report(engine);
    json!({ "problems": report["problems"], "more": report["more"] })
}

fn report(engine: &Engine) -> Value {
    serde_json::from_str(&text(engine, Section::Report)).unwrap()
}

fn verdict(status: u32, engine: &Engine) -> Value {
    let views = [View::Fallback, View::Pubmark, View::Instrument];
    let reasons = match text(engine, Section::Report).as_str() {
        "" => json!([]),
        reasons => serde_json::from_str(reasons).unwrap(),
    };
    json!({
        "ok": status & OK == OK,
        "view": views[(status >> VIEW_SHIFT) as usize].as_str(),
        "fallback": text(engine, Section::Fallback),
        "reasons": reasons,
    })
}

fn text(engine: &Engine, section: Section) -> String {
    String::from_utf8(engine.section(section as usize).to_vec()).unwrap()
}
