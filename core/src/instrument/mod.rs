//! Instruments: messages that are revisions of one thing (INS).

use crate::canonical::{escape_into, read};
use crate::digest::Digest;
use crate::host::Host;
use crate::pass::Work;
use crate::profile::SERIES;

/// Identifier of the series that the envelope in `work` belongs to: derived from workspace, source and subject, never
/// sent (INS-007). `None` if the envelope is no instrument.
pub(crate) fn series(workspace: &str, work: &Work, host: &dyn Host) -> Option<Digest> {
    let member = |name| work.envelope.member(name, &work.out);
    member("instrument")?;
    let mut out = Vec::with_capacity(256);
    for (lead, name) in [("{\"source\":{\"id\":", "source"), (",\"subject\":{\"id\":", "subject")] {
        let party = member(name)?;
        out.extend_from_slice(lead.as_bytes());
        out.extend_from_slice(read::member(party, "id")?);
        out.extend_from_slice(b",\"kind\":");
        out.extend_from_slice(read::member(party, "kind")?);
        out.push(b'}');
    }
    out.extend_from_slice(b",\"workspace\":\"");
    escape_into(workspace, &mut out);
    out.extend_from_slice(b"\"}");
    Some(Digest::of(SERIES, &out, host))
}
