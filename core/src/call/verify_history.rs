use super::outcome::{Engine, MISUSE, OK, Section};
use crate::digest::Digest;
use crate::host::Host;
use crate::instrument::history::verify_history as verify;

/// Verifies a history in either form (HIST). `head`, the options, is the digest of its head as it is known from
/// elsewhere. Always section `Report`: the report with `revisions` and `gaps` (how many entries hold, and how many of them
/// are gaps), `head` (the last that holds, `{"digest","revision"}`) and, if an entry breaks the history, `entry`, the index
/// of the first that does. The status is `MISUSE` when `head` is no digest.
pub fn verify_history(input: &[u8], head: Option<&str>, engine: &mut Engine, host: &dyn Host) -> u32 {
    engine.begin();
    let known = head.map(Digest::parse);
    if known == Some(None) {
        return MISUSE;
    }
    let findings = verify(input, known.flatten(), &mut engine.work, host);
    let out = engine.parts(Section::Report).1;
    findings.report.write_open(out);
    out.extend_from_slice(
        format!(",\"revisions\":{},\"gaps\":{}", findings.revisions, findings.gaps).as_bytes(),
    );
    if let Some(head) = findings.head {
        out.extend_from_slice(b",\"head\":");
        head.write(out);
    }
    if let Some(entry) = findings.entry {
        out.extend_from_slice(format!(",\"entry\":{entry}").as_bytes());
    }
    out.push(b'}');
    if findings.report.ok() { OK } else { 0 }
}
