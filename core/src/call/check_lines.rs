//! Lines of JSON, as they come on a stream, held against the grammar without being kept.

use super::canonicalize::free;
use super::outcome::{Engine, OK, Section};
use crate::host::Host;
use crate::problem::write_problem;

/// Whether each line of `input` is one JSON value that [`canonicalize`](super::canonicalize()) would accept: UTF-8,
/// grammar, names that stand twice, halves of surrogate pairs, numbers, depth, and a size of at most `MAX_FREE_BYTES`. A
/// line ends at LF and nowhere else; the last one needs none, and an empty one is no value. Section `Canonical` holds two
/// little-endian u32 for each line: its length without LF, and where its problem ends in section `Report`, which has the
/// first problem of each line that is refused, as JSON, one behind the other. Linear in the input; the memory is that of
/// the longest line and of the problems.
pub fn check_lines(input: &[u8], engine: &mut Engine, host: &dyn Host) -> u32 {
    engine.begin();
    let mut rest = input;
    while !rest.is_empty() {
        let length = line_length(rest);
        let (line, behind) = rest.split_at_checked(length).unwrap_or((rest, &[]));
        rest = behind.get(1..).unwrap_or_default();
        if let Err(report) = free(line, engine, host)
            && let Some(first) = report.problems.first()
        {
            write_problem(first, engine.parts(Section::Report).1);
        }
        let end = engine.section(Section::Report as usize).len();
        let table = engine.parts(Section::Canonical).1;
        for number in [length, end] {
            table.extend_from_slice(&(number as u32).to_le_bytes());
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

#[cfg(all(test, feature = "native"))]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::call::canonicalize;
    use crate::host::Native;

    /// The length of each line, and its problem if there is one.
    fn lines(input: &[u8], engine: &mut Engine) -> Vec<(usize, Option<String>)> {
        assert_eq!(check_lines(input, engine, &Native), OK);
        let report = engine.section(Section::Report as usize);
        let mut begin = 0;
        let rows = engine.section(Section::Canonical as usize).as_chunks::<8>().0.iter().map(|row| {
            let number = |at: usize| u32::from_le_bytes(row[at..at + 4].try_into().unwrap()) as usize;
            let problem = String::from_utf8(report[begin..number(4)].to_vec()).unwrap();
            begin = number(4);
            (number(0), (!problem.is_empty()).then_some(problem))
        });
        rows.collect()
    }

    #[test]
    fn lines_end_at_line_feeds_and_nowhere_else() {
        let mut engine = Engine::default();
        let mut accepted = |input: &str| -> Vec<(usize, bool)> {
            lines(input.as_bytes(), &mut engine)
                .iter()
                .map(|(length, problem)| (*length, problem.is_none()))
                .collect()
        };
        assert_eq!(accepted(""), []);
        assert_eq!(accepted("1"), [(1, true)]);
        assert_eq!(accepted("1\n[2]\r\n"), [(1, true), (4, true)]);
        assert_eq!(accepted("1\r2\n\n \n\"\u{2028}\""), [(3, false), (0, false), (1, false), (5, true)]);
        assert_eq!(accepted("\n"), [(0, false)]);
    }

    #[test]
    fn a_refused_line_has_its_first_problem() {
        let mut engine = Engine::default();
        let found = lines(b"{}\n{\"a\":1,\"a\":2,\"b\":1,\"b\":2}\n\xff\n[]", &mut engine);
        let codes: Vec<Option<&str>> = found
            .iter()
            .map(|(_, problem)| problem.as_deref().and_then(|text| text.split('"').nth(3)))
            .collect();
        assert_eq!(codes, [None, Some("json_duplicate_key"), Some("json_syntax"), None]);
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
            let found = lines(text.as_bytes(), &mut engine);
            let whole = text.strip_suffix('\n').unwrap_or(&text);
            let alone: Vec<(usize, bool)> = (!text.is_empty())
                .then(|| whole.split('\n'))
                .into_iter()
                .flatten()
                .map(|line| (line.len(), canonicalize(line.as_bytes(), &mut engine, &Native) == OK))
                .collect();
            let found: Vec<(usize, bool)> =
                found.iter().map(|(length, problem)| (*length, problem.is_none())).collect();
            prop_assert_eq!(found, alone);
        }
    }
}
