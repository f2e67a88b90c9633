//! The order of member names: UTF-16 code units (RFC 8785 section 3.2.3), on UTF-8 without converting.

use core::cmp::Ordering;

use crate::pass::decode;

/// Compares two canonical names with their quotes, by UTF-16 code units of the text that they stand for.
pub(crate) fn compare_names(a: &[u8], b: &[u8]) -> Ordering {
    let (a, b) = (content(a), content(b));
    let same = a.iter().zip(b).take_while(|(a, b)| a == b && **a != b'\\').count();
    match (a.get(same), b.get(same)) {
        (Some(b'\\'), _) | (_, Some(b'\\')) => {
            let (a, b) = (decoded(a), decoded(b));
            compare_utf16(a.as_bytes(), b.as_bytes())
        }
        (Some(a), Some(b)) => rank(*a).cmp(&rank(*b)),
        _ => a.len().cmp(&b.len()),
    }
}

fn content(name: &[u8]) -> &[u8] {
    name.get(1..name.len().saturating_sub(1)).unwrap_or_default()
}

fn decoded(name: &[u8]) -> String {
    let mut text = String::new();
    decode(core::str::from_utf8(name).unwrap_or_default(), &mut text);
    text
}

/// UTF-8 order is scalar order. UTF-16 order differs only in that scalars from U+10000, written with surrogates, come
/// before U+E000 to U+FFFF: lead bytes F0 and above before EE and EF.
fn compare_utf16(a: &[u8], b: &[u8]) -> Ordering {
    let differs = a.iter().zip(b).position(|(a, b)| a != b);
    match differs.and_then(|at| Some((*a.get(at)?, *b.get(at)?))) {
        None => a.len().cmp(&b.len()),
        Some((a, b)) => rank(a).cmp(&rank(b)),
    }
}

fn rank(byte: u8) -> u8 {
    match byte {
        0xEE | 0xEF => byte + 0x10,
        0xF0..=0xFF => byte - 2,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_is_that_of_utf16_code_units() {
        let mut names: Vec<String> =
            ["", "a", "ab", "é", "\u{d7ff}", "\u{e000}", "\u{fffd}", "\u{10000}", "\u{10ffff}", "\u{1f600}x"]
                .iter()
                .map(|name| format!("\"{name}\""))
                .collect();
        names.sort_by(|a, b| compare_names(a.as_bytes(), b.as_bytes()));
        let mut expected = names.clone();
        expected.sort_by(|a, b| a.trim_matches('"').encode_utf16().cmp(b.trim_matches('"').encode_utf16()));
        assert_eq!(names, expected);
    }
}
