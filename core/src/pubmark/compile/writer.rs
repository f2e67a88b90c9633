//! Writes the nodes of a tree as canonical bytes, within the limits of a tree (TREE-003).

use crate::canonical::escape_into;
use crate::problem::{Code, Problem, write_string};
use crate::profile::{MAX_NODE_DEPTH, MAX_NODES, MAX_PROJECTION_BYTES};

/// What a projection holds beside its tree is shorter than this.
const AROUND_TREE: usize = 512;

/// How every node with children begins, unless a member stands before `children`.
pub(super) const PARENT: &str = "{\"children\":[";

/// The tree so far. After a limit is passed nothing more is written, since no tree will be handed out.
pub(super) struct Writer {
    out: Vec<u8>,
    /// Text that no node has been made of yet: what follows may join it.
    text: String,
    nodes: u32,
    depth: u32,
    passed: Option<Problem>,
    full: bool,
}

/// A place in what was written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Mark(usize, usize);

impl Writer {
    pub(super) fn new(capacity: usize) -> Self {
        let out = Vec::with_capacity(capacity);
        Writer { out, text: String::new(), nodes: 0, depth: 0, passed: None, full: false }
    }

    /// Adds to the text that stands here.
    pub(super) fn text(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Takes back the text that is not yet a node.
    pub(super) fn take_text(&mut self) -> String {
        core::mem::take(&mut self.text)
    }

    /// Opens a node with children: `head` is everything up to the bracket of its children.
    pub(super) fn open(&mut self, head: &str) {
        self.flush();
        self.begin();
        self.write(head);
    }

    /// Closes the innermost open node: `tail` is everything behind its last child.
    pub(super) fn close(&mut self, tail: &str) {
        self.flush();
        self.depth -= 1;
        self.write(tail);
    }

    /// Closes the innermost open node with a list of members, of which the first is its `children`.
    pub(super) fn close_with(&mut self, members: &[(&str, &str)]) {
        self.flush();
        self.depth -= 1;
        self.write("]");
        for (name, value) in members {
            self.write(",");
            self.member(name, value);
        }
        self.write("}");
    }

    /// Writes a node without children: text members in canonical order.
    pub(super) fn leaf(&mut self, members: &[(&str, &str)]) {
        self.flush();
        self.childless(members);
    }

    /// Puts `member` first in the node that was opened at `mark`, which has no text yet.
    pub(super) fn insert(&mut self, mark: Mark, member: &str) {
        let Mark(node, _) = mark;
        let comma = usize::from(self.out.get(node) == Some(&b','));
        if !self.full {
            let at = node + comma + 1;
            self.out.splice(at..at, member.bytes());
        }
    }

    /// Where the next node will stand.
    pub(super) fn mark(&self) -> Mark {
        Mark(self.out.len(), self.text.len())
    }

    /// The problem of the limit that was just passed, once.
    pub(super) fn passed(&mut self) -> Option<Problem> {
        self.passed.take()
    }

    pub(super) fn finish(self) -> Vec<u8> {
        self.out
    }

    pub(super) fn flush(&mut self) {
        if !self.text.is_empty() {
            let text = self.take_text();
            self.childless(&[("type", "text"), ("value", &text)]);
            self.text = text;
            self.text.clear();
        }
    }

    fn childless(&mut self, members: &[(&str, &str)]) {
        self.begin();
        self.depth -= 1;
        let mut lead = "{";
        for (name, value) in members {
            self.write(lead);
            lead = ",";
            self.member(name, value);
        }
        self.write("}");
    }

    /// Counts a node, and separates it from the one before.
    fn begin(&mut self) {
        self.nodes += 1;
        self.depth += 1;
        let limit = |code, max| Some(Problem::new(code, "").with("max", max));
        if self.full {
            return;
        } else if self.nodes > MAX_NODES {
            self.passed = limit(Code::TooManyNodes, MAX_NODES as usize);
        } else if self.depth > MAX_NODE_DEPTH {
            self.passed = limit(Code::TreeTooDeep, MAX_NODE_DEPTH as usize);
        } else if self.out.len() > MAX_PROJECTION_BYTES - AROUND_TREE {
            self.too_large();
        }
        self.full = self.passed.is_some();
        if matches!(self.out.last(), Some(b'}')) {
            self.write(",");
        }
    }

    fn too_large(&mut self) {
        let mut problem = Problem::new(Code::TooLarge, "").with("max", MAX_PROJECTION_BYTES);
        problem.hint = Some("what this compiles to would be larger than a projection may be: say less".to_owned());
        self.passed = Some(problem);
    }

    fn member(&mut self, name: &str, value: &str) {
        if !self.full {
            write_string(name, &mut self.out);
            self.out.extend_from_slice(b":\"");
            escape_into(value, &mut self.out);
            self.out.push(b'"');
        }
    }

    fn write(&mut self, bytes: &str) {
        if !self.full {
            self.out.extend_from_slice(bytes.as_bytes());
        }
    }
}
