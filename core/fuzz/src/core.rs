//! The operations of the core, with what every outcome owes its caller asserted once.

use chirp_core::Native;
use chirp_core::call::{self, Engine, OK, Section, VIEW_SHIFT};
use serde_json::Value;

/// A core that lives for one input: later calls find the buffers of earlier ones, as they do in a binding.
#[derive(Default)]
pub struct Core(Engine);

/// What a call left behind.
#[derive(Debug, PartialEq)]
pub struct Outcome {
    /// Whether the input is in order.
    pub ok: bool,
    /// 0 fallback, 1 pubmark, 2 instrument.
    pub view: u32,
    /// The section of this name, as are those below.
    pub report: Vec<u8>,
    /// The plain text.
    pub fallback: String,
    /// Canonical bytes.
    pub canonical: Vec<u8>,
    /// Canonical bytes of the tree.
    pub tree: Vec<u8>,
    /// A digest in its wire form.
    pub digest: String,
}

impl Core {
    /// Free-form canonicalisation.
    pub fn canonicalize(&mut self, input: &[u8]) -> Outcome {
        let status = call::canonicalize(input, &mut self.0, &Native);
        self.outcome(status).refused_with_problems()
    }

    /// The check at the door, in workspace `acme`.
    pub fn validate(&mut self, input: &[u8]) -> Outcome {
        let status = call::validate(input, Some("acme"), &mut self.0, &Native);
        let outcome = self.outcome(status);
        assert_eq!(outcome.ok, outcome.problems().is_empty());
        outcome
    }

    /// Sealing.
    pub fn seal(&mut self, input: &[u8]) -> Outcome {
        let status = call::seal(input, &mut self.0, &Native);
        self.outcome(status).refused_with_problems()
    }

    /// The check at the screen; `capabilities` are those of the renderer, one a line.
    pub fn verify(&mut self, input: &[u8], capabilities: Option<&str>) -> Outcome {
        let status = call::verify(input, capabilities, &mut self.0, &Native);
        let outcome = self.outcome(status);
        assert!(outcome.ok || !outcome.reasons().is_empty(), "refused without a reason");
        outcome
    }

    /// The check of a tree.
    pub fn check_tree(&mut self, input: &[u8]) -> Outcome {
        let status = call::check_tree(input, &mut self.0, &Native);
        self.outcome(status).refused_with_problems()
    }

    /// The elements of a page, by offset and length.
    pub fn split_page(&mut self, input: &[u8]) -> Option<Vec<(usize, usize)>> {
        let status = call::split_page(input, &mut self.0);
        let outcome = self.outcome(status).refused_with_problems();
        let mut numbers = outcome
            .canonical
            .chunks(4)
            .map(|bytes| u32::from_le_bytes(bytes.try_into().expect("a number has four bytes")) as usize);
        let mut places = Vec::new();
        while let Some(offset) = numbers.next() {
            places.push((offset, numbers.next().expect("an offset has a length")));
        }
        outcome.ok.then_some(places)
    }

    fn outcome(&self, status: u32) -> Outcome {
        let section = |section: Section| self.0.section(section as usize).to_vec();
        let text = |bytes| String::from_utf8(bytes).expect("a section of text is UTF-8");
        Outcome {
            ok: status & OK != 0,
            view: status >> VIEW_SHIFT,
            report: section(Section::Report),
            fallback: text(section(Section::Fallback)),
            canonical: section(Section::Canonical),
            tree: section(Section::Tree),
            digest: text(section(Section::Digest)),
        }
    }
}

impl Outcome {
    /// The problems of a report, which any JSON reader reads. Each has a pointer and a position, and they stand in the
    /// order of the input.
    pub fn problems(&self) -> Vec<Value> {
        let report: Value = serde_json::from_slice(&self.report).expect("a report is JSON");
        let problems = report["problems"].as_array().expect("a report lists problems");
        assert_eq!(report["ok"], problems.is_empty());
        let place = |problem: &Value| {
            let position = &problem["position"];
            (position["line"].as_u64().expect("a line"), position["column"].as_u64().expect("a column"))
        };
        assert!(problems.is_sorted_by_key(place), "out of order: {report}");
        problems.iter().for_each(assert_pointer);
        problems.clone()
    }

    /// The reasons of a verdict.
    pub fn reasons(&self) -> Vec<Value> {
        if self.report.is_empty() {
            return Vec::new();
        }
        let reasons: Vec<Value> = serde_json::from_slice(&self.report).expect("reasons are a JSON list");
        reasons.iter().for_each(assert_pointer);
        reasons
    }

    /// The code and the pointer of each problem or reason.
    pub fn codes(list: &[Value]) -> Vec<(&str, &str)> {
        list.iter()
            .map(|entry| (entry["code"].as_str().expect("a code"), entry["at"].as_str().expect("a pointer")))
            .collect()
    }

    /// A refusal has a report that says why.
    fn refused_with_problems(self) -> Self {
        assert!(self.ok || !self.problems().is_empty(), "refused without a problem");
        self
    }
}

fn assert_pointer(entry: &Value) {
    let at = entry["at"].as_str().expect("a pointer");
    assert!(at.is_empty() || at.starts_with('/'), "not a pointer: {at}");
    assert!(entry["message"].as_str().is_some_and(|message| !message.is_empty()));
}
