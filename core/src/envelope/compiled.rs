//! Validation and verdicts where the compiler is at hand.

use super::agreement::advice;
use super::reading::Document;
use super::validate::begin;
use super::verify::{Examined, Verdict, View, examine, projected_tree, pubmark_source, select, view_of};
use crate::canonical::read;
use crate::host::Host;
use crate::pass::Work;
use crate::problem::{Code, Problem, Report};
use crate::pubmark::compile::{Compiled, compile};
use crate::pubmark::projection::projection;

/// Checks a message or an envelope at the door as `validate` does, and compiles its PubMark (MARK-001). Problems of the
/// source stand at `pubmark`, with their place in the source. Without problems the report carries the projection, and
/// the second value is the tree. A projection that came along must be the same one.
pub(crate) fn check(
    input: &[u8],
    workspace: Option<&str>,
    work: &mut Work,
    host: &dyn Host,
) -> (Report, Option<Vec<u8>>) {
    match begin(input, workspace, work, host) {
        Ok((document, report)) => compiled(input, document, report, work, host),
        Err(report) => (report, None),
    }
}

/// Compiles the PubMark of a message or an envelope without problems, which is in `work`, and adds to its report what came
/// of it, as [`check`] says.
pub(crate) fn compiled(
    input: &[u8],
    document: Document,
    mut report: Report,
    work: &Work,
    host: &dyn Host,
) -> (Report, Option<Vec<u8>>) {
    let projected = work.projection.span.is_some();
    let Some((source, compiled)) = compile_source(work) else {
        report.advice = advice(document, None, work);
        return (report, None);
    };
    if !compiled.problems.is_empty() {
        let problems = placed(compiled.problems, document);
        return (Report { problems, more: compiled.more, ..Report::default() }, None);
    }
    if projected && let Some(problem) = other_tree(&compiled, work) {
        return (Report::of(vec![problem], input), None);
    }
    report.projection = String::from_utf8(projection(source, &compiled.tree, host)).ok();
    report.advice = placed(compiled.advice, document);
    report.advice.extend(advice(document, Some(&compiled.tree), work));
    (report, Some(compiled.tree))
}

/// Decides what a client may show, as `verify` does. PubMark without a projection is compiled; with `recompile`, a
/// projection is only believed if the source compiles to its tree (VIEW-005). A source that does not compile is not
/// believed. The second value is the tree to be shown, if it was compiled here.
pub(crate) fn verify_compiled(
    input: &[u8],
    capabilities: Option<&[&str]>,
    recompile: bool,
    work: &mut Work,
    host: &dyn Host,
) -> (Verdict, Option<Vec<u8>>) {
    let refused = |reasons| (Verdict { ok: false, view: View::Fallback, reasons, digest: None }, None);
    let Examined { document, digest, projected } = match examine(input, work, host) {
        Ok(examined) => examined,
        Err(reasons) => return refused(reasons),
    };
    let compiled =
        if projected && !recompile { None } else { compile_source(work).map(|(_, compiled)| compiled) };
    let (view, tree) = match compiled {
        Some(compiled) if !compiled.problems.is_empty() => {
            return refused(placed(compiled.problems, document));
        }
        Some(compiled) => match other_tree(&compiled, work).filter(|_| projected) {
            Some(problem) => return refused(vec![problem]),
            None => (view_of(&compiled.tree), Some(compiled.tree)),
        },
        None if projected => (view_of(projected_tree(work)), None),
        None => (View::Fallback, None),
    };
    (select(document, digest, Ok(view), capabilities, work), tree)
}

/// The source in the work space, as canonical bytes, and what became of it.
fn compile_source(work: &Work) -> Option<(&[u8], Compiled)> {
    let source = pubmark_source(work)?;
    Some((source, compile(&read::text(source)?)))
}

/// What is wrong if the projection in the work space has another tree (VIEW-005).
fn other_tree(compiled: &Compiled, work: &Work) -> Option<Problem> {
    (projected_tree(work) != compiled.tree)
        .then(|| Problem::new(Code::ProjectionMismatch, "/projection/tree"))
}

/// Points problems of a source to where the source stands in the input.
fn placed(problems: Vec<Problem>, document: Document) -> Vec<Problem> {
    let at = format!("{}/presentation/pubmark", document.prefix());
    problems.into_iter().map(|problem| Problem { at: at.clone(), ..problem }).collect()
}
