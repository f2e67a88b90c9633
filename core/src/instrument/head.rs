//! What a message says that lenses and actions depend on, read once from its canonical bytes.

use super::attention::Attention;
use super::context::text;
use crate::canonical::read;
use crate::digest::Digest;
use crate::pass::Work;
use crate::time::{self, Instant};

/// The categories of an instrument, in the order of the specification (INS-001).
pub(crate) const CATEGORIES: [&str; 5] = ["run", "decision", "incident", "artifact", "knowledge"];
/// The lenses: Needs Me, and one for each category, in the same order (LENS-002).
pub const LENSES: [&str; 6] = ["needs_me", "runs", "decisions", "incidents", "artifacts", "knowledge"];
/// The severities, the mildest first (ENV-015).
pub(crate) const SEVERITIES: [&str; 5] = ["info", "notice", "warning", "error", "critical"];

/// A message with what it offers. Of an instrument there is more.
#[derive(Debug)]
pub(crate) struct Offer {
    pub(crate) digest: [u8; 32],
    pub(crate) actions: Box<[Action]>,
}

/// An action of a message.
#[derive(Debug)]
pub(crate) struct Action {
    pub(crate) id: String,
    pub(crate) capability: String,
    /// From when it may be used, included.
    pub(crate) from: Option<Instant>,
    /// Until when, not included.
    pub(crate) until: Option<Instant>,
    /// A person is asked first, as the message says.
    pub(crate) confirm: bool,
}

/// The head of a series, as far as the board depends on it.
#[derive(Debug)]
pub(crate) struct Instrument {
    pub(crate) offer: Offer,
    /// The series, where the workspace is known.
    pub(crate) series: Option<[u8; 32]>,
    pub(crate) revision: u64,
    /// Index into [`CATEGORIES`].
    pub(crate) category: u8,
    /// Index into [`SEVERITIES`].
    pub(crate) severity: u8,
    /// When the service took it, or else when it happened.
    pub(crate) at: Option<Instant>,
    pub(crate) attention: Option<Box<Attention>>,
}

impl Offer {
    /// What the envelope in `work` offers.
    pub(crate) fn of(digest: Digest, work: &Work) -> Self {
        let every = work.envelope.member("handling", &work.out).is_some_and(|handling| {
            read::member(handling, "confirmation").is_some_and(|value| value != b"\"as_declared\"")
        });
        let actions = work.envelope.member("actions", &work.out).unwrap_or_default();
        let actions = read::items(actions).filter_map(|action| Action::of(action, every)).collect();
        Offer { digest: digest.bytes(), actions }
    }
}

impl Action {
    fn of(action: &[u8], every: bool) -> Option<Self> {
        let instant = |name| time::parse(read::plain_text(read::member(action, name)?)?);
        Some(Action {
            id: text(action, "id")?,
            capability: text(action, "capability")?,
            from: instant("active_from"),
            until: instant("active_until"),
            confirm: every || read::member(action, "confirm").is_some(),
        })
    }
}

impl Instrument {
    /// The instrument in `work`; `None` if the envelope there is none. `created_at` is the service's time.
    pub(crate) fn of(
        digest: Digest,
        series: Option<Digest>,
        created_at: Option<Instant>,
        work: &Work,
    ) -> Option<Self> {
        let member = |name| work.envelope.member(name, &work.out);
        let instrument = member("instrument")?;
        let occurred_at = || time::parse(read::plain_text(member("occurred_at")?)?);
        let place = |values: &[&str], value| {
            let value = read::plain_text(value)?;
            values.iter().position(|known| *known == value).map(|place| place as u8)
        };
        Some(Instrument {
            offer: Offer::of(digest, work),
            series: series.map(|series| series.bytes()),
            revision: core::str::from_utf8(read::member(instrument, "revision")?).ok()?.parse().ok()?,
            category: place(&CATEGORIES, read::member(instrument, "category")?)?,
            severity: member("severity").and_then(|value| place(&SEVERITIES, value)).unwrap_or(0),
            at: created_at.or_else(occurred_at),
            attention: read::member(instrument, "attention").and_then(Attention::of).map(Box::new),
        })
    }
}
