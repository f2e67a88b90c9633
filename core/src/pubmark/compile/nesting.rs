//! Keeps compiling linear where the source is nested deeply.
//!
//! For each line the parser looks at every open quote and list item, so 64 KiB full of them cost it seconds. A tree holds
//! few of them: of such a source the parser is given no more than shows that there is no tree.

use pulldown_cmark::{Event, Tag, TagEnd};

use super::parser;
use crate::profile::{MAX_NODE_DEPTH, MAX_NODES};

/// As much of `source` as the parser reads in linear time: all of it, or a part that has no tree.
pub(super) fn readable(source: &str) -> &str {
    let mut end = 0;
    // At least as many containers as are open, and what looking at them has cost since their number was certain.
    let (mut open, mut cost) = (0, 0);
    for line in source.split_inclusive('\n') {
        end += line.len();
        open = open.max(open_after(line, open));
        cost += open;
        if cost > BUDGET {
            let part = source.get(..end).unwrap_or_default();
            if has_no_tree(part) {
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
    while let Some((first, tail)) = rest.split_first() {
        let length = marker_length(rest);
        if matches!(first, b' ' | b'\t') {
            indentation += 1;
            rest = tail;
        } else if length > 0 {
            markers += 1;
            rest = rest.get(length..).unwrap_or_default();
        } else {
            break;
        }
    }
    // A tab may keep two list items.
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

/// Whether the blocks of `source` alone are too deep or too many for a tree.
fn has_no_tree(source: &str) -> bool {
    let (mut depth, mut nodes) = (1, 1);
    for event in parser(source) {
        match event {
            Event::Start(
                Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. } | Tag::Image { .. },
            ) => {}
            Event::Start(tag) => {
                nodes += 1;
                depth += u32::from(matches!(tag, Tag::BlockQuote(_) | Tag::Item | Tag::List(_)));
            }
            Event::End(TagEnd::BlockQuote(_) | TagEnd::Item | TagEnd::List(_)) => depth -= 1,
            _ => {}
        }
        if depth > MAX_NODE_DEPTH || nodes > MAX_NODES {
            return true;
        }
    }
    false
}

/// Looks at open containers that take a few milliseconds.
const BUDGET: usize = 1_000_000;
