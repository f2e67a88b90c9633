//! Where a pass reports: to a verdict, or to a list of problems.

use crate::problem::Problem;

/// The pass cannot or need not go on.
#[derive(Debug)]
pub(crate) struct Stop;

/// Hears of problems. An implementation that does not list them never runs `describe`.
pub(crate) trait Sink {
    /// Takes a problem at a byte offset of the input; an error stops the pass.
    fn problem(&mut self, offset: usize, describe: impl FnOnce() -> Problem) -> Result<(), Stop>;
    /// How many problems it heard of.
    fn count(&self) -> u32;
}

/// Stops at the first problem.
pub(crate) struct FailFast;

impl Sink for FailFast {
    fn problem(&mut self, _: usize, _: impl FnOnce() -> Problem) -> Result<(), Stop> {
        Err(Stop)
    }

    fn count(&self) -> u32 {
        0
    }
}

/// Lists every problem. Beyond a thousand it only counts, so that a hostile input costs no memory.
#[derive(Default)]
pub(crate) struct Collect {
    /// The problems, in the order in which they were found.
    pub(crate) problems: Vec<Problem>,
    /// How many were found.
    pub(crate) total: u32,
}

const KEPT: usize = 1000;

impl Sink for Collect {
    fn problem(&mut self, offset: usize, describe: impl FnOnce() -> Problem) -> Result<(), Stop> {
        self.total += 1;
        if self.problems.len() < KEPT {
            let mut problem = describe();
            problem.offset = offset;
            self.problems.push(problem);
        }
        Ok(())
    }

    fn count(&self) -> u32 {
        self.total
    }
}
