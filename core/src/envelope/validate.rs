//! At the door: every problem of an input, and advice (REP).

use super::agreement::advice;
use super::digests::broken;
use super::reading::{Document, read, refusal};
use super::verify::pubmark_source;
use crate::digest::Digest;
use crate::host::Host;
use crate::instrument::series;
use crate::pass::Work;
use crate::problem::{Code, Problem, Report};
use crate::profile::MAX_ENVELOPE_BYTES;

/// Checks a message or an envelope at the door (REP-001). With a `workspace`, the report names the series of an
/// instrument. PubMark is not compiled, which the advice says. Linear in the input.
pub fn validate(input: &[u8], workspace: Option<&str>, work: &mut Work, host: &dyn Host) -> Report {
    let (document, mut report) = match begin(input, workspace, work, host) {
        Ok(checked) => checked,
        Err(report) => return report,
    };
    if pubmark_source(work).is_some() {
        let at = format!("{}/presentation/pubmark", document.prefix());
        report.advice.push(Problem::new(Code::PubmarkNotCompiled, at));
    }
    report.advice.extend(advice(document, None, work));
    report
}

/// Everything of [`validate`] but the advice. An input with problems is an error.
pub(crate) fn begin(
    input: &[u8],
    workspace: Option<&str>,
    work: &mut Work,
    host: &dyn Host,
) -> Result<(Document, Report), Report> {
    let Some((document, digest)) = read(input, work, host) else {
        return Err(refusal(input, work, host));
    };
    // What is sent carries no projection, and is no larger than an envelope (JSON-010).
    if input.len() > MAX_ENVELOPE_BYTES && work.projection.span.is_none() {
        let problem = Problem::new(Code::TooLarge, "").with("max", MAX_ENVELOPE_BYTES);
        return Err(Report::of(vec![problem], input));
    }
    let mut report = Report::default();
    let Some(digest) = digest else { return Ok((document, report)) };
    if let Some(problem) = broken(document, digest, work, host) {
        return Err(Report::of(vec![problem], input));
    }
    report.digest = Some(digest.to_string());
    report.series =
        workspace.and_then(|workspace| series(workspace, work, host)).map(|id: Digest| id.to_string());
    Ok((document, report))
}
