use super::compile::compiled;
use super::outcome::{Engine, OK, Section};
use crate::pubmark::to_text::to_text as text_of_tree;

/// The plain text of a PubMark source, which is given as the text itself: a fallback that agrees with it (AGR). Section
/// `Fallback` on success, `Report` otherwise. The text may be blank, or longer than a fallback may be.
pub fn to_text(input: &[u8], engine: &mut Engine) -> u32 {
    engine.begin();
    match compiled(input) {
        (_, Some(tree)) => {
            engine.parts(Section::Fallback).1.extend_from_slice(text_of_tree(&tree).as_bytes());
            OK
        }
        (report, None) => engine.finish(&report),
    }
}
