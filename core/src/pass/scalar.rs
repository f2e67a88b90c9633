//! Numbers, literals and the text rules of the schema.

use super::{At, Pass, Step};
use crate::canonical::{Literal, read, scan_number};
use crate::problem::{Code, Position, Problem};
use crate::profile::MAX_ARGUMENT;
use crate::pubmark::url::url_fault;
use crate::schema::{Form, Text, Type};
use crate::{text, time};

impl Pass<'_, '_> {
    pub(super) fn literal(&mut self, word: &'static str, ty: Type) -> Step {
        if !self.input.get(self.position..).unwrap_or_default().starts_with(word.as_bytes()) {
            return self.syntax("a value must stand here");
        }
        let fits = match ty {
            Type::Any => true,
            Type::Boolean | Type::Scalar => word != "null",
            _ => false,
        };
        if !fits {
            self.wrong_type(ty, if word == "null" { "null" } else { "a boolean" })?;
        }
        self.position += word.len();
        Ok(())
    }

    pub(super) fn number(&mut self, ty: Type) -> Step {
        let rest = self.text.get(self.position..).unwrap_or_default();
        let Some((literal, kind)) = scan_number(rest) else {
            return self.syntax("this is not a number as JSON writes it");
        };
        if kind == Literal::Shortest {
            self.number_of_type(literal.as_bytes(), ty)?;
            self.position += literal.len();
            return Ok(());
        }
        let mut printed = core::mem::take(&mut self.work.spare);
        printed.clear();
        let step = self.printed_number(literal, kind, ty, &mut printed);
        self.copy();
        self.work.out.extend_from_slice(&printed);
        self.work.spare = printed;
        self.position += literal.len();
        self.copied = self.position;
        step
    }

    /// Prints a number whose literal is not its shortest text, and checks it.
    fn printed_number(&mut self, literal: &str, kind: Literal, ty: Type, printed: &mut Vec<u8>) -> Step {
        if !self.host.number(literal, printed) {
            printed.push(b'0');
            return self.problem(At::Value, Code::JsonNumberRange, |problem| problem);
        }
        if !matches!(ty, Type::Any) && kind == Literal::LongInteger && !prints_back(literal, printed) {
            self.problem(At::Value, Code::JsonNumberPrecision, |problem| problem)?;
        }
        self.number_of_type(printed, ty)
    }

    fn number_of_type(&mut self, printed: &[u8], ty: Type) -> Step {
        match ty {
            Type::Any | Type::Scalar => Ok(()),
            Type::Integer(range) => {
                let value = read::integer(printed);
                match value {
                    Some(value) if range.contains(&value) => Ok(()),
                    None if is_fraction(printed) => self.wrong_type(ty, "a fraction"),
                    _ => self.problem(At::Value, Code::OutOfRange, |p| {
                        p.with("min", *range.start()).with("max", *range.end())
                    }),
                }
            }
            _ => self.wrong_type(ty, "a number"),
        }
    }

    /// A string argument of an action: bounded, and nothing else (ACT-005).
    pub(super) fn argument(&mut self, value: &str) -> Step {
        if value.len() > MAX_ARGUMENT && text::scalar_count(value) > MAX_ARGUMENT {
            self.too_long(MAX_ARGUMENT, "characters")?;
        }
        Ok(())
    }

    /// Checks a text. `plain` says that it is printing ASCII, in which only the grammar of names can find fault.
    pub(super) fn text_rule(&mut self, rule: &'static Text, value: &str, plain: bool) -> Step {
        if rule.bytes {
            if value.len() > rule.max {
                self.too_long(rule.max, "bytes")?;
            }
        } else if value.len() > rule.max && text::scalar_count(value) > rule.max {
            self.too_long(rule.max, "characters")?;
        }
        if value.is_empty() {
            if rule.min > 0 {
                let min = rule.min;
                return self
                    .problem(At::Value, Code::TooShort, |p| p.with("min", min).with("unit", "character"));
            }
        } else if rule.blank && text::is_blank(value) {
            self.problem(At::Value, Code::Blank, |problem| problem)?;
        }
        if plain && matches!(rule.form, Form::Any | Form::Block | Form::Identifier | Form::Short | Form::Tree)
        {
            return if rule.form == Form::Identifier && value.contains(' ') {
                self.problem(At::Value, Code::BadFormat, |p| p.with("expected", rule.form.noun()))
            } else {
                Ok(())
            };
        }
        let control = |fault: Option<usize>| fault.map(|offset| (Code::TextControl, offset));
        let (code, offset) = match rule.form {
            Form::Any => return Ok(()),
            Form::Block => match control(text::block_fault(value)) {
                Some(fault) => fault,
                None => return Ok(()),
            },
            Form::Short => match control(text::short_fault(value)) {
                Some(fault) => fault,
                None => return Ok(()),
            },
            Form::Tree => match control(text::tree_text_fault(value)) {
                Some(fault) => fault,
                None => return Ok(()),
            },
            Form::Digest if !text::digest_ok(value) => (Code::DigestFormat, 0),
            Form::Url => match url_fault(value) {
                Some(detail) => {
                    return self
                        .problem(At::Value, Code::UnsafeLink, |problem| problem.with("detail", detail));
                }
                None => return Ok(()),
            },
            _ if self.format_ok(rule.form, value) => return Ok(()),
            _ => (Code::BadFormat, 0),
        };
        self.problem(At::Value, code, |problem| match code {
            Code::TextControl => {
                let position = rule.bytes.then(|| position_of(value, offset));
                Problem { position, ..problem }.with("character", character_name(value, offset).as_str())
            }
            Code::BadFormat => problem.with("expected", rule.form.noun()),
            _ => problem,
        })
    }

    fn format_ok(&self, form: Form, value: &str) -> bool {
        match form {
            Form::Dotted => text::dotted_name_ok(value),
            Form::Identifier => text::identifier_fault(value).is_none(),
            Form::Lang => text::lang_tag_ok(value),
            Form::MediaType => text::media_type_ok(value),
            Form::Timestamp => time::parse(value).is_some(),
            Form::Token => text::token_ok(value),
            Form::Any | Form::Block | Form::Digest | Form::Short | Form::Tree | Form::Url => true,
        }
    }

    fn too_long(&mut self, max: usize, unit: &'static str) -> Step {
        self.problem(At::Value, Code::TooLong, |problem| problem.with("max", max).with("unit", unit))
    }
}

fn character_name(value: &str, offset: usize) -> String {
    let scalar = value.get(offset..).and_then(|rest| rest.chars().next()).map_or(0, u32::from);
    format!("U+{scalar:04X}")
}

/// Line and column of an offset in a PubMark source.
fn position_of(source: &str, offset: usize) -> Position {
    let before = source.get(..offset).unwrap_or_default();
    let line = before.matches('\n').count() as u32 + 1;
    let column = before.chars().rev().take_while(|&character| character != '\n').count() as u32 + 1;
    Position { line, column }
}

/// Whether the text of a double has digits behind the point: it has a point that no exponent moves away, or a negative
/// exponent.
fn is_fraction(printed: &[u8]) -> bool {
    let grows = printed.windows(2).any(|pair| pair == b"e+");
    !grows && printed.iter().any(|byte| matches!(byte, b'.' | b'e'))
}

/// Whether the text of a double, written out without an exponent, is the integer literal it was read from (JSON-005).
/// `-0` is read as 0.
fn prints_back(literal: &str, printed: &[u8]) -> bool {
    if literal == "-0" {
        return true;
    }
    let Some(exponent) = printed.iter().position(|&byte| byte == b'e') else {
        return literal.as_bytes() == printed;
    };
    let (mantissa, power) = printed.split_at(exponent);
    let power =
        power.iter().filter(|byte| byte.is_ascii_digit()).fold(0usize, |n, b| n * 10 + usize::from(b - b'0'));
    let digits = mantissa.iter().filter(|byte| byte.is_ascii_digit()).copied();
    let sign = mantissa.iter().filter(|&&byte| byte == b'-').copied();
    let zeros = (power + 1).saturating_sub(digits.clone().count());
    sign.chain(digits).chain(core::iter::repeat_n(b'0', zeros)).eq(literal.bytes())
}
