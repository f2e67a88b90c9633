//! A chain: revisions and gaps one after the other, each held against those before it (SER-001, SER-004).

use std::collections::BTreeSet;

use super::decide::{Decision, Head, Revision, decide, rejection, with_numbers};
use super::history::entry::{Content, Entry};
use crate::problem::{Code, Problem};

/// What has been read of a history. Grows by a digest with each entry.
#[derive(Default)]
pub(super) struct Chain {
    /// Source and subject that every envelope must have; of the first envelope, if nobody said.
    pub(super) key: Option<Vec<u8>>,
    pub(super) head: Option<Head>,
    pub(super) revisions: usize,
    /// The numbers of those that were removed.
    pub(super) gaps: Vec<i64>,
    known: BTreeSet<[u8; 32]>,
}

impl Chain {
    /// An empty chain of the source and the subject in `key`, or of those that come first.
    pub(super) fn of(key: Option<Vec<u8>>) -> Self {
        Chain { key, ..Chain::default() }
    }

    /// Takes the next entry in, or says why it cannot follow. Pointers are those of the entry. Logarithmic in the length
    /// of the chain.
    pub(super) fn add(&mut self, entry: &Entry) -> Result<(), Problem> {
        let number = entry.number;
        match &entry.content {
            Content::Envelope { at, key, revision } => {
                if revision.number != number {
                    let problem = Problem::new(Code::RevisionMismatch, "/revision");
                    return Err(problem.with("revision", number).with("found", revision.number));
                }
                if self.key.get_or_insert_with(|| key.clone()) != key {
                    return Err(Problem::new(Code::SeriesMismatch, *at).with("of", "this history"));
                }
                self.follow(revision).map_err(|code| rejection(code, at, number, self.head))?;
            }
            Content::Gap { digest } => {
                // What a gap followed is not known, so it is held against its number alone.
                let head = self.head.map(|head| head.digest);
                let gap = Revision { number, digest: *digest, predecessor: head };
                self.follow(&gap)
                    .map_err(|code| with_numbers(Problem::new(code, "/revision"), number, self.head))?;
                self.gaps.push(number);
            }
        }
        let digest = entry.digest();
        self.known.insert(digest.bytes());
        self.head = Some(Head { revision: number, digest });
        self.revisions += 1;
        Ok(())
    }

    /// In a chain each revision stands once, so that one that is there already is a fork of itself.
    fn follow(&self, revision: &Revision) -> Result<(), Code> {
        match decide(self.head, |digest| self.known.contains(&digest.bytes()), revision) {
            Decision::Accepted => Ok(()),
            Decision::Replay => Err(Code::RevisionFork),
            Decision::Rejected(code) => Err(code),
        }
    }
}
