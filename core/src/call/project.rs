use super::outcome::{Engine, Section};
use crate::canonical::read;
use crate::digest::Digest;
use crate::envelope::{check, write_sealed};
use crate::host::Host;
use crate::problem::{Code, Problem, Report};

/// The message that a service sends on for an envelope or a message: sealed, its body filled from the fallback, its
/// PubMark compiled. Always section `Report`, with the advice; on success also `Canonical`
/// (`{"body","projection"?,"protocol"}` in canonical form), `Digest` and, if there is PubMark, `Projection` and `Tree`.
pub fn project(input: &[u8], engine: &mut Engine, host: &dyn Host) -> u32 {
    engine.begin();
    let (mut report, tree) = check(input, None, &mut engine.work, host);
    if !report.ok() {
        return engine.finish(&report);
    }
    let Some(digest) = report.digest.as_deref().and_then(Digest::parse) else {
        return engine.finish(&Report::of(vec![Problem::new(Code::Untyped, "")], input));
    };
    let projection = report.projection.take().unwrap_or_default();
    let (work, message) = engine.parts(Section::Canonical);
    let presentation = work.envelope.member("presentation", &work.out).unwrap_or_default();
    message.extend_from_slice(b"{\"body\":");
    message.extend_from_slice(read::member(presentation, "fallback").unwrap_or_default());
    if !projection.is_empty() {
        message.extend_from_slice(b",\"projection\":");
        message.extend_from_slice(projection.as_bytes());
    }
    message.extend_from_slice(b",\"protocol\":");
    write_sealed(digest, work, message);
    message.push(b'}');
    digest.write(engine.parts(Section::Digest).1);
    *engine.parts(Section::Projection).1 = projection.into_bytes();
    *engine.parts(Section::Tree).1 = tree.unwrap_or_default();
    engine.finish(&report)
}
