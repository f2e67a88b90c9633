//! The language-neutral vectors of `tests/vectors`: their files, their cases, and what the core says to one.

mod outcome;

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

pub(crate) use outcome::outcome;

/// Areas whose cases name an operation of the core. The others have a form of their own.
pub(crate) const AREAS: &[&str] = &[
    "actions",
    "audit",
    "digest",
    "envelope",
    "handling",
    "instrument",
    "json",
    "message",
    "redaction",
    "tree",
    "view",
];

/// One vector: an operation on an input, and what must come of it.
pub(crate) struct Case {
    pub(crate) id: String,
    pub(crate) op: String,
    pub(crate) input: Vec<u8>,
    pub(crate) options: Value,
    /// Where it holds: only with the compiler, only without, or in both.
    pub(crate) compiler: Option<bool>,
    pub(crate) expect: Value,
}

/// Everything in the files of one area, in the order of their names.
pub(crate) fn read(area: &str) -> Vec<Value> {
    let folder = vectors().join(area);
    let mut paths: Vec<PathBuf> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let mut cases = Vec::new();
    for path in paths {
        let file: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        known(&file, &["area", "cases"], &path.display());
        assert_eq!(file["area"], area, "{}", path.display());
        cases.extend(file["cases"].as_array().unwrap().iter().cloned());
    }
    cases
}

/// The cases of an area that name an operation. Fails on a field that no runner knows.
pub(crate) fn cases(area: &str) -> Vec<Case> {
    read(area).iter().map(Case::of).collect()
}

/// The folder that holds the areas.
pub(crate) fn vectors() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors"))
}

/// Fails if `value` is no object, or has a member that is not in `names`.
pub(crate) fn known(value: &Value, names: &[&str], place: &dyn std::fmt::Display) {
    for name in value.as_object().unwrap_or_else(|| panic!("{place}: no object")).keys() {
        assert!(names.contains(&name.as_str()), "{place}: unknown field `{name}`");
    }
}

impl Case {
    fn of(case: &Value) -> Self {
        let id = text(&case["id"]);
        let fields = [
            "id",
            "comment",
            "flags",
            "op",
            "compiler",
            "input",
            "input_base64",
            "input_repeat",
            "options",
            "expect",
        ];
        known(case, &fields, &id);
        assert!(!text(&case["comment"]).is_empty() && !case["flags"].as_array().unwrap().is_empty(), "{id}");
        if let Some(options) = case.get("options") {
            known(options, &["capabilities", "domain", "recompile", "workspace"], &id);
        }
        Case {
            op: text(&case["op"]),
            input: input(case),
            options: case["options"].clone(),
            compiler: case.get("compiler").map(|compiler| compiler.as_bool().unwrap()),
            expect: case["expect"].clone(),
            id,
        }
    }
}

/// The bytes of an input in one of its three forms.
fn input(case: &Value) -> Vec<u8> {
    let forms = ["input", "input_base64", "input_repeat"].map(|name| case.get(name));
    match forms {
        [Some(whole), None, None] => text(whole).into_bytes(),
        [None, Some(encoded), None] => from_base64(&text(encoded)),
        [None, None, Some(parts)] => {
            known(parts, &["prefix", "unit", "times", "suffix"], &case["id"]);
            let times = usize::try_from(parts["times"].as_u64().unwrap()).unwrap();
            [text(&parts["prefix"]), text(&parts["unit"]).repeat(times), text(&parts["suffix"])]
                .concat()
                .into_bytes()
        }
        _ => panic!("{}: not one input", case["id"]),
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("no string: {value}")).to_owned()
}

/// Decodes base64 (RFC 4648 section 4), padded.
fn from_base64(text: &str) -> Vec<u8> {
    const ALPHABET: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits: Vec<u32> =
        text.trim_end_matches('=').chars().map(|digit| ALPHABET.find(digit).unwrap() as u32).collect();
    let group = |digits: &[u32]| {
        let bits = digits.iter().fold(0, |bits, digit| bits << 6 | digit) << (6 * (4 - digits.len()));
        bits.to_be_bytes()[1..digits.len()].to_vec()
    };
    digits.chunks(4).flat_map(group).collect()
}
