//! The operations of the core, with what every outcome owes its caller asserted once.

use chirp_core::Native;
use chirp_core::call::{self, Engine, MISUSE, OK, Section, VIEW_SHIFT};
use chirp_core::profile::MAX_PROBLEMS;
use serde_json::{Value, json};

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
        self.outcome(status).reported()
    }

    /// The check at the door with the compiler, in workspace `acme`.
    pub fn validate_compiled(&mut self, input: &[u8]) -> Outcome {
        let status = call::validate_compiled(input, Some("acme"), &mut self.0, &Native);
        self.outcome(status).reported()
    }

    /// The compiler.
    pub fn compile(&mut self, source: &str) -> Outcome {
        let status = call::compile(source.as_bytes(), &mut self.0, &Native);
        self.outcome(status).reported()
    }

    /// The plain text of a source.
    pub fn to_text(&mut self, source: &str) -> Outcome {
        let status = call::to_text(source.as_bytes(), &mut self.0);
        self.outcome(status).refused_with_problems()
    }

    /// The message that a service sends on.
    pub fn project(&mut self, input: &[u8]) -> Outcome {
        let status = call::project(input, &mut self.0, &Native);
        self.outcome(status).reported()
    }

    /// Sealing.
    pub fn seal(&mut self, input: &[u8]) -> Outcome {
        let status = call::seal(input, &mut self.0, &Native);
        self.outcome(status).refused_with_problems()
    }

    /// The check at the screen; `capabilities` are those of the renderer, one a line.
    pub fn verify(&mut self, input: &[u8], capabilities: Option<&str>) -> Outcome {
        let status = call::verify(input, capabilities, &mut self.0, &Native);
        self.outcome(status).refused_with_reasons()
    }

    /// The check at the screen with the compiler.
    pub fn verify_compiled(&mut self, input: &[u8], recompile: bool) -> Outcome {
        let status = call::verify_compiled(input, None, recompile, &mut self.0, &Native);
        self.outcome(status).refused_with_reasons()
    }

    /// The check of a tree.
    pub fn check_tree(&mut self, input: &[u8]) -> Outcome {
        let status = call::check_tree(input, &mut self.0, &Native);
        self.outcome(status).refused_with_problems()
    }

    /// The revision that a draft becomes behind `head`, in workspace `acme`.
    pub fn complete_draft(&mut self, input: &[u8], head: &Value) -> Outcome {
        let options = json!({ "workspace": "acme", "series": { "head": head } }).to_string();
        let status = call::complete_draft(input, Some(&options), &mut self.0, &Native);
        let outcome = self.outcome(status);
        if outcome.ok { outcome } else { outcome.refused_with_problems() }
    }

    /// The verdict on a history.
    pub fn verify_history(&mut self, input: &[u8], head: Option<&str>) -> Outcome {
        let status = call::verify_history(input, head, &mut self.0, &Native);
        self.outcome(status).reported()
    }

    /// The history of some inputs, in a form.
    pub fn export_history(&mut self, inputs: &[Vec<u8>], workspace: &str, form: &str) -> Outcome {
        let lengths: Vec<usize> = inputs.iter().map(Vec::len).collect();
        let options = json!({ "form": form, "lengths": lengths, "workspace": workspace }).to_string();
        let status = call::export_history(&inputs.concat(), Some(&options), &mut self.0, &Native);
        let outcome = self.outcome(status);
        if outcome.ok { outcome } else { outcome.refused_with_problems() }
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
        assert_eq!(status & MISUSE, 0);
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
        problems.iter().for_each(assert_pointer);
        let place = |problem: &Value| {
            let position = &problem["position"];
            (position["line"].as_u64().expect("a line"), position["column"].as_u64().expect("a column"))
        };
        // The position of a problem in a PubMark source is in the source.
        let in_source = |at: &Value| at.as_str().is_some_and(|at| at.ends_with("/presentation/pubmark"));
        let (_, outside): (Vec<_>, Vec<_>) = problems.iter().partition(|problem| in_source(&problem["at"]));
        assert!(outside.is_sorted_by_key(|problem| place(problem)), "out of order: {report}");
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

    /// Equal data is refused for the same reasons, whatever its spelling and order, but for integers that no double
    /// holds: their canonical form is another integer. `self` is the outcome of an input, `canonical` that of its
    /// canonical form.
    pub fn assert_same_refusal(&self, canonical: &Outcome) {
        let (ours, theirs) = (self.refusal(), canonical.refusal());
        let (mut ours, mut theirs) = (codes(&ours), codes(&theirs));
        if ours.len() < MAX_PROBLEMS && !ours.iter().any(|(code, _)| *code == "json_number_precision") {
            ours.sort_unstable();
            theirs.sort_unstable();
            assert_eq!(ours, theirs);
        }
    }

    /// The entries of a report or of a verdict.
    fn refusal(&self) -> Vec<Value> {
        if self.report.first() == Some(&b'{') { self.problems() } else { self.reasons() }
    }

    /// The codes of the advice.
    pub fn advice(&self) -> Vec<String> {
        let report: Value = serde_json::from_slice(&self.report).expect("a report is JSON");
        let advice = report["advice"].as_array().expect("a report lists advice");
        advice.iter().map(|entry| entry["code"].as_str().expect("a code").to_owned()).collect()
    }

    /// There is a report, which says the same as the status.
    fn reported(self) -> Self {
        assert_eq!(self.ok, self.problems().is_empty());
        self
    }

    /// A refusal has a report that says why.
    fn refused_with_problems(self) -> Self {
        assert!(self.ok || !self.problems().is_empty(), "refused without a problem");
        self
    }

    /// A refusal has reasons.
    fn refused_with_reasons(self) -> Self {
        assert!(self.ok || !self.reasons().is_empty(), "refused without a reason");
        self
    }
}

/// The code and the pointer of each problem or reason.
pub fn codes(list: &[Value]) -> Vec<(&str, &str)> {
    list.iter()
        .map(|entry| (entry["code"].as_str().expect("a code"), entry["at"].as_str().expect("a pointer")))
        .collect()
}

fn assert_pointer(entry: &Value) {
    let at = entry["at"].as_str().expect("a pointer");
    assert!(at.is_empty() || at.starts_with('/'), "not a pointer: {at}");
    assert!(entry["message"].as_str().is_some_and(|message| !message.is_empty()));
}
