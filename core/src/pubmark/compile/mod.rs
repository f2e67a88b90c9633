//! The compiler: PubMark source to the canonical bytes of its tree (MARK).
//!
//! The parser is pulldown-cmark. Its events become bytes as they come, in the normal form that the checker demands:
//! there is no tree in memory, nothing recurses on the source, and one source has one digest.

mod document;
mod link;
mod nesting;
mod spread;
mod writer;

use std::borrow::Cow;

use pulldown_cmark::{Options, Parser};

use self::document::Document;
use crate::problem::{Code, Problem, Report};
use crate::profile::{MAX_PROBLEMS, MAX_SOURCE_BYTES};
use crate::text::block_fault;

/// What became of a source (MARK-001).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiled {
    /// Canonical bytes of the root, which the checker accepts. Empty when there are problems.
    pub tree: Vec<u8>,
    /// At most [`MAX_PROBLEMS`] problems, by place in the source. `at` is empty; `position` is in the source.
    pub problems: Vec<Problem>,
    /// How many further problems there are.
    pub more: usize,
    /// What the writer should mend, though nothing refuses it: in the same form, and at most as many.
    pub advice: Vec<Problem>,
}

/// Compiles a PubMark source of at most 64 KiB. Problems: `too_long`, `text_control`, `unsafe_link`, `deceptive_link`,
/// `too_many_nodes`, `tree_too_deep`, `too_large`. Advice: `link_dropped`, `link_looks_like_host`. Linear in the source.
pub fn compile(source: &str) -> Compiled {
    if source.len() > MAX_SOURCE_BYTES {
        let problem = Problem::new(Code::TooLong, "").with("max", MAX_SOURCE_BYTES).with("unit", "bytes");
        let problem = Problem { rule: "MARK-001", ..problem };
        return Findings { problems: vec![problem], ..Findings::default() }.settle(Vec::new(), source);
    }
    let mut findings = Findings::default();
    note_controls(source, &mut findings);
    let source = one_line_end(source);
    // Either kind of problem may fill a report.
    findings.described = 0;
    let mut document = Document::new(&source, findings);
    for (event, range) in parser(nesting::readable(&source)).into_offset_iter() {
        document.event(event, &range);
    }
    let (tree, findings) = document.finish();
    findings.settle(tree, &source)
}

fn parser(source: &str) -> Parser<'_> {
    // Of GitHub's flavour, ENABLE_GFM is the callouts.
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_GFM;
    Parser::new_ext(source, options)
}

/// The source with LF for CR LF. Lines and columns stay: a CR is always the last character of its line.
fn one_line_end(source: &str) -> Cow<'_, str> {
    if source.contains('\r') { Cow::Owned(source.replace("\r\n", "\n")) } else { Cow::Borrowed(source) }
}

/// Notes the control characters of a source at their offsets with one line end, each CR LF being one byte.
fn note_controls(source: &str, findings: &mut Findings) {
    let (mut rest, mut offset) = (source, 0);
    while let Some((before, from)) = block_fault(rest).and_then(|fault| rest.split_at_checked(fault)) {
        let mut chars = from.chars();
        let Some(character) = chars.next() else { return };
        offset += before.len() - before.matches("\r\n").count();
        findings.problem(offset, || control(character));
        offset += character.len_utf8();
        rest = chars.as_str();
    }
}

/// The problem of a control character that a tree cannot hold.
fn control(character: char) -> Problem {
    let name = format!("U+{:04X}", u32::from(character));
    Problem::new(Code::TextControl, "").with("character", name.as_str())
}

/// Problems and advice by offset in the source. Beyond what a report can list they are only counted.
#[derive(Default)]
struct Findings {
    problems: Vec<Problem>,
    described: usize,
    more: usize,
    advice: Vec<Problem>,
}

impl Findings {
    fn problem(&mut self, offset: usize, describe: impl FnOnce() -> Problem) {
        if self.described < MAX_PROBLEMS {
            self.described += 1;
            self.problems.push(Problem { offset, ..describe() });
        } else {
            self.more += 1;
        }
    }

    fn advice(&mut self, offset: usize, describe: impl FnOnce() -> Problem) {
        if self.advice.len() < MAX_PROBLEMS {
            self.advice.push(Problem { offset, ..describe() });
        }
    }

    /// Sorts, caps, and gives each its line and column.
    fn settle(mut self, tree: Vec<u8>, source: &str) -> Compiled {
        self.problems.sort_by_key(|problem| problem.offset);
        self.advice.sort_by_key(|advice| advice.offset);
        let report = Report::of(self.problems, source.as_bytes());
        let advice = Report::of(self.advice, source.as_bytes()).problems;
        let tree = if report.ok() { tree } else { Vec::new() };
        Compiled { tree, problems: report.problems, more: report.more + self.more, advice }
    }
}
