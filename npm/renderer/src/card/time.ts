// Owns how an instant is shown: in the reader's own zone and habits, with the sender's own text kept beside
// it.
import { make } from '../dom.js';

const FORMAT: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };

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
