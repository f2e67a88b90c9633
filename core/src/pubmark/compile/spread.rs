//! Whether list items, and blocks in a list item, stand apart: there is a blank line between them.
//!
//! The parser does not say, so it is read off the source between the end of one block and the start of the next.

use core::ops::Range;

/// A walk over the source that looks at each byte between blocks a fixed number of times.
pub(super) struct Gaps<'s> {
    source: &'s [u8],
    /// Everything before belongs to a block.
    passed: usize,
    /// From `passed` to here there is only white space.
    blank_until: usize,
}

impl<'s> Gaps<'s> {
    pub(super) fn new(source: &'s str) -> Self {
        Gaps { source: source.as_bytes(), passed: 0, blank_until: 0 }
    }

    /// Goes to a block that starts at `start` within so many quotes, and says whether a blank line stands before it. A
    /// blank line carries the marks of quotes around it; with more of them it is part of a quote before the block.
    pub(super) fn reach(&mut self, start: usize, quotes: usize) -> bool {
        let gap = self.source.get(self.passed..start).unwrap_or_default();
        self.passed = self.passed.max(start);
        let mut lines = gap.split(|&byte| byte == b'\n').skip(1).peekable();
        while let Some(line) = lines.next() {
            let is_whole = lines.peek().is_some();
            let is_blank = line.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'>'));
            if is_whole && is_blank && line.iter().filter(|&&byte| byte == b'>').count() <= quotes {
                return true;
            }
        }
        false
    }

    /// Goes to the end of a text or block at `range`, before the blank lines that the parser counts to it.
    pub(super) fn pass(&mut self, range: &Range<usize>) {
        let from = range.start.max(self.passed).max(self.blank_until);
        let rest = self.source.get(from..range.end).unwrap_or_default().trim_ascii_end();
        if !rest.is_empty() {
            self.passed = from + rest.len();
        }
        self.blank_until = self.blank_until.max(range.end);
    }
}
