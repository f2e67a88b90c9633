use super::outcome::{Engine, OK, Section};
use crate::host::Host;
use crate::pass::{accepts, problems};
use crate::problem::{Code, Problem, Report};
use crate::profile::MAX_PROJECTION_BYTES;
use crate::schema::Type;

/// Whether any JSON is a safe PubMark tree in normal form (TREE, URL). Section `Tree` on success, `Report` otherwise.
pub fn check_tree(input: &[u8], engine: &mut Engine, host: &dyn Host) -> u32 {
    engine.begin();
    if input.len() > MAX_PROJECTION_BYTES {
        let problem = Problem::new(Code::TooLarge, "").with("max", MAX_PROJECTION_BYTES);
        return engine.finish(&Report::of(vec![problem], input));
    }
    if accepts(input, Type::Tree, &mut engine.work, host) {
        let (work, section) = engine.parts(Section::Tree);
        section.extend_from_slice(&work.out);
        return OK;
    }
    let found = problems(input, Type::Tree, &mut engine.work, host);
    engine.finish(&found.report(input))
}
