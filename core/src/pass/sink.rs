//! Where a pass reports: nowhere, so that the first problem ends it, or to a list.

use crate::problem::Problem;

/// The pass cannot or need not go on.
#[derive(Debug)]
pub(crate) struct Stop;

/// Hears of problems. One pass serves both attitudes: whether anybody listens is asked only once something is wrong.
#[derive(Default)]
pub(crate) struct Sink {
    /// Whether problems are described. If not, the first one stops the pass.
    pub(super) listens: bool,
    /// The problems, by place in the input. Beyond a thousand they are only counted, so that a hostile input costs no
    /// memory.
    pub(crate) problems: Vec<Problem>,
    /// How many were found.
    pub(crate) total: u32,
}

const KEPT: usize = 1000;

impl Sink {
    pub(super) fn push(&mut self, problem: Problem) {
        self.total += 1;
        if self.problems.len() < KEPT {
            insert(&mut self.problems, problem);
        }
    }
}

/// Puts a problem behind those that stand before it, or at the same place, in the input.
pub(crate) fn insert(problems: &mut Vec<Problem>, problem: Problem) {
    let place = problems.partition_point(|other| other.offset <= problem.offset);
    problems.insert(place, problem);
}
