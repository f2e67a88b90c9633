use super::outcome::{Engine, Section};
use crate::canonical::escape_into;
use crate::host::Host;
use crate::problem::{Code, Problem, Report};
use crate::pubmark::compile::{Compiled, compile as compile_source};
use crate::pubmark::projection::projection;

/// Compiles a PubMark source, which is given as the text itself (MARK-001). Always section `Report`, with the advice; on
/// success also `Tree` and `Projection`.
pub fn compile(input: &[u8], engine: &mut Engine, host: &dyn Host) -> u32 {
    engine.begin();
    let (report, tree) = compiled(input);
    if let Some(tree) = tree {
        let mut source = Vec::with_capacity(input.len() + 2);
        source.push(b'"');
        escape_into(core::str::from_utf8(input).unwrap_or_default(), &mut source);
        source.push(b'"');
        *engine.parts(Section::Projection).1 = projection(&source, &tree, host);
        *engine.parts(Section::Tree).1 = tree;
    }
    engine.finish(&report)
}

/// Compiles PubMark from bytes: the report, and the tree if there is no problem.
pub(super) fn compiled(input: &[u8]) -> (Report, Option<Vec<u8>>) {
    match core::str::from_utf8(input) {
        Ok(source) => {
            let Compiled { tree, problems, more, advice } = compile_source(source);
            let tree = problems.is_empty().then_some(tree);
            (Report { problems, more, advice, ..Report::default() }, tree)
        }
        Err(error) => {
            let problem = Problem::new(Code::BadFormat, "").with("expected", "UTF-8 text");
            (Report::of(vec![Problem { offset: error.valid_up_to(), ..problem }], input), None)
        }
    }
}
