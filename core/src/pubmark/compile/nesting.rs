//! Keeps compiling linear where nesting is deep.
//!
//! For each line the parser looks at every open quote and list item, so 64 KiB of them cost it seconds. A tree holds few
//! of them, so the parser is given no more of such a source than shows that it is nested too deeply.

use pulldown_cmark::{Event, Tag, TagEnd};

use super::parser;
use crate::profile::MAX_NODE_DEPTH;

/// As much of `source` as the parser reads in linear time: all of it, or a part that is nested deeper than a tree may be.
pub(super) fn readable(source: &str) -> &str {
    let mut end = 0;
    // Never less than the containers that are open, and what looking at them has cost since it was last certain.
    let (mut open, mut cost) = (0, 0);
    for line in source.split_inclusive('\n') {
        end += line.len();
        open = open.max(open_after(line, open));
        cost += open;
        if cost > BUDGET {
            let part = source.get(..end).unwrap_or_default();
            if is_too_deep(part) {
                return part;
            }
            (open, cost) = (MAX_NODE_DEPTH as usize, 0);
        }
    }
    source
}

/// The most containers that can be open after a line that opens some: those of the `open` that its indentation keeps,
/// and one for each marker. Whether the markers are text, such as in code, only the parser knows.
fn open_after(line: &str, open: usize) -> usize {
    let (mut indentation, mut markers) = (0, 0);
    let mut rest = line.as_bytes();
    loop {
        let length = match rest {
            [b' ' | b'\t', ..] => 0,
            _ => marker_length(rest),
        };
        match (rest.first(), length) {
            (Some(b' ' | b'\t'), _) => indentation += 1,
            (_, 0) => break,
            _ => markers += 1,
        }
        rest = rest.get(length.max(1)..).unwrap_or_default();
    }
    if markers == 0 { 0 } else { open.min(2 * indentation) + markers }
}

/// Length of the quote or list marker at the start of `rest`; 0 if there is none.
fn marker_length(rest: &[u8]) -> usize {
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let length = match (rest.get(digits), digits) {
        (Some(b'>'), 0) => return 1,
        (Some(b'*' | b'+' | b'-'), 0) => 1,
        (Some(b'.' | b')'), 1..) => digits + 1,
        _ => return 0,
    };
    if matches!(rest.get(length), None | Some(b' ' | b'\t' | b'\n')) { length } else { 0 }
}

/// Whether quotes, lists and items are nested so deeply that the tree is too.
fn is_too_deep(source: &str) -> bool {
    let mut depth = 1;
    for event in parser(source) {
        match event {
            Event::Start(Tag::BlockQuote(_) | Tag::Item | Tag::List(_)) => depth += 1,
            Event::End(TagEnd::BlockQuote(_) | TagEnd::Item | TagEnd::List(_)) => depth -= 1,
            _ => {}
        }
        if depth > MAX_NODE_DEPTH {
            return true;
        }
    }
    false
}

/// Looks at open containers that cost a few milliseconds.
const BUDGET: usize = 1_000_000;
