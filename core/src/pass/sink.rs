//! Where a pass reports: nowhere, so that the first problem ends it, or to a list.

use crate::problem::{Problem, Report};
use crate::profile::MAX_PROBLEMS;

/// The pass cannot or need not go on.
#[derive(Debug)]
pub(crate) struct Stop;

/// Hears of problems. One pass serves both attitudes: whether anybody listens is asked only once something is wrong.
#[derive(Default)]
pub(crate) struct Sink {
    /// Whether problems are described. If not, the first one stops the pass.
    pub(super) listens: bool,
    /// The first problems by place in the input, as many as a report lists.
    pub(crate) problems: Vec<Problem>,
    /// How many were found.
    pub(crate) total: u32,
}

impl Sink {
    /// Counts a problem at `offset`, and says whether it is to be described.
    #[inline(never)]
    pub(crate) fn wants(&mut self, offset: usize) -> bool {
        self.total += 1;
        self.problems.len() < MAX_PROBLEMS || self.problems.last().is_some_and(|last| offset < last.offset)
    }

    /// The report on `input` that these problems make.
    pub(crate) fn report(self, input: &[u8]) -> Report {
        let beyond = (self.total as usize).saturating_sub(self.problems.len());
        let report = Report::of(self.problems, input);
        Report { more: report.more + beyond, ..report }
    }

    #[inline(never)]
    pub(crate) fn push(&mut self, problem: Problem) {
        insert(&mut self.problems, problem);
        self.problems.truncate(MAX_PROBLEMS);
    }
}

/// Puts a problem behind those that stand before it, or at the same place, in the input.
fn insert(problems: &mut Vec<Problem>, problem: Problem) {
    let place = problems.partition_point(|other| other.offset <= problem.offset);
    problems.insert(place, problem);
}
