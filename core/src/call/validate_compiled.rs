use super::outcome::{Engine, MISUSE};
use super::validate::is_workspace;
use crate::envelope::check;
use crate::host::Host;

/// The report on a message or an envelope at the door (REP-001), its PubMark compiled, in section `Report`: with the
/// projection if there is a source. The status is `MISUSE` when the workspace is not an identifier of 1 to 128 scalar
/// values.
pub fn validate_compiled(input: &[u8], workspace: Option<&str>, engine: &mut Engine, host: &dyn Host) -> u32 {
    engine.begin();
    if !workspace.is_none_or(is_workspace) {
        return MISUSE;
    }
    let (report, _) = check(input, workspace, &mut engine.work, host);
    engine.finish(&report)
}
