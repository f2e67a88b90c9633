// Owns what an instrument asks of people: who, why, since when, and until when.
import type { Envelope } from '@chirp-protocol/protocol';
import { make } from '../dom.js';
import { icon } from '../icons.js';
import { foreign, own } from '../text.js';
import { AUDIENCES, WORDS } from '../words.js';
import { langOf } from './header.js';
import { aged } from './time.js';

type Attention = NonNullable<NonNullable<Envelope['instrument']>['attention']>;

/** Who is asked for, why and since when; nothing when nobody is. */
export function attention(envelope: Envelope): HTMLElement[] {
  const asked = envelope.instrument?.attention;
  if (asked === undefined) return [];
  const window = [make('span', {}, own(`${WORDS.since} `, ...aged(asked.since)))];
  if (asked.until !== undefined) window.push(make('span', {}, own(`${WORDS.until} `, ...aged(asked.until))));
  return [
    make(
      'div',
      { class: 'attention', part: 'attention', role: 'group', 'aria-label': WORDS.attention },
      icon('flag'),
      make(
        'div',
        { class: 'attention-body' },
        make(
          'p',
          {},
          own(
            make('strong', { class: 'attention-word' }, `${WORDS.attention}: `),
            foreign(asked.reason, langOf(envelope)),
          ),
        ),
        make('p', { class: 'quiet attention-who' }, make('span', {}, own(...audience(asked))), ...window),
      ),
    ),
  ];
}

function audience({ audience: asked }: Attention): (Node | string)[] {
  if (asked === undefined) return [WORDS.everyone];
  return asked.flatMap(({ id, kind }, index) => [
    index === 0 ? `${WORDS.askedOf} ${AUDIENCES[kind]} ` : `, ${AUDIENCES[kind]} `,
    foreign(id),
  ]);
}
