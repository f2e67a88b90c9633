// Owns the address of what is shown, in the fragment: `#lens` or `#lens/series`; and `#instrument/series`, for who links to a
// series and does not know in which lens it is.
import { ORDER, type Place } from '../view/lenses.js';

/** What is shown: a lens or the log, and the series that is chosen. */
export interface Shown {
  readonly place: Place;
  readonly series: string | undefined;
}

/** A series, as the core writes it. */
const SERIES = /^sha256:[0-9a-f]{64}$/u;

/** What is shown until something is chosen. */
export const START: Shown = { place: 'needs_me', series: undefined };

/**
 * What a fragment names. Nothing for one that names no place, such as that of a link within the page; of a place with
 * something else than a series behind it, the place.
 */
export function placeOf(fragment: string): Shown | undefined {
  const [name = '', series = ''] = fragment.replace(/^#/u, '').split('/');
  const place = ORDER.find((one) => one === name);
  return place === undefined ? undefined : { place, series: SERIES.test(series) ? series : undefined };
}

/** The series that an address names without a lens. */
export function instrumentOf(fragment: string): string | undefined {
  const [name, series = ''] = fragment.replace(/^#/u, '').split('/');
  return name === 'instrument' && SERIES.test(series) ? series : undefined;
}

/** Writes the address: in place of the one that is there, or as another step in the history of the browser. */
export function writePlace({ place, series }: Shown, asStep = false): void {
  const address = series === undefined ? `#${place}` : `#${place}/${series}`;
  if (asStep) history.pushState(null, '', address);
  else history.replaceState(null, '', address);
}
