//! The heads of many series, sorted into lenses for one viewer, and kept so while heads, the viewer's roles, the registry,
//! what was done and the time change (LENS-004, LENS-005).

use std::collections::{BTreeMap, BTreeSet};

use super::action::Span;
use super::context::Context;
use super::head::{Instrument, LENSES};
use super::json::Object;
use super::lens::{Need, write_classified};
use crate::digest::Digest;
use crate::time::Instant;

/// What became of a head that was put into an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Put {
    /// It is the first of its series.
    Inserted,
    /// It took the place of an earlier revision.
    Revised,
    /// The index has this revision, or a later one, already.
    Kept,
}

/// Where a head stands in a lens: the order is that of the fields. The last is for finding it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    /// Needs Me: the worst severity first. Elsewhere 0.
    rank: u8,
    /// Needs Me: who waits longest first. Elsewhere the latest first, those without a time last.
    time: (i64, u32),
    series: [u8; 32],
    slot: u32,
}

/// Heads by series, each in the lens of its category and, if it needs the viewer, in Needs Me.
///
/// A head is put, revised and removed in logarithmic time. A later or earlier time costs a run over two columns of
/// numbers, and more only for the heads whose answer changes in between; nothing at all if there is none.
#[derive(Debug)]
pub(crate) struct LensIndex {
    pub(crate) workspace: String,
    context: Context,
    heads: Vec<Option<Instrument>>,
    needs: Vec<Option<Need>>,
    /// Seconds of the instants between which the answer about each head stays: before the first and after the second,
    /// it is another one; in the same second it may be.
    from: Vec<i64>,
    until: Vec<i64>,
    /// Instants between which nothing changes in the whole index; there may be others.
    span: Span,
    free: Vec<u32>,
    slots: BTreeMap<[u8; 32], u32>,
    lenses: [BTreeSet<Place>; LENSES.len()],
}

impl LensIndex {
    /// An index without heads, for series of `workspace`.
    pub(crate) fn new(workspace: &str, context: Context) -> Self {
        LensIndex {
            workspace: workspace.to_owned(),
            context,
            heads: Vec::new(),
            needs: Vec::new(),
            from: Vec::new(),
            until: Vec::new(),
            span: Span::default(),
            free: Vec::new(),
            slots: BTreeMap::new(),
            lenses: Default::default(),
        }
    }

    /// Takes the head of a series, unless it has one of the same or a later revision. A head without a series is kept out.
    pub(crate) fn put(&mut self, head: Instrument) -> Put {
        let Some(series) = head.series else { return Put::Kept };
        let before = self.slots.get(&series).copied();
        if let Some(slot) = before {
            if self.head(slot).is_some_and(|known| known.revision >= head.revision) {
                return Put::Kept;
            }
            self.take_out(slot);
        }
        let slot = before.or_else(|| self.free.pop()).unwrap_or_else(|| self.grow());
        self.slots.insert(series, slot);
        if let Some(lens) = self.lenses.get_mut(usize::from(head.category) + 1) {
            lens.insert(by_time(&head, slot));
        }
        if let Some(place) = self.heads.get_mut(slot as usize) {
            *place = Some(head);
        }
        self.ask(slot);
        if before.is_some() { Put::Revised } else { Put::Inserted }
    }

    /// Takes a series out of every lens: it has ended, or its head was removed. Whether it was there.
    pub(crate) fn remove(&mut self, series: &[u8; 32]) -> bool {
        let Some(slot) = self.slots.remove(series) else { return false };
        self.take_out(slot);
        self.free.push(slot);
        true
    }

    /// Takes another viewer, registry or list of what was done, and the time of `context`. Linear in the heads.
    pub(crate) fn set_context(&mut self, context: Context) -> usize {
        self.context = context;
        let all: Vec<u32> = self.slots.values().copied().collect();
        self.ask_again(&all)
    }

    /// Notes that an action of the message `digest` has succeeded.
    pub(crate) fn set_done(&mut self, digest: Digest, action: &str) -> usize {
        self.context.set_done(digest.bytes(), action);
        let is_of = |slot: &u32| self.head(*slot).is_some_and(|head| head.offer.digest == digest.bytes());
        let touched: Vec<u32> = self.slots.values().copied().filter(is_of).collect();
        self.ask_again(&touched)
    }

    /// Takes the time, later or earlier than before. How many heads came into Needs Me or left it.
    pub(crate) fn set_now(&mut self, now: Instant) -> usize {
        self.context.now = now;
        if self.span.from.is_none_or(|from| from <= now) && self.span.until.is_none_or(|until| now < until) {
            return 0;
        }
        let touched = touched(&self.from, &self.until, now.parts().0);
        self.ask_again(&touched)
    }

    /// When an answer next changes by itself (LENS-005). A run over one column.
    pub(crate) fn changes_at(&self) -> Option<Instant> {
        self.earliest()
    }

    /// Writes how many heads each lens has.
    pub(crate) fn write_counts(&self, out: &mut Vec<u8>) {
        let mut counts = Object::begin(out);
        for (name, lens) in LENSES.iter().zip(&self.lenses) {
            counts.number(name, lens.len() as u64);
        }
        counts.end();
    }

    /// Writes up to `limit` heads of a lens, in its order, from behind the cursor `after`, and the cursor of the last one
    /// if there are more. False, and nothing, if the cursor is none of this lens.
    pub(crate) fn write_page(
        &self,
        lens: usize,
        after: Option<&str>,
        limit: usize,
        out: &mut Vec<u8>,
    ) -> bool {
        let (Some(places), Some(name)) = (self.lenses.get(lens), LENSES.get(lens)) else { return false };
        let start = match after {
            None => None,
            Some(cursor) => match Place::of_cursor(name, cursor) {
                Some(place) => Some(place),
                None => return false,
            },
        };
        let behind = start.map_or(core::ops::Bound::Unbounded, core::ops::Bound::Excluded);
        let mut rest = places.range((behind, core::ops::Bound::Unbounded)).peekable();
        let mut last = None;
        let mut page = Object::begin(out);
        page.list("heads", core::iter::from_fn(|| rest.next()).take(limit), |place, out| {
            last = Some(*place);
            self.write_head(place.slot, out);
        });
        if let Some(last) = last.filter(|last| places.last() != Some(last)) {
            page.text("next", &last.cursor(name));
        }
        page.end();
        true
    }

    /// Writes what the viewer is told of the head of a series. False, and nothing, if it is not here.
    pub(crate) fn write_series(&self, series: &[u8; 32], out: &mut Vec<u8>) -> bool {
        let Some(slot) = self.slots.get(series) else { return false };
        self.write_head(*slot, out);
        true
    }

    fn write_head(&self, slot: u32, out: &mut Vec<u8>) {
        match self.head(slot) {
            Some(head) => write_classified(head, &self.context, "", out),
            None => out.extend_from_slice(b"null"),
        }
    }

    fn head(&self, slot: u32) -> Option<&Instrument> {
        self.heads.get(slot as usize)?.as_ref()
    }

    fn grow(&mut self) -> u32 {
        self.heads.push(None);
        self.needs.push(None);
        self.from.push(i64::MIN);
        self.until.push(i64::MAX);
        self.heads.len() as u32 - 1
    }

    /// Takes a head out of its lenses and forgets it.
    fn take_out(&mut self, slot: u32) {
        let place = slot as usize;
        let Some(head) = self.heads.get_mut(place).and_then(Option::take) else { return };
        let needed = self.needs.get_mut(place).and_then(Option::take).is_some_and(Need::is_needed);
        if let Some(lens) = self.lenses.get_mut(usize::from(head.category) + 1) {
            lens.remove(&by_time(&head, slot));
        }
        if needed && let Some(place) = by_need(&head, slot) {
            let [needs_me, ..] = &mut self.lenses;
            needs_me.remove(&place);
        }
        self.set_span(slot, Span::default());
    }

    /// Asks about some heads again, and finds anew when something changes. How many came into Needs Me or left it.
    fn ask_again(&mut self, slots: &[u32]) -> usize {
        let changed = slots.iter().filter(|slot| self.ask(**slot)).count();
        self.span = Span { from: self.latest(), until: self.earliest() };
        changed
    }

    /// Asks whether a head needs the viewer, and puts it where it belongs. Whether that is another place.
    fn ask(&mut self, slot: u32) -> bool {
        let Some(head) = self.heads.get(slot as usize).and_then(Option::as_ref) else { return false };
        let need = Need::of(head, &self.context);
        let Some(known) = self.needs.get_mut(slot as usize) else { return false };
        let was_needed = known.replace(need).is_some_and(Need::is_needed);
        let is_changed = was_needed != need.is_needed();
        if is_changed && let Some(place) = by_need(head, slot) {
            let [needs_me, ..] = &mut self.lenses;
            if need.is_needed() {
                needs_me.insert(place)
            } else {
                needs_me.remove(&place)
            };
        }
        self.set_span(slot, need.span);
        is_changed
    }

    fn set_span(&mut self, slot: u32, span: Span) {
        let place = slot as usize;
        if let (Some(from), Some(until)) = (self.from.get_mut(place), self.until.get_mut(place)) {
            *from = span.from.map_or(i64::MIN, |from| from.parts().0);
            *until = span.until.map_or(i64::MAX, |until| until.parts().0);
        }
        self.span.from = self.span.from.max(span.from);
        self.span.until = match (self.span.until, span.until) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
    }

    /// The latest instant before which an answer was another one.
    fn latest(&self) -> Option<Instant> {
        let second = self.from.iter().copied().fold(i64::MIN, i64::max);
        self.spans(&self.from, second).filter_map(|span| span.from).max()
    }

    /// The earliest instant at which an answer is another one.
    fn earliest(&self) -> Option<Instant> {
        let second = self.until.iter().copied().fold(i64::MAX, i64::min);
        self.spans(&self.until, second).filter_map(|span| span.until).min()
    }

    /// The spans of the heads that have `second` in a column.
    fn spans<'s>(&'s self, column: &'s [i64], second: i64) -> impl Iterator<Item = Span> + 's {
        let needs = column.iter().zip(&self.needs).filter(move |(at, _)| **at == second);
        needs.filter_map(|(_, need)| need.map(|need| need.span))
    }
}

/// The heads whose answer is, or may be, another one in the second `now`. Runs over blocks without a branch, and looks
/// closer only at those that hold such a head.
fn touched(from: &[i64], until: &[i64], now: i64) -> Vec<u32> {
    let mut touched = Vec::new();
    for (block, (from, until)) in from.chunks(BLOCK).zip(until.chunks(BLOCK)).enumerate() {
        let is_touched = |(from, until): (&i64, &i64)| (now <= *from) | (now >= *until);
        if from.iter().zip(until).fold(false, |any, pair| any | is_touched(pair)) {
            let slots = from.iter().zip(until).enumerate().filter(|(_, pair)| is_touched(*pair));
            touched.extend(slots.map(|(slot, _)| (block * BLOCK + slot) as u32));
        }
    }
    touched
}

fn by_time(head: &Instrument, slot: u32) -> Place {
    let time = head.at.map_or((i64::MAX, u32::MAX), |at| {
        let (seconds, nanos) = at.parts();
        (-seconds, NANOS - nanos)
    });
    Place { rank: 0, time, series: head.series.unwrap_or_default(), slot }
}

fn by_need(head: &Instrument, slot: u32) -> Option<Place> {
    let time = head.attention.as_ref()?.since.parts();
    Some(Place {
        rank: WORST - head.severity.min(WORST),
        time,
        series: head.series.unwrap_or_default(),
        slot,
    })
}

impl Place {
    /// The place as text: the lens, and the keys of its order.
    fn cursor(&self, lens: &str) -> String {
        let Place { rank, time: (seconds, nanos), series, .. } = self;
        format!("{lens}.{rank}.{seconds}.{nanos}.{}", Digest::of_bytes(*series))
    }

    /// Reads a cursor of `lens`. Behind it is whatever is behind that head, be it there or not.
    fn of_cursor(lens: &str, cursor: &str) -> Option<Self> {
        let mut parts = cursor.strip_prefix(lens)?.strip_prefix('.')?.splitn(4, '.');
        let place = Place {
            rank: parts.next()?.parse().ok()?,
            time: (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?),
            series: Digest::parse(parts.next()?)?.bytes(),
            slot: u32::MAX,
        };
        (place.cursor(lens) == cursor).then_some(place)
    }
}

/// Heads that are looked at together.
const BLOCK: usize = 64;
/// The place of the worst severity.
const WORST: u8 = 4;
/// Nanoseconds of a second.
const NANOS: u32 = 1_000_000_000;
