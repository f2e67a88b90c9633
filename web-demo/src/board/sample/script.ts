// Owns the script: everything that happens on the sample day, in the order of its times.
import { artifacts } from './artifacts.js';
import { type Happening, timesOf } from './day.js';
import { decisions } from './decisions.js';
import { incidents } from './incidents.js';
import { knowledge } from './knowledge.js';
import { runs } from './runs.js';

/** The day: a Thursday in March, as the reader's own clocks would have shown it. */
const MIDNIGHT = new Date(2026, 2, 12);

/** When the day begins and ends, in hours. */
const FROM_HOUR = 8;
const UNTIL_HOUR = 18;

/** A happening with its instant (ms since 1970). */
export interface Timed {
  readonly instant: number;
  readonly happening: Happening;
}

/** The instants between which the day plays (ms since 1970). */
export function bounds(): { readonly from: number; readonly until: number } {
  return { from: hour(FROM_HOUR), until: hour(UNTIL_HOUR) };
}

/** All that happens, what happened before the day began included. */
export function script(): readonly Timed[] {
  const times = timesOf(MIDNIGHT);
  return [runs, decisions, incidents, artifacts, knowledge]
    .flatMap((part) => part(times))
    .map((happening) => ({ instant: Date.parse(times(happening.at)), happening }))
    .sort((one, other) => one.instant - other.instant);
}

function hour(hours: number): number {
  return new Date(MIDNIGHT).setHours(hours);
}
