//! Strings: scanned and copied where they hold no escape, decoded and escaped again where they do.

use super::{At, Pass, Step};
use crate::canonical::escape_into;
use crate::problem::Code;
use crate::schema::{Choice, Type};

/// A string in the input: the span between its quotes.
#[derive(Clone, Copy)]
pub(super) struct Quoted {
    pub(super) start: usize,
    pub(super) end: usize,
    /// Whether it holds escapes; its decoded text is then in `work.text`.
    pub(super) escaped: bool,
    /// Whether all of it is printing ASCII that stands for itself.
    pub(super) plain: bool,
}

/// What a string is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Name,
    Value,
}

/// Length of the run at the start of `bytes` that a JSON string may hold as it is: up to a quote, a backslash or a
/// control character.
pub(crate) fn plain_run(bytes: &[u8]) -> usize {
    scan(bytes).0
}

/// The length of [`plain_run`], and whether the run is printing ASCII. Eight bytes a step.
fn scan(bytes: &[u8]) -> (usize, bool) {
    let (words, rest) = bytes.as_chunks::<8>();
    let mut length = 0;
    let mut suspects = 0;
    for word in words {
        let word = u64::from_le_bytes(*word);
        let found = interruptions(word);
        if found != 0 {
            let before = found.trailing_zeros() & !7;
            suspects |= suspicious(word) & !(u64::MAX << before);
            return (length + (before / 8) as usize, suspects & HIGH == 0);
        }
        suspects |= suspicious(word);
        length += 8;
    }
    let tail = rest.iter().take_while(|&&byte| byte >= 0x20 && byte != b'"' && byte != b'\\');
    let (tail, printing) = tail.fold((0, true), |(n, all), &byte| (n + 1, all && byte < 0x7F));
    (length + tail, printing && suspects & HIGH == 0)
}

const ONES: u64 = u64::MAX / 255;
const HIGH: u64 = ONES << 7;

/// Sets the high bit of the first byte that interrupts a string; bits above it may be set too.
pub(crate) fn interruptions(word: u64) -> u64 {
    let below = |word: u64, limit: u64| word.wrapping_sub(ONES * limit) & !word;
    let equal = |byte: u8| below(word ^ (ONES * u64::from(byte)), 1);
    (below(word, 0x20) | equal(b'"') | equal(b'\\')) & HIGH
}

/// Sets the high bit of each byte from U+007F on. A byte 0xFF, which is not UTF-8, may mark its neighbour too.
fn suspicious(word: u64) -> u64 {
    word | word.wrapping_add(ONES)
}

impl Pass<'_, '_> {
    /// Reads a string from its opening quote. With escapes, its decoded text is in `work.text`; what RFC 8785 section
    /// 3.2.2.2 writes in other bytes goes to the output in those.
    pub(super) fn quoted(&mut self, role: Role) -> Step<Quoted> {
        let start = self.position + 1;
        let (length, plain) = scan(self.input.get(start..).unwrap_or_default());
        self.position = start + length;
        if self.peek() == Some(b'"') {
            let end = self.position;
            self.position += 1;
            return Ok(Quoted { start, end, escaped: false, plain });
        }
        self.escaped(role, start)
    }

    /// Goes on with a string that begins at `start` where its first escape stands.
    fn escaped(&mut self, role: Role, start: usize) -> Step<Quoted> {
        self.work.text.clear();
        let mut from = start;
        let mut rewritten = false;
        loop {
            let run = self.text.get(from..self.position).unwrap_or_default();
            self.work.text.push_str(run);
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => rewritten |= !self.escape(role)?,
                Some(_) => return self.syntax("a control character must be written as an escape"),
                None => return self.syntax("the input ends inside a string"),
            }
            from = self.position;
            self.position += plain_run(self.input.get(from..).unwrap_or_default());
        }
        let end = self.position;
        if rewritten {
            self.position = start;
            self.copy();
            escape_into(&self.work.text, &mut self.work.out);
            self.copied = end;
            self.position = end + 1;
            self.copy();
        }
        self.position = end + 1;
        Ok(Quoted { start, end, escaped: true, plain: false })
    }

    /// Reads one escape into `work.text`, and says whether RFC 8785 writes it so.
    fn escape(&mut self, role: Role) -> Step<bool> {
        let character = match self.input.get(self.position + 1) {
            Some(b'u') => return self.unicode_escape(role),
            Some(&letter) => match simple_escape(letter) {
                Some(character) => character,
                None => return self.syntax("this escape is not part of JSON"),
            },
            None => return self.syntax("the input ends inside a string"),
        };
        self.position += 2;
        self.work.text.push(character);
        Ok(character != '/')
    }

    fn unicode_escape(&mut self, role: Role) -> Step<bool> {
        let at = self.position;
        let Some(first) = four_hex(self.input, at + 2) else {
            return self.syntax("`\\u` must be followed by four hex digits");
        };
        let second = match (first, self.input.get(at + 6..at + 8)) {
            (0xD800..=0xDBFF, Some(b"\\u")) => four_hex(self.input, at + 8),
            _ => None,
        };
        let (character, length) = match second {
            Some(low @ 0xDC00..=0xDFFF) => {
                (char::from_u32(0x10000 + ((first - 0xD800) << 10) + (low - 0xDC00)), 12)
            }
            _ => (char::from_u32(first), 6),
        };
        if character.is_none() {
            let at = if role == Role::Name { At::Name } else { At::Value };
            self.problem(at, Code::JsonLoneSurrogate, |problem| problem)?;
        }
        self.position = at + length;
        self.work.text.push(character.unwrap_or(char::REPLACEMENT_CHARACTER));
        Ok(false)
    }

    /// Reads a string value and checks it against its type.
    pub(super) fn string(&mut self, ty: Type) -> Step {
        let at = self.position;
        let quoted = self.quoted(Role::Value)?;
        let end = core::mem::replace(&mut self.position, at);
        if quoted.escaped && !matches!(ty, Type::Any) && self.work.text.contains('\0') {
            self.problem(At::Value, Code::JsonNul, |problem| problem)?;
        }
        // The decoded text is borrowed while problems are reported, so it leaves the work space for that long.
        let decoded = core::mem::take(&mut self.work.text);
        let text = if quoted.escaped {
            decoded.as_str()
        } else {
            self.text.get(quoted.start..quoted.end).unwrap_or_default()
        };
        let step = match ty {
            Type::Text(rule) => self.text_rule(rule, text, quoted.plain),
            Type::Choice(choice) => self.choice(choice, text),
            Type::Scalar => self.argument(text),
            Type::Any => Ok(()),
            _ => self.wrong_type(ty, "a string"),
        };
        self.work.text = decoded;
        self.position = end;
        step
    }

    fn choice(&mut self, choice: &'static Choice, text: &str) -> Step {
        self.chosen = choice.values.iter().position(|value| *value == text);
        if self.chosen.is_some() {
            return Ok(());
        }
        self.problem(At::Value, choice.code, |mut problem| {
            problem.hint = crate::problem::near_miss(text, choice.values.iter().copied());
            let problem = problem.with("value", text);
            match choice.values {
                values if values.len() <= 8 => problem.with("allowed", values.join(", ").as_str()),
                _ => problem.with("allowed", "those that SPEC.md lists"),
            }
        })
    }
}

fn simple_escape(letter: u8) -> Option<char> {
    Some(match letter {
        b'"' => '"',
        b'\\' => '\\',
        b'/' => '/',
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        _ => return None,
    })
}

fn four_hex(input: &[u8], from: usize) -> Option<u32> {
    input
        .get(from..from + 4)?
        .iter()
        .try_fold(0, |value, &byte| Some(value << 4 | char::from(byte).to_digit(16)?))
}

/// Appends the text of a JSON string's content that is known to be well formed. A lone surrogate becomes U+FFFD.
pub(crate) fn decode(content: &str, text: &mut String) {
    let mut rest = content;
    while let Some((plain, escaped)) = rest.split_once('\\') {
        text.push_str(plain);
        rest = decode_escape(escaped, text).unwrap_or("");
    }
    text.push_str(rest);
}

fn decode_escape<'t>(escaped: &'t str, text: &mut String) -> Option<&'t str> {
    let letter = *escaped.as_bytes().first()?;
    if letter != b'u' {
        text.push(simple_escape(letter).unwrap_or(char::REPLACEMENT_CHARACTER));
        return escaped.get(1..);
    }
    let high = four_hex(escaped.as_bytes(), 1)?;
    let rest = escaped.get(5..)?;
    let pair =
        rest.strip_prefix("\\u").and_then(|tail| Some((four_hex(tail.as_bytes(), 0)?, tail.get(4..)?)));
    match (high, pair) {
        (0xD800..=0xDBFF, Some((low @ 0xDC00..=0xDFFF, tail))) => {
            let scalar = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
            text.push(char::from_u32(scalar).unwrap_or(char::REPLACEMENT_CHARACTER));
            Some(tail)
        }
        _ => {
            text.push(char::from_u32(high).unwrap_or(char::REPLACEMENT_CHARACTER));
            Some(rest)
        }
    }
}
