//! What a call leaves behind: a status word, and sections of bytes that the caller reads if it wants them.

use crate::pass::Work;
use crate::problem::Report;
use crate::tape::Tape;

/// Bit of the status: the input is in order.
pub const OK: u32 = 1;
/// Bit of the status: an option of the call is not what it must be; the input was not looked at.
pub const MISUSE: u32 = 1 << 3;
/// Where the view stands in the status of `verify`: 0 fallback, 1 pubmark, 2 instrument.
pub const VIEW_SHIFT: u32 = 1;

/// The parts of an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Section {
    /// JSON text: a report, or the reasons of a verdict.
    Report = 0,
    /// The plain text.
    Fallback = 1,
    /// Canonical bytes: the sealed envelope, or whatever was canonicalised.
    Canonical = 2,
    /// Canonical bytes of the tree.
    Tree = 3,
    /// A digest in its wire form.
    Digest = 4,
    /// Canonical bytes of the projection.
    Projection = 5,
}

const SECTIONS: usize = 6;

/// The numbers of a status, and of the sections, by name: what a binding is generated from.
pub const STATUS: &[(&str, u32)] = &[("ok", OK), ("misuse", MISUSE), ("viewShift", VIEW_SHIFT)];
/// See [`STATUS`].
pub const SECTION_NAMES: [&str; SECTIONS] =
    ["report", "fallback", "canonical", "tree", "digest", "projection"];

/// Buffers that live as long as their owner wants; each call overwrites the outcome of the one before.
#[derive(Default)]
pub struct Engine {
    pub(super) work: Work,
    sections: [Vec<u8>; SECTIONS],
    pub(super) tape: Tape,
}

impl Engine {
    /// Bytes of one part of the last outcome; empty if the call left none.
    pub fn section(&self, section: usize) -> &[u8] {
        self.sections.get(section).map(Vec::as_slice).unwrap_or_default()
    }

    /// The last tape that was written.
    pub fn tape(&self) -> &Tape {
        &self.tape
    }

    pub(super) fn begin(&mut self) {
        for section in &mut self.sections {
            section.clear();
        }
    }

    /// The work space and one section, to be written at once.
    pub(super) fn parts(&mut self, section: Section) -> (&mut Work, &mut Vec<u8>) {
        let [report, fallback, canonical, tree, digest, projection] = &mut self.sections;
        let chosen = match section {
            Section::Report => report,
            Section::Fallback => fallback,
            Section::Canonical => canonical,
            Section::Tree => tree,
            Section::Digest => digest,
            Section::Projection => projection,
        };
        (&mut self.work, chosen)
    }

    pub(super) fn finish(&mut self, report: &Report) -> u32 {
        report.write_json(self.parts(Section::Report).1);
        if report.ok() { OK } else { 0 }
    }
}
