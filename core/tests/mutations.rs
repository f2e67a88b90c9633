//! Mutants of the vectors: what the core says to each of them, as one checksum that the wasm must reach as well.
//!
//! The checksums stand in `tests/vectors/mutations.json`, with what the mutants are made of: a seed, the largest input
//! that is mutated, and tokens to be inserted. `UPDATE=1` writes the checksums again. A checksum is a chain: each link
//! is the SHA-256 of the one before and the verdicts on a thousand mutants, so that a short run is the beginning of a
//! long one. `LONG=1` runs all links.
#![expect(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot go on has failed"
)]

#[expect(dead_code, reason = "what is expected of the vectors themselves is for their own runner")]
mod cases;

use std::fmt::Write as _;
use std::fs;

use cases::{AREAS, Case, cases, outcome, vectors};
use chirp_core::call::Engine;
use chirp_core::{Host, Native};
use serde_json::{Value, json};

const LINK: usize = 1000;
const SHORT: usize = 10_000;
const LONG: usize = 100_000;

/// The generator sfc32, which both languages have the same.
struct Random([u32; 4]);

impl Random {
    fn new(seed: u32) -> Self {
        let mut random = Random([seed, 0x243F_6A88, 0xB7E1_5162, 1]);
        for _ in 0..12 {
            random.next();
        }
        random
    }

    fn next(&mut self) -> u32 {
        let [a, b, c, count] = self.0;
        let result = a.wrapping_add(b).wrapping_add(count);
        let next = c.rotate_left(21).wrapping_add(result);
        self.0 = [b ^ (b >> 9), c.wrapping_add(c << 3), next, count.wrapping_add(1)];
        result
    }

    /// A number below `limit`; 0 where that is 0.
    fn below(&mut self, limit: usize) -> usize {
        ((u64::from(self.next()) * limit as u64) >> 32) as usize
    }
}

/// Makes mutants as the file says.
struct Mutants {
    random: Random,
    tokens: Vec<String>,
}

impl Mutants {
    fn of(file: &Value) -> Self {
        let tokens = file["tokens"].as_array().unwrap();
        Mutants {
            random: Random::new(u32::try_from(file["seed"].as_u64().unwrap()).unwrap()),
            tokens: tokens.iter().map(|token| token.as_str().unwrap().to_owned()).collect(),
        }
    }

    /// One to three changes at random places.
    fn mutate(&mut self, input: &[u8], other: &[u8]) -> Vec<u8> {
        let mut bytes = input.to_vec();
        for _ in 0..=self.random.below(3) {
            self.change(&mut bytes, other);
        }
        bytes
    }

    fn change(&mut self, bytes: &mut Vec<u8>, other: &[u8]) {
        let random = &mut self.random;
        let kind = random.below(6);
        let at = random.below(bytes.len());
        match kind {
            0 if !bytes.is_empty() => bytes[at] ^= 1 << random.below(8),
            1 if !bytes.is_empty() => bytes[at] = random.below(256) as u8,
            2 => {
                let end = bytes.len().min(at + 1 + random.below(8));
                bytes.drain(at.min(end)..end);
            }
            3 => {
                let end = bytes.len().min(at + 1 + random.below(32));
                let again = bytes[at.min(end)..end].to_vec();
                bytes.splice(at..at, again);
            }
            4 => {
                let from = random.below(other.len());
                bytes.truncate(at);
                bytes.extend_from_slice(&other[from..]);
            }
            _ => {
                let token = random.below(self.tokens.len());
                bytes.splice(at..at, self.tokens[token].bytes());
            }
        }
    }
}

/// An outcome as a line: everything that decides, and the place of everything that is wrong.
fn line(op: &str, outcome: &Value, out: &mut String) {
    out.push_str(op);
    for name in ["ok", "view"] {
        if let Some(value) = outcome.get(name) {
            write!(out, "\t{}", value.as_str().map_or_else(|| value.to_string(), str::to_owned)).unwrap();
        }
    }
    for list in ["problems", "reasons", "advice"] {
        for problem in outcome[list].as_array().into_iter().flatten() {
            write!(out, "\t{}@{}", problem["code"].as_str().unwrap(), problem["at"].as_str().unwrap())
                .unwrap();
            if let (Some(position), "problems") = (problem.get("position"), list) {
                write!(out, "@{}:{}", position["line"], position["column"]).unwrap();
            }
        }
    }
    if let Some(more) = outcome.get("more").filter(|more| **more != 0) {
        write!(out, "\t+{more}").unwrap();
    }
    for name in ["digest", "series", "canonical", "fallback"] {
        if let Some(text) = outcome[name].as_str() {
            write!(out, "\t{name}={text}").unwrap();
        }
    }
    out.push('\n');
}

/// The chain over `count` mutants: its value after each of the counts in `at`.
fn checksums(file: &Value, compiler: bool, count: usize, at: &[usize]) -> Vec<String> {
    let largest = usize::try_from(file["largest_input"].as_u64().unwrap()).unwrap();
    let cases: Vec<Case> = AREAS.iter().flat_map(|area| cases(area)).collect();
    let cases: Vec<&Case> = cases.iter().filter(|case| case.input.len() <= largest).collect();
    let mut mutants = Mutants::of(file);
    let mut engine = Engine::default();
    let mut chain = [0; 32];
    let mut text = String::new();
    let mut found = Vec::new();
    for done in 1..=count {
        let case = cases[mutants.random.below(cases.len())];
        let other = cases[mutants.random.below(cases.len())];
        let input = mutants.mutate(&case.input, &other.input);
        line(&case.op, &outcome(case, &input, compiler, &mut engine), &mut text);
        if done % LINK == 0 {
            chain = Native.sha256(&[&chain, text.as_bytes()]);
            text.clear();
        }
        if at.contains(&done) {
            found.push(chain.iter().map(|byte| format!("{byte:02x}")).collect());
        }
    }
    found
}

fn agree(compiler: bool) {
    let path = vectors().join("mutations.json");
    let mut file: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    let name = if compiler { "with_compiler" } else { "without_compiler" };
    if std::env::var_os("UPDATE").is_some() {
        let found = checksums(&file, compiler, LONG, &[SHORT, LONG]);
        file[name] = json!({ SHORT.to_string(): found[0], LONG.to_string(): found[1] });
        fs::write(&path, format!("{}\n", serde_json::to_string_pretty(&file).unwrap())).unwrap();
        return;
    }
    let count = if std::env::var_os("LONG").is_some() { LONG } else { SHORT };
    assert_eq!(
        checksums(&file, compiler, count, &[count]),
        [file[name][count.to_string()].as_str().unwrap()]
    );
}

#[test]
fn verdicts_are_those_of_the_file() {
    agree(false);
    #[cfg(feature = "compile")]
    agree(true);
}
