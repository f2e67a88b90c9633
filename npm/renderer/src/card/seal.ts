// Owns the mark of a verified message: the short digest, and on demand the whole one, the identities behind
// the names, and what a seal does and does not prove.
import type { Envelope } from '@chirp-protocol/protocol';
import { make } from '../dom.js';
import { icon } from '../icons.js';
import { foreign, own } from '../text.js';
import { WORDS } from '../words.js';
import { whole } from './evidence.js';

/** Hexadecimal digits of the short digest: 48 bits, to compare by eye, not to rely on. */
const SHORT_DIGITS = 12;

/** The foot of a verified message. */
export function seal(envelope: Envelope, digest: string): HTMLElement {
  const short = digest.slice(digest.indexOf(':') + 1).slice(0, SHORT_DIGITS);
  const rows = make(
    'dl',
    { class: 'identities' },
    make('dt', {}, own(WORDS.digest)),
    make('dd', {}, whole(digest)),
    ...row(WORDS.source, `${envelope.source.kind}/${envelope.source.id}`),
  );
  if (envelope.subject !== undefined) {
    rows.append(...row(WORDS.subject, `${envelope.subject.kind}/${envelope.subject.id}`));
  }
  return make(
    'details',
    { class: 'seal', part: 'seal' },
    make(
      'summary',
      {},
      icon('seal'),
      own(WORDS.sealed),
      make('code', { class: 'digest', part: 'digest', translate: 'no', dir: 'ltr' }, short),
    ),
    make('div', { class: 'seal-body' }, make('p', {}, own(WORDS.sealedMeaning)), rows),
  );
}

function row(name: string, value: string): HTMLElement[] {
  return [make('dt', {}, own(name)), make('dd', { translate: 'no' }, foreign(value))];
}
