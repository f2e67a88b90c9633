// Owns the address of what is shown, in the fragment: `#lens` or `#lens/series`.
import { ORDER, type Place } from '../view/lenses.js';

/** What is shown: a lens or the log, and the series that is chosen. */
export interface Shown {
  readonly place: Place;
  readonly series: string | undefined;
}

/** A series, as the core writes it. */
const SERIES = /^sha256:[0-9a-f]{64}$/u;

/** What a fragment names; Needs Me for one that names nothing known. */
export function placeOf(fragment: string): Shown {
  const [name = '', series = ''] = fragment.replace(/^#/u, '').split('/');
  const place = ORDER.find((one) => one === name) ?? 'needs_me';
  return { place, series: SERIES.test(series) ? series : undefined };
}

/** Writes the address: in place of the one that is there, or as another step in the history of the browser. */
export function writePlace({ place, series }: Shown, asStep = false): void {
  const address = series === undefined ? `#${place}` : `#${place}/${series}`;
  if (asStep) history.pushState(null, '', address);
  else history.replaceState(null, '', address);
}
