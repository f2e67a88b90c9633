//! Lines of JSON, as they come on a stream, held against the grammar without being kept.

use super::canonicalize::is_free;
use super::outcome::{Engine, OK, Section};
use crate::host::Host;

/// Whether each line of `input` is one JSON value that [`canonicalize`](super::canonicalize()) would accept: UTF-8,
/// grammar, names that stand twice, halves of surrogate pairs, numbers, depth, and a size of at most `MAX_FREE_BYTES`. A
/// line ends at LF and nowhere else; the last one needs none, and an empty one is no value. Section `Canonical` holds two
/// little-endian u32 for each line: its length without LF, and 1 if it is in order. What is wrong with one that is not,
/// `canonicalize` says. Linear in the input.
pub fn check_lines(input: &[u8], engine: &mut Engine, host: &dyn Host) -> u32 {
    engine.begin();
    let (work, table) = engine.parts(Section::Canonical);
    let mut rest = input;
    while !rest.is_empty() {
        let length = line_length(rest);
        let (line, behind) = rest.split_at_checked(length).unwrap_or((rest, &[]));
        rest = behind.get(1..).unwrap_or_default();
        for number in [length as u32, u32::from(is_free(line, work, host))] {
            table.extend_from_slice(&number.to_le_bytes());
        }
    }
    OK
}

/// Length of the line at the start of `bytes`. Eight bytes a step.
fn line_length(bytes: &[u8]) -> usize {
    const ONES: u64 = u64::MAX / 255;
    let has_feed = |word: &[u8; 8]| {
        let word = u64::from_le_bytes(*word) ^ (ONES * u64::from(b'\n'));
        word.wrapping_sub(ONES) & !word & (ONES << 7) != 0
    };
    let (words, _) = bytes.as_chunks::<8>();
    let start = 8 * words.iter().position(has_feed).unwrap_or(words.len());
    let tail = bytes.get(start..).unwrap_or_default();
    start + tail.iter().position(|&byte| byte == b'\n').unwrap_or(tail.len())
}

#[cfg(test)]
#[cfg(feature = "native")]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::call::canonicalize;
    use crate::host::Native;
    use crate::profile::MAX_FREE_BYTES;

    /// The length of each line, and whether it is in order.
    fn lines(input: &str, engine: &mut Engine) -> Vec<(usize, bool)> {
        assert_eq!(check_lines(input.as_bytes(), engine, &Native), OK);
        let rows = engine.section(Section::Canonical as usize).as_chunks::<8>().0.iter().map(|row| {
            let number = |at: usize| u32::from_le_bytes(row[at..at + 4].try_into().unwrap());
            (number(0) as usize, number(4) == 1)
        });
        rows.collect()
    }

    #[test]
    fn lines_end_at_line_feeds_and_nowhere_else() {
        let mut engine = Engine::default();
        let mut lines = |input| lines(input, &mut engine);
        assert_eq!(lines(""), []);
        assert_eq!(lines("1"), [(1, true)]);
        assert_eq!(lines("1\n[2]\r\n"), [(1, true), (4, true)]);
        assert_eq!(lines("1\r2\n\n \n\"\u{2028}\""), [(3, false), (0, false), (1, false), (5, true)]);
        assert_eq!(lines("\n"), [(0, false)]);
    }

    #[test]
    fn a_line_has_a_size_of_its_own() {
        let text = |length: usize| format!("\"{}\"", "x".repeat(length - 2));
        let input = format!("{}\n{}\n1", text(MAX_FREE_BYTES), text(MAX_FREE_BYTES + 1));
        let expected = [(MAX_FREE_BYTES, true), (MAX_FREE_BYTES + 1, false), (1, true)];
        assert_eq!(lines(&input, &mut Engine::default()), expected);
    }

    proptest! {
        #[test]
        fn a_line_is_judged_as_it_would_be_alone(
            parts in proptest::collection::vec(prop_oneof![
                Just("1.50"), Just("{\"a\":[1e3]}"), Just("\n"), Just("[\"\\ud800\"]"), Just("{"), Just(" "),
                Just("{\"x\":1,\"x\":2}"), Just("\"é\""), Just("1e999"),
            ], 0..40),
        ) {
            let text = parts.concat();
            let mut engine = Engine::default();
            let found = lines(&text, &mut engine);
            let whole = text.strip_suffix('\n').unwrap_or(&text);
            let alone: Vec<(usize, bool)> = (!text.is_empty())
                .then(|| whole.split('\n'))
                .into_iter()
                .flatten()
                .map(|line| (line.len(), canonicalize(line.as_bytes(), &mut engine, &Native) == OK))
                .collect();
            prop_assert_eq!(found, alone);
        }
    }
}
