//! Problems: what is wrong, where, which rule says so, and what to do. Reports hold them in order.

mod code;
mod near_miss;
mod pointer;
mod report;

pub use code::Code;
pub(crate) use near_miss::near_miss;
pub use pointer::push_token;
pub use report::Report;
pub(crate) use report::write_reasons;

/// A value that a problem's sentence names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Param {
    /// A count or a limit.
    Number(i64),
    /// A name or a text from the input; cut to 80 scalar values.
    Text(String),
}

impl From<&str> for Param {
    fn from(text: &str) -> Self {
        let mut rest = text.chars();
        let mut cut: String = rest.by_ref().take(80).collect();
        if rest.next().is_some() {
            cut.push('…');
        }
        Param::Text(cut)
    }
}

impl From<i64> for Param {
    fn from(number: i64) -> Self {
        Param::Number(number)
    }
}

impl From<usize> for Param {
    fn from(number: usize) -> Self {
        Param::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

/// Line and column of a problem, both from 1; the column counts Unicode scalar values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column in scalar values, from 1.
    pub column: u32,
}

/// One problem: a code, a place, a rule, and the words for the person who must fix it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The kind of problem.
    pub code: Code,
    /// RFC 6901 pointer into the document that was given; empty for the whole of it.
    pub at: String,
    /// Id of the rule in SPEC.md.
    pub rule: &'static str,
    /// Values that the sentence names.
    pub params: Vec<(&'static str, Param)>,
    /// A hint more precise than the code's own help, such as a near miss.
    pub hint: Option<String>,
    /// Byte offset in the input; orders a report.
    pub offset: usize,
    /// Line and column, where the input is text.
    pub position: Option<Position>,
}

impl Problem {
    /// A problem of `code` at the pointer `at`, with the code's own rule and no parameters.
    pub fn new(code: Code, at: impl Into<String>) -> Self {
        let at = at.into();
        Problem { code, at, rule: code.rule(), params: Vec::new(), hint: None, offset: 0, position: None }
    }

    /// The same problem, with a value for the sentence.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Param>) -> Self {
        self.params.push((name, value.into()));
        self
    }

    /// The sentence for a person: lower case, no final period, foreign text in backticks.
    pub fn message(&self) -> String {
        fill(self.code.sentence(), &self.params)
    }

    /// What to do about it, if there is something to say beyond the sentence.
    pub fn advice(&self) -> Option<String> {
        self.hint.clone().or_else(|| match self.code.help() {
            "" => None,
            help => Some(fill(help, &self.params)),
        })
    }
}

fn fill(template: &str, params: &[(&'static str, Param)]) -> String {
    let mut text = String::with_capacity(template.len() + 16);
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let known = after.split_once('}').and_then(|(name, tail)| {
            let value = params.iter().find(|(key, _)| *key == name)?;
            Some((&value.1, tail))
        });
        match known {
            Some((Param::Number(number), tail)) => {
                text.push_str(&number.to_string());
                rest = tail;
            }
            Some((Param::Text(value), tail)) => {
                text.push_str(value);
                rest = tail;
            }
            None => {
                text.push('{');
                rest = after;
            }
        }
    }
    text.push_str(rest);
    text
}
