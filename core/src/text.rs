//! What text may hold: lengths, trimming, and which characters each kind of text refuses.
//!
//! Every function here works on text that is already valid UTF-8, allocates nothing and takes linear time.
//! The `*_fault` functions answer with the byte offset of the first character that offends, `None` when none
//! does; how long a text may be is not their business. The `*_ok` functions are whole grammars of ASCII
//! names.

use crate::profile::{DIGEST_PREFIX, DIRECTION_CONTROLS, MAX_TOKEN};
use core::ops::RangeInclusive;

/// The length of `text` in Unicode scalar values, the unit of every limit on the wire.
pub fn scalar_count(text: &str) -> usize {
    text.chars().count()
}

/// `text` without the white space around it: Unicode `White_Space`, and U+FEFF, which JavaScript trims as
/// well.
pub fn trim(text: &str) -> &str {
    text.trim_matches(is_blank_char)
}

/// Whether nothing is left of `text` after [`trim`].
pub fn is_blank(text: &str) -> bool {
    text.chars().all(is_blank_char)
}

/// Where an identifier first offends: it holds no `White_Space`, no control (Cc) and no format character
/// (Cf), so that no two identifiers differ by something that nobody sees.
pub fn identifier_fault(text: &str) -> Option<usize> {
    let innocent = |byte: u8| byte.wrapping_sub(b'!') <= b'~' - b'!';
    first_fault(text, innocent, |c, _| c.is_whitespace() || c.is_control() || is_format(c))
}

/// Where a short human text (a name, a label, a reason) first offends: it holds no control (Cc) and none of
/// the nine characters that embed, override or isolate direction (U+202A–U+202E, U+2066–U+2069).
///
/// The three direction marks U+200E, U+200F and U+061C pass: right-to-left text needs them.
pub fn short_fault(text: &str) -> Option<usize> {
    let innocent = |byte: u8| byte >= b' ' && byte != 0x7F && byte != LEAD_OF_C1 && byte != LEAD_OF_BIDI;
    first_fault(text, innocent, |c, _| c.is_control() || DIRECTION_CONTROLS.contains(&c))
}

/// Where a text of many lines (the fallback, PubMark source) first offends: of the controls (Cc) it holds
/// only TAB, LF, and CR directly before LF.
pub fn block_fault(text: &str) -> Option<usize> {
    first_fault(text, is_innocent_in_lines, |c, rest| match c {
        '\t' | '\n' => false,
        '\r' => !rest.starts_with('\n'),
        _ => c.is_control(),
    })
}

/// Where a text inside a PubMark tree first offends: of the controls (Cc) it holds only TAB and LF. The
/// compiler has turned each CR LF into LF.
pub fn tree_text_fault(text: &str) -> Option<usize> {
    first_fault(text, is_innocent_in_lines, |c, _| c.is_control() && c != '\t' && c != '\n')
}

/// Whether `text` is a token: a lower-case letter, then up to 63 of `a`–`z`, `0`–`9`, `_` and `-`.
pub fn token_ok(text: &str) -> bool {
    text.len() <= MAX_TOKEN
        && text.starts_with(|c: char| c.is_ascii_lowercase())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'_' | b'-'))
}

/// Whether `text` is a dotted name, such as `chirp.review.approve`: two or more tokens joined by dots.
pub fn dotted_name_ok(text: &str) -> bool {
    text.contains('.') && text.split('.').all(token_ok)
}

/// Whether `text` is a digest as the wire writes it: `sha256:` and 64 lower-case hexadecimal digits.
pub fn digest_ok(text: &str) -> bool {
    let hex = text.strip_prefix(DIGEST_PREFIX).map(|hex| hex.as_bytes().as_chunks::<DIGEST_DIGITS>());
    let is_digit = |byte: u8| byte.wrapping_sub(b'0') < 10 || byte.wrapping_sub(b'a') < 6;
    matches!(hex, Some(([digits], [])) if digits.iter().fold(true, |all, &byte| all & is_digit(byte)))
}

/// Whether `text` is a media type without parameters: two restricted names of RFC 6838 section 4.2, each of 1
/// to 127 characters, joined by `/`. Letters of both cases pass.
pub fn media_type_ok(text: &str) -> bool {
    let name_ok = |name: &str| {
        name.len() <= 127
            && name.starts_with(|c: char| c.is_ascii_alphanumeric())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$&-^_.+".contains(&byte))
    };
    text.split_once('/').is_some_and(|(kind, subtype)| name_ok(kind) && name_ok(subtype))
}

/// Whether `text` has the form of a language tag: `langtag` or `privateuse` of RFC 5646 section 2.1.
///
/// Only the grammar is checked, in any case. Not checked: whether the subtags are registered, and whether one
/// is given twice. The irregular tags that RFC 5646 grandfathers (`i-klingon`, `en-GB-oed`) are refused:
/// nearly all have a regular replacement.
pub fn lang_tag_ok(text: &str) -> bool {
    let mut subtags = text.split('-').peekable();
    let language = subtags.next().unwrap_or_default();
    if language.eq_ignore_ascii_case("x") {
        return private_use_ok(subtags);
    }
    if !is_alphabetic(language, 2..=8) {
        return false;
    }
    let mut extended = if language.len() <= 3 { 3 } else { 0 };
    while extended > 0 && subtags.next_if(|subtag| is_alphabetic(subtag, 3..=3)).is_some() {
        extended -= 1;
    }
    let _script = subtags.next_if(|subtag| is_alphabetic(subtag, 4..=4));
    let _region = subtags.next_if(|subtag| {
        is_alphabetic(subtag, 2..=2) || subtag.len() == 3 && subtag.bytes().all(|byte| byte.is_ascii_digit())
    });
    while subtags.next_if(|subtag| is_variant(subtag)).is_some() {}
    while let Some(singleton) = subtags.next() {
        if singleton.eq_ignore_ascii_case("x") {
            return private_use_ok(subtags);
        }
        if !is_alphanumeric(singleton, 1..=1)
            || subtags.next_if(|subtag| is_alphanumeric(subtag, 2..=8)).is_none()
        {
            return false;
        }
        while subtags.next_if(|subtag| is_alphanumeric(subtag, 2..=8)).is_some() {}
    }
    true
}

fn private_use_ok<'a>(subtags: impl Iterator<Item = &'a str>) -> bool {
    let mut subtags = subtags.peekable();
    subtags.peek().is_some() && subtags.all(|subtag| is_alphanumeric(subtag, 1..=8))
}

fn is_variant(subtag: &str) -> bool {
    is_alphanumeric(subtag, 5..=8)
        || is_alphanumeric(subtag, 4..=4) && subtag.starts_with(|first: char| first.is_ascii_digit())
}

fn is_alphabetic(subtag: &str, lengths: RangeInclusive<usize>) -> bool {
    lengths.contains(&subtag.len()) && subtag.bytes().all(|byte| byte.is_ascii_alphabetic())
}

fn is_alphanumeric(subtag: &str, lengths: RangeInclusive<usize>) -> bool {
    lengths.contains(&subtag.len()) && subtag.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// The byte offset of the first character for which `offends` holds, given the character and the text after
/// it.
///
/// `innocent` is what makes this fast: a cheap test of one byte, which must be false for the first byte of
/// every character that can offend, and without branches, so that a block is judged in a few vector
/// instructions. Only blocks with a suspect byte are read character by character.
fn first_fault(
    text: &str,
    innocent: impl Fn(u8) -> bool,
    offends: impl Fn(char, &str) -> bool,
) -> Option<usize> {
    let mut rest = text;
    while !rest.is_empty() {
        rest = skip_innocent(rest, &innocent);
        let walk_until = rest.len().saturating_sub(BLOCK);
        while rest.len() > walk_until {
            let mut chars = rest.chars();
            let c = chars.next()?;
            if offends(c, chars.as_str()) {
                return Some(text.len() - rest.len());
            }
            rest = chars.as_str();
        }
    }
    None
}

/// `text` after its leading blocks of innocent bytes, from the next whole character on.
fn skip_innocent(text: &str, innocent: impl Fn(u8) -> bool) -> &str {
    let all_innocent = |bytes: &[u8]| bytes.iter().fold(true, |all, &byte| all & innocent(byte));
    let (blocks, tail) = text.as_bytes().as_chunks::<BLOCK>();
    let clean = blocks.iter().take_while(|block| all_innocent(*block)).count();
    if clean == blocks.len() && all_innocent(tail) {
        return "";
    }
    // A character cut by the end of a block has an innocent first byte, and so does not offend.
    (clean * BLOCK..).find_map(|start| text.get(start..)).unwrap_or_default()
}

fn is_innocent_in_lines(byte: u8) -> bool {
    (byte >= b' ' || byte == b'\t' || byte == b'\n') && byte != 0x7F && byte != LEAD_OF_C1
}

fn is_blank_char(c: char) -> bool {
    c.is_whitespace() || c == '\u{FEFF}'
}

/// Whether a character is of the general category Cf: it has no shape of its own.
pub(crate) fn is_format(c: char) -> bool {
    FORMAT.iter().any(|range| range.contains(&c))
}

/// Hexadecimal digits of a SHA-256.
const DIGEST_DIGITS: usize = 64;
/// Bytes judged at a time: two 16-byte vectors, and short enough that one suspect byte costs little.
const BLOCK: usize = 32;
/// First byte of U+0080–U+00BF, and so of the controls U+0080–U+009F.
const LEAD_OF_C1: u8 = 0xC2;
/// First byte of U+2000–U+2FFF, and so of the nine characters refused in short text.
const LEAD_OF_BIDI: u8 = 0xE2;

/// General category Cf in Unicode 16.0, in ascending order.
const FORMAT: [RangeInclusive<char>; 21] = [
    '\u{AD}'..='\u{AD}',
    '\u{600}'..='\u{605}',
    '\u{61C}'..='\u{61C}',
    '\u{6DD}'..='\u{6DD}',
    '\u{70F}'..='\u{70F}',
    '\u{890}'..='\u{891}',
    '\u{8E2}'..='\u{8E2}',
    '\u{180E}'..='\u{180E}',
    '\u{200B}'..='\u{200F}',
    '\u{202A}'..='\u{202E}',
    '\u{2060}'..='\u{2064}',
    '\u{2066}'..='\u{206F}',
    '\u{FEFF}'..='\u{FEFF}',
    '\u{FFF9}'..='\u{FFFB}',
    '\u{110BD}'..='\u{110BD}',
    '\u{110CD}'..='\u{110CD}',
    '\u{13430}'..='\u{1343F}',
    '\u{1BCA0}'..='\u{1BCA3}',
    '\u{1D173}'..='\u{1D17A}',
    '\u{E0001}'..='\u{E0001}',
    '\u{E0020}'..='\u{E007F}',
];

#[cfg(test)]
mod tests;
