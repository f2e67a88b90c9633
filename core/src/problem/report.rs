//! The report: every problem in the order of the input, capped, with the results of a check that passed.

use super::{Param, Position, Problem};
use crate::canonical::escape_into;
use crate::profile::MAX_PROBLEMS;

/// What a check at the door found (REP-001).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// At most [`MAX_PROBLEMS`] problems, by place in the input.
    pub problems: Vec<Problem>,
    /// How many further problems there are.
    pub more: usize,
    /// What a producer should mend, though nothing refuses it.
    pub advice: Vec<Problem>,
    /// Digest of the envelope, when there is no problem.
    pub digest: Option<String>,
    /// Canonical projection, when the PubMark source was compiled.
    pub projection: Option<String>,
    /// Series identifier, when the workspace was given and the envelope is an instrument.
    pub series: Option<String>,
}

impl Report {
    /// A report of `problems`, which are in the order of the input, capped (REP-002), with positions in `input`.
    pub fn of(mut problems: Vec<Problem>, input: &[u8]) -> Self {
        let total = problems.len();
        problems.truncate(MAX_PROBLEMS);
        place(&mut problems, input);
        Report { more: total - problems.len(), problems, ..Report::default() }
    }

    /// True when there is no problem; advice does not count.
    pub fn ok(&self) -> bool {
        self.problems.is_empty()
    }

    /// The report as JSON text, in the shape of REP-001.
    pub fn write_json(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(if self.ok() { b"{\"ok\":true" } else { b"{\"ok\":false" });
        out.extend_from_slice(b",\"problems\":");
        write_list(&self.problems, out, write_problem);
        out.extend_from_slice(b",\"more\":");
        out.extend_from_slice(self.more.to_string().as_bytes());
        out.extend_from_slice(b",\"advice\":");
        write_list(&self.advice, out, write_problem);
        for (name, value) in [("digest", &self.digest), ("series", &self.series)] {
            if let Some(value) = value {
                out.push(b',');
                write_string(name, out);
                out.push(b':');
                write_string(value, out);
            }
        }
        if let Some(projection) = &self.projection {
            out.extend_from_slice(b",\"projection\":");
            out.extend_from_slice(projection.as_bytes());
        }
        out.push(b'}');
    }
}

/// Where a PubMark source stands in an envelope: positions of problems there are inside the source (REP-003).
pub(crate) const SOURCE_POINTER: &str = "/presentation/pubmark";

/// Gives each problem without a position its line and column, in one walk over the input. A problem of a PubMark source
/// keeps the one inside the source, or has none.
fn place(problems: &mut [Problem], input: &[u8]) {
    let mut waiting = problems.iter_mut().filter(|problem| !problem.at.ends_with(SOURCE_POINTER)).peekable();
    let mut position = Position { line: 1, column: 1 };
    for (offset, byte) in input.iter().copied().chain([b' ']).enumerate() {
        while let Some(problem) = waiting.next_if(|problem| problem.offset <= offset) {
            problem.position = Some(position);
        }
        if waiting.peek().is_none() {
            return;
        }
        match byte {
            b'\n' => position = Position { line: position.line + 1, column: 1 },
            0x80..=0xBF => {}
            _ => position.column += 1,
        }
    }
}

fn write_list(problems: &[Problem], out: &mut Vec<u8>, write: fn(&Problem, &mut Vec<u8>)) {
    out.push(b'[');
    for (index, problem) in problems.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        write(problem, out);
    }
    out.push(b']');
}

/// The reasons of a verdict as JSON text: code, pointer and sentence of each.
pub(crate) fn write_reasons(problems: &[Problem], out: &mut Vec<u8>) {
    write_list(problems, out, |problem, out| {
        let message = problem.message();
        let texts = [("code", problem.code.as_str()), ("at", &problem.at), ("message", &message)];
        write_texts(&texts, out);
        out.push(b'}');
    });
}

fn write_texts(texts: &[(&str, &str)], out: &mut Vec<u8>) {
    let mut lead = b'{';
    for (name, text) in texts {
        out.push(lead);
        lead = b',';
        write_string(name, out);
        out.push(b':');
        write_string(text, out);
    }
}

fn write_problem(problem: &Problem, out: &mut Vec<u8>) {
    let message = problem.message();
    let advice = problem.advice();
    let mut texts = vec![
        ("code", problem.code.as_str()),
        ("at", problem.at.as_str()),
        ("rule", problem.rule),
        ("message", message.as_str()),
    ];
    texts.extend(advice.as_deref().map(|advice| ("hint", advice)));
    write_texts(&texts, out);
    if !problem.params.is_empty() {
        let mut lead = b'{';
        out.extend_from_slice(b",\"params\":");
        for (name, value) in &problem.params {
            out.push(lead);
            lead = b',';
            write_string(name, out);
            out.push(b':');
            match value {
                Param::Number(number) => out.extend_from_slice(number.to_string().as_bytes()),
                Param::Text(text) => write_string(text, out),
            }
        }
        out.push(b'}');
    }
    if let Some(Position { line, column }) = problem.position {
        out.extend_from_slice(format!(",\"position\":{{\"line\":{line},\"column\":{column}}}").as_bytes());
    }
    out.push(b'}');
}

/// Writes `text` as a JSON string.
pub(crate) fn write_string(text: &str, out: &mut Vec<u8>) {
    out.push(b'"');
    escape_into(text, out);
    out.push(b'"');
}
