//! The file of numbers that RFC 8785 appendix B points to, generated: static values, the smallest normal numbers, and a
//! chain of SHA-256. `LONG=1` generates a million lines instead of ten thousand.
#![expect(clippy::indexing_slicing, clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use chirp_core::call::{Engine, OK, Section, canonicalize};
use chirp_core::{Host, Native};
use serde_json::Value;

/// The values that the file begins with, and the checksums that were published for its beginnings.
fn published() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/es6-numbers.json");
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

/// The sequence of doubles.
struct Sequence {
    listed: Vec<u64>,
    index: usize,
    block: [u8; 32],
    left: Vec<f64>,
}

impl Iterator for Sequence {
    type Item = f64;

    fn next(&mut self) -> Option<f64> {
        let index = self.index;
        self.index += 1;
        if let Some(bits) = self.listed.get(index) {
            return Some(f64::from_bits(*bits));
        }
        loop {
            if self.left.is_empty() {
                self.block = Native.sha256(&[&self.block]);
                let doubles = self.block.chunks(8).map(|bytes| f64::from_le_bytes(bytes.try_into().unwrap()));
                self.left = doubles.rev().collect();
            }
            match self.left.pop() {
                Some(double) if double != 0.0 && double.is_finite() => return Some(double),
                _ => {}
            }
        }
    }
}

fn sequence(published: &Value) -> Sequence {
    let bits = |text: &Value| u64::from_str_radix(text.as_str().unwrap(), 16).unwrap();
    let mut listed: Vec<u64> = published["listed"].as_array().unwrap().iter().map(bits).collect();
    let first = bits(&published["serial"]["first"]);
    listed.extend((0..published["serial"]["count"].as_u64().unwrap()).map(|step| first + step));
    Sequence { listed, index: 0, block: [0; 32], left: Vec::new() }
}

#[test]
fn every_number_is_written_as_ecmascript_writes_it() {
    let published = published();
    let lines = if std::env::var_os("LONG").is_some() { 1_000_000 } else { 10_000 };
    let mut engine = Engine::default();
    let mut file = String::new();
    let mut count = 0;
    for double in sequence(&published).take(lines) {
        // Seventeen digits name the double, and are hardly ever its shortest text.
        assert_eq!(canonicalize(format!("{double:.16e}").as_bytes(), &mut engine, &Native), OK);
        let text = std::str::from_utf8(engine.section(Section::Canonical as usize)).unwrap();
        file.push_str(&format!("{:x},{text}\n", double.to_bits()));
        count += 1;
        if let Some(checksum) = published["checksums"].get(count.to_string()) {
            let found: String =
                Native.sha256(&[file.as_bytes()]).iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(found, checksum.as_str().unwrap(), "{count} lines");
        }
    }
}
