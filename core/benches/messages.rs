//! Verifying and sealing, natively, beside the crates that a Rust program would take. Run `cargo bench`; the corpora are
//! those of the JavaScript benchmark, written by Node into `target/corpus` at the first run.
#![expect(clippy::expect_used, clippy::indexing_slicing, reason = "a benchmark that cannot run must stop")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use chirp_core::call::{self, Engine};
use chirp_core::{Native, profile};
use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use sha2::{Digest as _, Sha256};

const CORPORA: &[&str] = &["sealed-small", "sealed-medium", "sealed-large", "sealed-mix"];

fn main() {
    divan::main();
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The messages of a corpus: each a little-endian u32 length and its bytes.
fn corpus(name: &str) -> Vec<Vec<u8>> {
    let folder = root().join("target/corpus");
    let file = folder.join(format!("{name}.bin"));
    if !file.exists() {
        let script = root().join("tests/bench/corpus/files.mjs");
        let status = Command::new("node").arg(script).arg(&folder).status().expect("node runs");
        assert!(status.success(), "the corpora are written");
    }
    let bytes = fs::read(&file).expect("the corpus is readable");
    let mut rest = bytes.as_slice();
    let mut messages = Vec::new();
    while let Some((length, tail)) = rest.split_first_chunk::<4>() {
        let (message, tail) = tail.split_at(u32::from_le_bytes(*length) as usize);
        messages.push(message.to_vec());
        rest = tail;
    }
    messages
}

fn each(bencher: Bencher<'_, '_>, name: &str, mut run: impl FnMut(&[u8]) -> bool) {
    let messages = corpus(name);
    let bytes: usize = messages.iter().map(Vec::len).sum();
    bencher.counter(BytesCount::new(bytes)).bench_local(|| {
        for message in &messages {
            assert!(run(black_box(message)));
        }
    });
}

#[divan::bench(args = CORPORA)]
fn verify(bencher: Bencher<'_, '_>, name: &str) {
    let mut engine = Engine::default();
    each(bencher, name, |message| call::verify(message, None, &mut engine, &Native) & call::OK == call::OK);
}

#[divan::bench(args = CORPORA)]
fn seal(bencher: Bencher<'_, '_>, name: &str) {
    let mut engine = Engine::default();
    each(bencher, name, |message| call::seal(message, &mut engine, &Native) == call::OK);
}

/// serde_json, an RFC 8785 crate and sha2: no schema, no duplicate names, no depth.
#[divan::bench(args = CORPORA)]
fn verify_with_serde_json(bencher: Bencher<'_, '_>, name: &str) {
    each(bencher, name, |message| {
        let mut value: serde_json::Value = serde_json::from_slice(message).expect("the corpus is JSON");
        let seal = value
            .as_object_mut()
            .and_then(|object| object.remove("integrity"))
            .expect("the corpus is sealed");
        let canonical = serde_json_canonicalizer::to_vec(&value).expect("the corpus has a canonical form");
        let digest = Sha256::new()
            .chain_update(profile::PROTOCOL)
            .chain_update([0])
            .chain_update(canonical)
            .finalize();
        let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        seal["digest"] == format!("sha256:{hex}")
    });
}
