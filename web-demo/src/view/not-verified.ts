// Owns what a view shows in place of what only a verified message has.
import { foreign } from '@chirp-protocol/renderer';
import type { Arrival } from '../model/playground.js';
import { icon, make, sentence } from './dom.js';

/** A designed nothing: what is missing, and the verifier's reasons. */
export function notVerified(title: string, { verified }: Arrival): HTMLElement {
  const reasons = verified.reasons.map(({ at, code, message }) =>
    make(
      'li',
      {},
      sentence(message),
      ' ',
      make('code', { class: 'code' }, code),
      ...(at === '' ? [] : [' ', make('code', { class: 'at' }, foreign(at))]),
    ),
  );
  return make(
    'div',
    { class: 'nothing' },
    icon('shield-cross'),
    make('p', { class: 'nothing-title' }, title),
    make(
      'p',
      { class: 'quiet' },
      'A client reads only the plain text of a message that it could not verify.',
    ),
    make('ul', { class: 'reasons', role: 'list' }, ...reasons),
  );
}
