//! The projection: a tree, bound to the source that it was made from (PROJ-001 to PROJ-003).

use crate::digest::Digest;
use crate::host::Host;
use crate::profile::{PROJECTION, SOURCE};

/// Canonical bytes of a projection. `source` is the canonical string of the PubMark source, with its quotes and escapes;
/// `tree` are the canonical bytes of what it compiles to.
pub(crate) fn projection(source: &[u8], tree: &[u8], host: &dyn Host) -> Vec<u8> {
    let source = Digest::of(SOURCE, source, host);
    let head = format!("{{\"profile\":\"{PROJECTION}\",\"source\":\"{source}\",\"tree\":");
    let mut bytes = Vec::with_capacity(head.len() + tree.len() + 128);
    bytes.extend_from_slice(head.as_bytes());
    bytes.extend_from_slice(tree);
    bytes.push(b'}');
    let digest = Digest::of(PROJECTION, &bytes, host);
    bytes.splice(1..1, format!("\"digest\":\"{digest}\",").into_bytes());
    bytes
}
