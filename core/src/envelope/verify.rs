//! At the screen: what a client may show of any input whatever, and why not more (VIEW).

use super::digests::broken;
use super::reading::{Document, computed, disagreement, read, refusal};
use crate::canonical::read as reader;
use crate::digest::Digest;
use crate::host::Host;
use crate::pass::Work;
use crate::problem::{Code, Problem, push_token};

/// How much of a message a client shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// The plain text.
    Fallback,
    /// The compiled PubMark.
    Pubmark,
    /// The arrangement of an instrument around the message.
    Instrument,
}

impl View {
    /// The view's name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            View::Fallback => "fallback",
            View::Pubmark => "pubmark",
            View::Instrument => "instrument",
        }
    }
}

/// The outcome of [`verify`]. What was read stays in the work space.
#[derive(Debug)]
pub struct Verdict {
    /// A valid, sealed message or envelope whose digest, and projection if there, hold.
    pub ok: bool,
    /// What to show.
    pub view: View,
    /// Why not more: one for each step down, or every problem.
    pub reasons: Vec<Problem>,
    /// The digest, when `ok`.
    pub digest: Option<Digest>,
}

/// Decides what a client may show of `input` (VIEW-001 to VIEW-006). Total: any input has a verdict. `capabilities` are
/// those of the renderer; `None` stands for all. Linear in the input.
pub fn verify(input: &[u8], capabilities: Option<&[&str]>, work: &mut Work, host: &dyn Host) -> Verdict {
    match examine(input, work, host) {
        Ok(Examined { document, digest, projected }) => {
            let body = if projected {
                Ok(view_of(projected_tree(work)))
            } else {
                missing_projection(document, work)
            };
            select(document, digest, body, capabilities, work)
        }
        Err(reasons) => Verdict { ok: false, view: View::Fallback, reasons, digest: None },
    }
}

/// A message whose digests hold.
pub(crate) struct Examined {
    pub(crate) document: Document,
    pub(crate) digest: Digest,
    /// Whether a projection came with it; it holds.
    pub(crate) projected: bool,
}

/// Reads an input and holds its digests against it. The error is why it is not believed.
pub(crate) fn examine(input: &[u8], work: &mut Work, host: &dyn Host) -> Result<Examined, Vec<Problem>> {
    let Some((document, digest)) = read(input, work, host) else {
        return Err(refusal(input, work, host).problems);
    };
    let Some(digest) = digest else { return Err(vec![Problem::new(Code::Untyped, "")]) };
    holds(document, digest, work, host).map_err(|problem| vec![problem])?;
    let projected = work.projection.span.is_some();
    Ok(Examined { document, digest, projected })
}

/// Holds the digests of an entry of a history, whose parts were read, against it: the digest of its envelope.
pub(crate) fn examine_entry(work: &Work, host: &dyn Host) -> Result<Digest, Problem> {
    if let Some(problem) = disagreement(Document::Entry, work) {
        return Err(problem);
    }
    let unsealed = || Problem::new(Code::Unsealed, Document::Entry.prefix());
    let digest = computed(work, host).ok_or_else(unsealed)?;
    holds(Document::Entry, digest, work, host)?;
    Ok(digest)
}

/// What is wrong with the seal or the projection of the envelope in `work`.
fn holds(document: Document, digest: Digest, work: &Work, host: &dyn Host) -> Result<(), Problem> {
    if work.envelope.seal.is_none() {
        return Err(Problem::new(Code::Unsealed, document.prefix()));
    }
    broken(document, digest, work, host).map_or(Ok(()), Err)
}

/// Canonical bytes of `presentation.pubmark`.
pub(crate) fn pubmark_source(work: &Work) -> Option<&[u8]> {
    reader::member(work.envelope.member("presentation", &work.out)?, "pubmark")
}

/// The tree of the projection in `work`.
pub(crate) fn projected_tree(work: &Work) -> &[u8] {
    work.projection.member("tree", &work.out).unwrap_or_default()
}

/// The nodes that show something even if they hold no text.
const MARKS: &[&str] =
    &["callout", "code", "image", "inlineCode", "link", "listItem", "tableRow", "thematicBreak"];

/// The view that a tree allows: one that shows nothing, such as an empty heading, is no richer than the text (VIEW-004).
pub(crate) fn view_of(tree: &[u8]) -> View {
    // In canonical bytes a quote inside a string is escaped, so these can only be members.
    let tree = core::str::from_utf8(tree).unwrap_or_default();
    let value = "\"value\":\"";
    let has_text =
        tree.match_indices(value).any(|(at, _)| tree.as_bytes().get(at + value.len()) != Some(&b'"'));
    let has_mark = || MARKS.iter().any(|name| tree.contains(&format!("\"type\":\"{name}\"")));
    if has_text || has_mark() { View::Pubmark } else { View::Fallback }
}

fn missing_projection(document: Document, work: &Work) -> Result<View, Vec<Problem>> {
    if pubmark_source(work).is_none() {
        return Ok(View::Fallback);
    }
    let at = format!("{}/presentation/pubmark", document.prefix());
    Err(vec![Problem::new(Code::ProjectionMissing, at)])
}

/// Chooses the view of a message that holds. `body` is the best that its presentation allows, or why not more.
pub(crate) fn select(
    document: Document,
    digest: Digest,
    body: Result<View, Vec<Problem>>,
    capabilities: Option<&[&str]>,
    work: &Work,
) -> Verdict {
    let (mut view, mut reasons) = match body {
        Ok(view) => (view, Vec::new()),
        Err(reasons) => (View::Fallback, reasons),
    };
    if let Some(instrument) = work.envelope.member("instrument", &work.out) {
        let missing = missing_capabilities(document, instrument, capabilities);
        if missing.is_empty() && reasons.is_empty() {
            view = View::Instrument;
        }
        reasons.splice(0..0, missing);
    }
    Verdict { ok: true, view, reasons, digest: Some(digest) }
}

/// What an instrument requires, its own layout included, that the renderer cannot do (VIEW-006).
fn missing_capabilities(
    document: Document,
    instrument: &[u8],
    capabilities: Option<&[&str]>,
) -> Vec<Problem> {
    let Some(known) = capabilities else { return Vec::new() };
    let at = format!("{}/instrument", document.prefix());
    let lacks = |name: &str, at: String| {
        (!known.contains(&name)).then(|| Problem::new(Code::CapabilityMissing, at).with("name", name))
    };
    let layout = reader::member(instrument, "layout").and_then(reader::plain_text).unwrap_or_default();
    let requires = reader::items(reader::member(instrument, "requires").unwrap_or_default());
    let required = requires.filter_map(reader::plain_text).enumerate().filter_map(|(index, name)| {
        let mut at = format!("{at}/requires");
        push_token(&mut at, &index.to_string());
        lacks(name, at)
    });
    lacks(&format!("layout:{layout}"), format!("{at}/layout")).into_iter().chain(required).collect()
}
