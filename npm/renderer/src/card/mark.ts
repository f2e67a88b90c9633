// Owns the sentence that says why a view is simpler than it could be. The reasons are the verifier's own.
import type { Reason } from '@chirp-protocol/protocol';
import { make } from '../dom.js';
import { icon } from '../icons.js';
import { own, sentence } from '../text.js';

/** The sentence with its reason; further reasons can be unfolded. Nothing when there is no reason. */
export function mark(what: string, reasons: readonly Reason[]): HTMLElement[] {
  // Two reasons may differ in their place alone, which a reader is not shown.
  const [first, ...rest] = new Set(reasons.map(({ message }) => message));
  if (first === undefined) return [];
  const words = [icon('lines'), own(`${what}: `, sentence(first))];
  const attributes = { class: 'mark', part: 'mark', role: 'note' } as const;
  if (rest.length === 0) return [make('p', attributes, ...words)];
  const list = make('ul', {}, ...rest.map((reason) => make('li', { part: 'reason' }, sentence(reason))));
  const more = make('details', {}, make('summary', {}, ...words), list);
  return [make('div', attributes, more)];
}
