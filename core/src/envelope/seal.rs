//! Sealing: the canonical envelope with the digest of everything else in it (DIG-003).

use super::digests::broken;
use super::reading::{read, refusal};
use crate::digest::Digest;
use crate::host::Host;
use crate::pass::Work;
use crate::problem::{Code, Problem, Report};

/// Seals an envelope, or the envelope of a message, and appends its canonical bytes to `out`; the result is
/// its digest. A digest that is already
/// there must be right (`digest_mismatch`): it is never repaired. A refusal is a report with every problem.
pub fn seal(input: &[u8], out: &mut Vec<u8>, work: &mut Work, host: &dyn Host) -> Result<Digest, Report> {
    let Some((document, digest)) = read(input, work, host) else {
        return Err(refusal(input, work, host));
    };
    let Some(digest) = digest else {
        return Err(Report::of(vec![Problem::new(Code::Untyped, "")], input));
    };
    if let Some(problem) = broken(document, digest, work, host) {
        return Err(Report::of(vec![problem], input));
    }
    write_sealed(digest, work, out);
    Ok(digest)
}

/// Appends the canonical envelope in `work` with its seal.
pub(crate) fn write_sealed(digest: Digest, work: &Work, out: &mut Vec<u8>) {
    let Some((start, end)) = work.envelope.span else { return };
    let at = work.envelope.seal_at;
    out.extend_from_slice(work.out.get(start..at).unwrap_or_default());
    out.extend_from_slice(b"\"integrity\":{\"digest\":\"");
    digest.write(out);
    out.extend_from_slice(b"\"},");
    out.extend_from_slice(work.out.get(at..end).unwrap_or_default());
}

/// Appends the canonical projection in `work` with its digest.
pub(crate) fn write_projection(work: &Work, out: &mut Vec<u8>) {
    let (Some((start, end)), Some(digest)) = (work.projection.span, work.projection.seal) else { return };
    let at = work.projection.seal_at;
    out.extend_from_slice(work.out.get(start..at).unwrap_or_default());
    out.extend_from_slice(b"\"digest\":\"");
    digest.write(out);
    out.extend_from_slice(b"\",");
    out.extend_from_slice(work.out.get(at..end).unwrap_or_default());
}
