use super::outcome::{Engine, OK, Section};
use crate::host::Host;
use crate::pass::{Work, accepts, problems};
use crate::problem::{Code, Problem, Report};
use crate::profile::MAX_FREE_BYTES;
use crate::schema::Type;

/// Canonical form (RFC 8785) of any JSON that it can represent: only syntax, duplicate names, lone surrogates, numbers
/// beyond a double, depth and size are refused. Section `Canonical` on success, `Report` otherwise.
pub fn canonicalize(input: &[u8], engine: &mut Engine, host: &dyn Host) -> u32 {
    engine.begin();
    match free(input, engine, host) {
        Ok(()) => {
            let (work, section) = engine.parts(Section::Canonical);
            section.extend_from_slice(&work.out);
            OK
        }
        Err(report) => engine.finish(&report),
    }
}

/// Whether an input is free-form JSON that can be represented. If so, its canonical bytes are in the work space.
pub(super) fn is_free(input: &[u8], work: &mut Work, host: &dyn Host) -> bool {
    input.len() <= MAX_FREE_BYTES && accepts(input, Type::Any, work, host)
}

/// Reads free-form JSON; its canonical bytes are in the work space.
pub(super) fn free(input: &[u8], engine: &mut Engine, host: &dyn Host) -> Result<(), Report> {
    if input.len() > MAX_FREE_BYTES {
        return Err(Report::of(vec![Problem::new(Code::TooLarge, "").with("max", MAX_FREE_BYTES)], input));
    }
    if is_free(input, &mut engine.work, host) {
        return Ok(());
    }
    let found = problems(input, Type::Any, &mut engine.work, host);
    Err(found.report(input))
}
