//! Reads JSON without checking it: canonical bytes that the pass wrote, and, for the plain text that a client must show
//! whatever else is wrong, input that no pass accepted. It tolerates white space and ends at the first thing that it
//! cannot read. Nothing is decided by it that the pass has not decided.

use std::borrow::Cow;

use crate::pass::{decode, plain_run};

/// The text of a canonical string.
pub fn text(value: &[u8]) -> Option<Cow<'_, str>> {
    let content = core::str::from_utf8(value).ok()?.strip_prefix('"')?.strip_suffix('"')?;
    if content.contains('\\') {
        let mut text = String::with_capacity(content.len());
        decode(content, &mut text);
        return Some(Cow::Owned(text));
    }
    Some(Cow::Borrowed(content))
}

/// The text of a canonical string without escapes.
pub fn plain_text(value: &[u8]) -> Option<&str> {
    let content = core::str::from_utf8(value).ok()?.strip_prefix('"')?.strip_suffix('"')?;
    (!content.contains('\\')).then_some(content)
}

/// A canonical number that is an integer.
pub fn integer(value: &[u8]) -> Option<i64> {
    let (digits, sign) = value.strip_prefix(b"-").map_or((value, 1), |digits| (digits, -1));
    let magnitude = digits.iter().try_fold(0i64, |sum, byte| {
        let digit = byte.wrapping_sub(b'0');
        if digit < 10 { sum.checked_mul(10)?.checked_add(digit.into()) } else { None }
    });
    magnitude.filter(|_| !digits.is_empty()).map(|magnitude| sign * magnitude)
}

/// The value of the member `name` of an object. Linear in the bytes before it.
pub fn member<'v>(object: &'v [u8], name: &str) -> Option<&'v [u8]> {
    members(object).find(|(key, _)| is_named(key, name)).map(|(_, value)| value)
}

/// Whether a name with its quotes stands for `name`, escapes included.
pub fn is_named(key: &[u8], name: &str) -> bool {
    key.get(1..key.len().saturating_sub(1)) == Some(name.as_bytes())
        || (key.contains(&b'\\') && text(key).as_deref() == Some(name))
}

/// The members of an object: the name with its quotes, and the value.
pub fn members(object: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    let mut rest = object.strip_prefix(b"{").unwrap_or_default();
    core::iter::from_fn(move || {
        let entry = next_entry(rest);
        if entry.first() != Some(&b'"') {
            return None;
        }
        let (key, after) = entry.split_at_checked(value_end(entry)?)?;
        let after = after.trim_ascii_start().strip_prefix(b":")?.trim_ascii_start();
        // Of a value that is cut off, the rest is what there is.
        let (value, tail) = after.split_at_checked(value_end(after).unwrap_or(after.len()))?;
        rest = tail;
        Some((key, value))
    })
}

/// The items of an array.
pub fn items(array: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = array.strip_prefix(b"[").unwrap_or_default();
    core::iter::from_fn(move || {
        let entry = next_entry(rest);
        let (value, tail) = entry.split_at_checked(value_end(entry)?)?;
        rest = tail;
        Some(value)
    })
}

/// Whether `bytes` are one value and nothing else, as far as brackets and quotes go.
pub fn is_complete(bytes: &[u8]) -> bool {
    value_end(bytes) == Some(bytes.len())
}

/// Offset of `part` in the `whole` that it was read from.
pub fn offset_in(whole: &[u8], part: &[u8]) -> usize {
    (part.as_ptr() as usize).saturating_sub(whole.as_ptr() as usize)
}

fn next_entry(rest: &[u8]) -> &[u8] {
    let rest = rest.trim_ascii_start();
    rest.strip_prefix(b",").unwrap_or(rest).trim_ascii_start()
}

/// Length of the value at the start of `bytes`; `None` at a closing bracket or the end.
fn value_end(bytes: &[u8]) -> Option<usize> {
    let mut depth = 0usize;
    let mut at = 0;
    loop {
        match bytes.get(at)? {
            b'"' => at = string_end(bytes, at)?,
            b'{' | b'[' => {
                depth += 1;
                at += 1;
            }
            b'}' | b']' => {
                depth = depth.checked_sub(1)?;
                at += 1;
            }
            b',' | b':' | b' ' | b'\n' | b'\r' | b'\t' if depth > 0 => {
                at += 1;
                continue;
            }
            _ => {
                let is_end =
                    |byte: &u8| matches!(byte, b',' | b':' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t');
                at += bytes.get(at..)?.iter().take_while(|byte| !is_end(byte)).count().max(1)
            }
        }
        if depth == 0 {
            return Some(at);
        }
    }
}

fn string_end(bytes: &[u8], quote: usize) -> Option<usize> {
    let mut at = quote + 1;
    loop {
        at += plain_run(bytes.get(at..)?);
        match bytes.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}
