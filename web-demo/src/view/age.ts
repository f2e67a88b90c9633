// Owns how long ago something was, in few characters, by the clock of the source; and that it stays true as time goes by.
import { make } from './dom.js';

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** As the renderer writes it, in the habits of the reader; a clock on a board has 24 hours. */
const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const DAY = { weekday: 'short', day: 'numeric', month: 'short' } as const;
const DATE = new Intl.DateTimeFormat(undefined, DAY);
const DATE_OF_ANOTHER_YEAR = new Intl.DateTimeFormat(undefined, { ...DAY, year: 'numeric' });

/** An age that `tick` keeps true: of `at`, as of `now`; both timestamps. */
export function age(at: string, now: string): HTMLTimeElement {
  const element = make('time', {
    class: 'age',
    datetime: at,
    'data-age': '',
    title: FULL.format(Date.parse(at)),
  });
  write(element, Date.parse(now));
  return element;
}

/** Writes the ages under `root` as of `now`, those that are others. */
export function tick(root: ParentNode, now: string): void {
  const instant = Date.parse(now);
  for (const element of root.querySelectorAll<HTMLTimeElement>('time[data-age]')) write(element, instant);
}

/** The time of the day, in the reader's zone. */
export function clockTime(at: string): string {
  return CLOCK.format(Date.parse(at));
}

/** The day, in the reader's zone; with its year, if that is not this one. */
export function dayOf(at: string): string {
  const day = new Date(at);
  const isOfThisYear = day.getFullYear() === new Date().getFullYear();
  return (isOfThisYear ? DATE : DATE_OF_ANOTHER_YEAR).format(day);
}

/** Day and time, in the reader's zone. */
export function dayAndTime(at: string): string {
  return FULL.format(Date.parse(at));
}

function write(element: HTMLTimeElement, now: number): void {
  const text = ageText(now - Date.parse(element.dateTime));
  if (element.textContent !== text) element.textContent = text;
}

function ageText(apart: number): string {
  const [unit, size] = UNITS.find(([, size]) => Math.abs(apart) >= size) ?? [undefined, 1];
  if (unit === undefined) return 'now';
  const count = Math.floor(Math.abs(apart) / size);
  const text = new Intl.NumberFormat('en-GB', { style: 'unit', unit, unitDisplay: 'narrow' }).format(count);
  return apart < 0 ? `in ${text}` : text;
}
