use super::outcome::Engine;
use crate::envelope::validate as validate_input;
use crate::host::Host;

/// The report on a message or an envelope at the door (REP-001), in section `Report`.
pub fn validate(input: &[u8], workspace: Option<&str>, engine: &mut Engine, host: &dyn Host) -> u32 {
    engine.begin();
    let report = validate_input(input, workspace, &mut engine.work, host);
    engine.finish(&report)
}
