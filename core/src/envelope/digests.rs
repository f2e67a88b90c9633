//! Whether the digests that stand in an input hold (DIG-003, PROJ-002, PROJ-003).

use super::reading::Document;
use super::verify::pubmark_source;
use crate::canonical::read;
use crate::digest::Digest;
use crate::host::Host;
use crate::pass::Work;
use crate::problem::{Code, Problem};
use crate::profile::{PROJECTION, SOURCE};

/// The first digest in `work` that does not hold: the seal's, if the envelope has one, then those of the projection, if
/// there is one. `digest` is that of the envelope; the tree was checked while it was read.
pub(crate) fn broken(document: Document, digest: Digest, work: &Work, host: &dyn Host) -> Option<Problem> {
    if work.envelope.seal.is_some_and(|given| given != digest) {
        let at = format!("{}/integrity/digest", document.prefix());
        return Some(Problem { offset: work.envelope.seal_from, ..Problem::new(Code::DigestMismatch, at) });
    }
    let projection = work.projection.bytes(&work.out)?;
    let source =
        work.projection.member("source", &work.out).and_then(read::plain_text).and_then(Digest::parse);
    let expected = pubmark_source(work).map(|source| Digest::of(SOURCE, source, host));
    if expected.is_none() || source != expected {
        let offset = work.projection.offset("source");
        return Some(Problem { offset, ..Problem::new(Code::ProjectionMismatch, "/projection/source") });
    }
    let mismatch = work.projection.seal != Some(Digest::of(PROJECTION, projection, host));
    let problem = Problem::new(Code::DigestMismatch, "/projection/digest");
    mismatch.then_some(Problem { offset: work.projection.seal_from, ..problem })
}
