//! Deciding a revision: what becomes of one that arrives, against what is there of its series (SER-001).

use crate::digest::Digest;
use crate::problem::{Code, Problem};

/// The last revision of a series, be it a gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// Its number, from 1.
    pub revision: i64,
    /// Digest of its envelope.
    pub digest: Digest,
}

impl Head {
    /// Appends the head as JSON text, `{"digest","revision"}`.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let text = format!("{{\"digest\":\"{}\",\"revision\":{}}}", self.digest, self.revision);
        out.extend_from_slice(text.as_bytes());
    }
}

/// A revision that wants to be the next of its series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Revision {
    /// Its number, from 1.
    pub number: i64,
    /// Digest of its envelope.
    pub digest: Digest,
    /// Digest of the revision that it follows.
    pub predecessor: Option<Digest>,
}

/// What becomes of a revision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// It is the new head.
    Accepted,
    /// It is in the series already.
    Replay,
    /// It is not accepted, for this one reason.
    Rejected(Code),
}

/// Decides a revision against the head of its series, by the first of these that holds (SER-001): it is in the series (a
/// replay); there is no head and it is not revision 1 (`revision_skipped`); it is not above the head (`revision_fork`);
/// it is above the next (`revision_skipped`); it names the head (accepted); it names an older revision or a gap
/// (`stale_predecessor`); anything else (`unknown_predecessor`). `is_known` says of a digest whether it is that of a
/// revision or a gap of the series; the head need not be among them. Total, and pure if `is_known` is; asks it twice at
/// most.
pub fn decide(head: Option<Head>, is_known: impl Fn(Digest) -> bool, revision: &Revision) -> Decision {
    let known = |digest| head.is_some_and(|head| head.digest == digest) || is_known(digest);
    if known(revision.digest) {
        return Decision::Replay;
    }
    let next = next(head);
    if revision.number > next {
        return Decision::Rejected(Code::RevisionSkipped);
    }
    if revision.number < next {
        return Decision::Rejected(Code::RevisionFork);
    }
    match (head, revision.predecessor) {
        (None, _) => Decision::Accepted,
        (Some(head), Some(named)) if named == head.digest => Decision::Accepted,
        (Some(_), Some(named)) if is_known(named) => Decision::Rejected(Code::StalePredecessor),
        _ => Decision::Rejected(Code::UnknownPredecessor),
    }
}

/// The number of the revision that can follow.
pub(crate) fn next(head: Option<Head>) -> i64 {
    head.map_or(1, |head| head.revision.saturating_add(1))
}

/// The problem that a rejected revision has. `envelope` is the pointer of its envelope.
pub(crate) fn rejection(code: Code, envelope: &str, number: i64, head: Option<Head>) -> Problem {
    let at_predecessor = matches!(code, Code::StalePredecessor | Code::UnknownPredecessor);
    let member = if at_predecessor { "predecessor" } else { "revision" };
    let problem = Problem::new(code, format!("{envelope}/instrument/{member}"));
    with_numbers(problem, number, head)
}

/// The same problem, with the numbers that its sentence names.
pub(crate) fn with_numbers(problem: Problem, number: i64, head: Option<Head>) -> Problem {
    let head_number = head.map_or(0, |head| head.revision);
    match problem.code {
        Code::RevisionSkipped => problem.with("revision", number).with("next", next(head)),
        Code::RevisionFork => problem.with("revision", number).with("head", head_number),
        Code::StalePredecessor => problem.with("head", head_number),
        _ => problem,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Native;

    fn digest(of: u8) -> Digest {
        Digest::of("test", &[of], &Native)
    }

    #[test]
    fn the_order_of_the_codes_is_that_of_the_rule() {
        let head = Some(Head { revision: 3, digest: digest(3) });
        let known = |asked| [digest(1), digest(2)].contains(&asked);
        let decided = |number, own, predecessor: Option<u8>| {
            decide(
                head,
                known,
                &Revision { number, digest: digest(own), predecessor: predecessor.map(digest) },
            )
        };
        // A replay is one whatever else it says.
        assert_eq!(decided(9, 3, None), Decision::Replay);
        assert_eq!(decided(1, 1, Some(9)), Decision::Replay);
        // The number is looked at before the predecessor.
        assert_eq!(decided(3, 9, Some(2)), Decision::Rejected(Code::RevisionFork));
        assert_eq!(decided(1, 9, Some(3)), Decision::Rejected(Code::RevisionFork));
        assert_eq!(decided(5, 9, Some(3)), Decision::Rejected(Code::RevisionSkipped));
        assert_eq!(decided(i64::MAX, 9, None), Decision::Rejected(Code::RevisionSkipped));
        assert_eq!(decided(4, 9, Some(3)), Decision::Accepted);
        assert_eq!(decided(4, 9, Some(1)), Decision::Rejected(Code::StalePredecessor));
        assert_eq!(decided(4, 9, Some(8)), Decision::Rejected(Code::UnknownPredecessor));
        assert_eq!(decided(4, 9, None), Decision::Rejected(Code::UnknownPredecessor));
    }

    #[test]
    fn a_series_begins_with_revision_1() {
        let decided =
            |number| decide(None, |_| false, &Revision { number, digest: digest(1), predecessor: None });
        assert_eq!(decided(1), Decision::Accepted);
        assert_eq!(decided(2), Decision::Rejected(Code::RevisionSkipped));
    }
}
