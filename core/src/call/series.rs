use super::outcome::{Engine, MISUSE, OK, Section};
use super::validate::is_workspace;
use crate::digest::Digest;
use crate::envelope::begin;
use crate::host::Host;
use crate::problem::{Code, Problem, Report};

/// The series of an instrument in a workspace, which is the options (INS-007). Section `Digest` on success, `Report`
/// otherwise: the input has problems, or is no instrument. The status is `MISUSE` without a workspace, and when it is not
/// an identifier of 1 to 128 scalar values.
pub fn series(input: &[u8], workspace: Option<&str>, engine: &mut Engine, host: &dyn Host) -> u32 {
    engine.begin();
    let Some(workspace) = workspace.filter(|workspace| is_workspace(workspace)) else { return MISUSE };
    let refusal = match begin(input, Some(workspace), &mut engine.work, host) {
        Ok((document, report)) => match report.series.as_deref().and_then(Digest::parse) {
            Some(series) => {
                series.write(engine.parts(Section::Digest).1);
                return OK;
            }
            None => {
                let at = format!("{}/instrument", document.prefix());
                Report::of(vec![Problem::new(Code::MissingMember, at).with("name", "instrument")], input)
            }
        },
        Err(report) => report,
    };
    engine.finish(&refusal)
}
