//! Writes the nodes of a tree as canonical bytes, within the limits of a tree (TREE-003).

use crate::canonical::escape_into;
use crate::problem::{Code, Problem};
use crate::profile::{MAX_NODE_DEPTH, MAX_NODES, MAX_PROJECTION_BYTES};

/// The tree so far. Once a limit is passed nothing more is written, since no tree will be handed out.
pub(super) struct Writer {
    out: Vec<u8>,
    /// Text of which no node has been made yet, because what follows may join it.
    text: String,
    nodes: u32,
    depth: u32,
    full: bool,
    passed: Option<Problem>,
}

/// A place between nodes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Mark {
    bytes: usize,
    text: usize,
}

impl Writer {
    pub(super) fn new(capacity: usize) -> Self {
        let out = Vec::with_capacity(capacity);
        Writer { out, text: String::new(), nodes: 0, depth: 0, full: false, passed: None }
    }

    /// Adds to the text that stands here.
    pub(super) fn text(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Takes back the text of which no node has been made.
    pub(super) fn take_text(&mut self) -> String {
        core::mem::take(&mut self.text)
    }

    /// Makes a node of the text that stands here.
    pub(super) fn flush(&mut self) {
        if !self.text.is_empty() {
            let mut text = self.take_text();
            self.childless(&[("{\"type\":\"text\",\"value\":\"", &text)], TEXT_END);
            text.clear();
            self.text = text;
        }
    }

    /// Opens a node: `head` is everything up to and with the bracket of its children.
    pub(super) fn open(&mut self, head: &str) {
        self.flush();
        self.begin();
        self.write(head);
    }

    /// Closes the node that was opened last: `tail` is everything behind its last child.
    pub(super) fn close(&mut self, tail: &str) {
        self.flush();
        self.depth -= 1;
        self.write(tail);
    }

    /// Closes the node that was opened last, with texts behind its children: for each, everything that stands before it.
    pub(super) fn close_with(&mut self, texts: &[(&str, &str)]) {
        self.close("]");
        self.texts(texts);
        self.write(TEXT_END);
    }

    /// Writes a node without children that ends in a text: its texts, and for each everything that stands before it.
    pub(super) fn leaf(&mut self, texts: &[(&str, &str)]) {
        self.flush();
        self.childless(texts, TEXT_END);
    }

    /// Writes a node that is always the same.
    pub(super) fn constant(&mut self, node: &str) {
        self.flush();
        self.childless(&[], node);
    }

    /// Puts `member` in front of the others of the node that was opened at `mark`. Linear in what the node holds.
    pub(super) fn insert(&mut self, mark: Mark, member: &str) {
        let comma = usize::from(self.out.get(mark.bytes) == Some(&b','));
        let at = mark.bytes + comma + 1;
        if !self.full {
            self.out.splice(at..at, member.bytes());
        }
    }

    /// Where the writer stands.
    pub(super) fn mark(&self) -> Mark {
        Mark { bytes: self.out.len(), text: self.text.len() }
    }

    /// The problem of the limit that was passed; a writer passes only one, and tells it once.
    pub(super) fn passed(&mut self) -> Option<Problem> {
        // Nearly always there is none, and taking it would move all of it.
        if self.passed.is_none() { None } else { self.passed.take() }
    }

    /// The bytes of the tree.
    pub(super) fn finish(self) -> Vec<u8> {
        self.out
    }

    fn childless(&mut self, texts: &[(&str, &str)], end: &str) {
        self.begin();
        self.depth -= 1;
        self.texts(texts);
        self.write(end);
    }

    /// Counts a node, and separates it from the one before.
    fn begin(&mut self) {
        self.nodes += 1;
        self.depth += 1;
        if self.nodes > MAX_NODES {
            self.pass(|| Problem::new(Code::TooManyNodes, "").with("max", MAX_NODES as usize));
        } else if self.depth > MAX_NODE_DEPTH {
            self.pass(|| Problem::new(Code::TreeTooDeep, "").with("max", MAX_NODE_DEPTH as usize));
        }
        if self.out.last() == Some(&b'}') && !self.full {
            self.out.push(b',');
        }
    }

    fn pass(&mut self, describe: impl FnOnce() -> Problem) {
        if !self.full {
            self.full = true;
            self.passed = Some(describe());
        }
    }

    fn texts(&mut self, texts: &[(&str, &str)]) {
        for (before, text) in texts.iter().filter(|_| !self.full) {
            self.out.extend_from_slice(before.as_bytes());
            escape_into(text, &mut self.out);
        }
        self.bound();
    }

    fn write(&mut self, bytes: &str) {
        if !self.full {
            self.out.extend_from_slice(bytes.as_bytes());
            self.bound();
        }
    }

    fn bound(&mut self) {
        if self.out.len() > MAX_PROJECTION_BYTES - AROUND_TREE {
            self.pass(|| {
                let problem = Problem::new(Code::TooLarge, "").with("max", MAX_PROJECTION_BYTES);
                let hint = "it compiles to more than a projection may hold: say less";
                Problem { hint: Some(hint.to_owned()), ..problem }
            });
        }
    }
}

/// How a node begins when no member stands before its children.
pub(super) const PARENT: &str = "{\"children\":[";

/// How a node ends whose last member is a text.
const TEXT_END: &str = "\"}";

/// A projection holds less than this beside its tree.
const AROUND_TREE: usize = 512;
