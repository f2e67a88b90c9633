use super::outcome::{Engine, MISUSE};
use crate::envelope::validate as validate_input;
use crate::host::Host;
use crate::profile::MAX_WORKSPACE;
use crate::text;

/// The report on a message or an envelope at the door (REP-001), in section `Report`. The status is `MISUSE`
/// when the workspace is not an identifier of 1 to 128 scalar values.
pub fn validate(input: &[u8], workspace: Option<&str>, engine: &mut Engine, host: &dyn Host) -> u32 {
    engine.begin();
    if !workspace.is_none_or(is_workspace) {
        return MISUSE;
    }
    let report = validate_input(input, workspace, &mut engine.work, host);
    engine.finish(&report)
}

/// Whether a text can be the id of a workspace (DIG-002).
pub(super) fn is_workspace(text: &str) -> bool {
    !text.is_empty() && text::scalar_count(text) <= MAX_WORKSPACE && text::identifier_fault(text).is_none()
}
