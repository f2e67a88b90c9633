use super::outcome::{Engine, OK, Section, VIEW_SHIFT};
use crate::canonical::read;
use crate::envelope::{
    Verdict, View, fallback_text, projected_tree, verify as verify_input, view_of, write_sealed,
};
use crate::host::Host;
use crate::problem::write_reasons;

/// What a client may show of any input whatever (VIEW). Always section `Fallback`; `Report` holds the reasons, if there
/// are any; on success also `Canonical` (the sealed envelope), `Digest`, and `Tree` where a projection was believed.
/// `capabilities` are names, one a line; `None` stands for all.
pub fn verify(input: &[u8], capabilities: Option<&str>, engine: &mut Engine, host: &dyn Host) -> u32 {
    engine.begin();
    let known: Option<Vec<&str>> = capabilities.map(|names| names.lines().collect());
    let verdict = verify_input(input, known.as_deref(), &mut engine.work, host);
    settle(input, &verdict, None, engine)
}

/// Writes the sections of a verdict. `compiled` is the tree to be shown, if it is not that of the projection.
pub(super) fn settle(input: &[u8], verdict: &Verdict, compiled: Option<&[u8]>, engine: &mut Engine) -> u32 {
    if !verdict.reasons.is_empty() {
        write_reasons(&verdict.reasons, engine.parts(Section::Report).1);
    }
    let Some(digest) = verdict.digest.filter(|_| verdict.ok) else {
        engine.parts(Section::Fallback).1.extend_from_slice(fallback_text(input).as_bytes());
        return 0;
    };
    let (work, section) = engine.parts(Section::Fallback);
    let presentation = work.envelope.member("presentation", &work.out).unwrap_or_default();
    let fallback = read::member(presentation, "fallback").and_then(read::text).unwrap_or_default();
    section.extend_from_slice(fallback.as_bytes());
    let (work, section) = engine.parts(Section::Canonical);
    write_sealed(digest, work, section);
    digest.write(engine.parts(Section::Digest).1);
    if verdict.view as u32 > 0 {
        let (work, section) = engine.parts(Section::Tree);
        let tree = compiled.unwrap_or_else(|| projected_tree(work));
        // An instrument is one whatever its tree shows; where that is nothing, its text stands there (VIEW-004).
        if verdict.view == View::Pubmark || view_of(tree) == View::Pubmark {
            section.extend_from_slice(tree);
        }
    }
    OK | (verdict.view as u32) << VIEW_SHIFT
}
