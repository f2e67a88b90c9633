// Owns how an instant is shown: in the reader's own zone and habits, with the sender's own text kept beside it, and
// where it matters how long ago that is.
import { make } from '../dom.js';

const FORMAT: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };

/** The units of an age, in milliseconds, from the largest. A month is no fixed time, so none is counted. */
const UNITS = [
  ['year', 365 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** A `<time>` for a timestamp of the envelope; one that a browser cannot read is shown as it was written. */
export function time(timestamp: string): HTMLElement {
  const instant = Date.parse(timestamp);
  const shown = Number.isNaN(instant)
    ? timestamp
    : new Intl.DateTimeFormat(undefined, FORMAT).format(instant);
  return make(
    'time',
    { class: 'time', part: 'time', datetime: timestamp, dir: 'auto', title: timestamp },
    shown,
  );
}

/** Such a `<time>` with its age behind it, which `updateAges` fills in. */
export function aged(timestamp: string): (Node | string)[] {
  const instant = Date.parse(timestamp);
  if (Number.isNaN(instant)) return [time(timestamp)];
  const age = make('time', { class: 'age', part: 'age', datetime: timestamp, dir: 'auto' });
  return [time(timestamp), ' ', age];
}

/** Writes every age under `root` as of `now`, and says in how many milliseconds the first of them changes. */
export function updateAges(root: ParentNode, now: number): number {
  let next = Number.POSITIVE_INFINITY;
  for (const node of root.querySelectorAll<HTMLTimeElement>('.age')) {
    const { changes, text } = age(Date.parse(node.dateTime), now);
    if (node.textContent !== text) node.textContent = text;
    next = Math.min(next, changes);
  }
  return next;
}

/** How long ago or ahead an instant is, in whole units and never more than has passed, and when that changes. */
function age(instant: number, now: number): { text: string; changes: number } {
  const apart = Math.abs(now - instant);
  const [unit, size] = UNITS.find(([, size]) => apart >= size) ?? ['second', 60_000];
  const count = Math.floor(apart / size);
  const changes = now >= instant ? size - (apart % size) : (apart % size) + 1;
  const format = new Intl.RelativeTimeFormat(undefined, { numeric: count === 0 ? 'auto' : 'always' });
  return { text: format.format(now >= instant ? -count : count, unit), changes };
}
