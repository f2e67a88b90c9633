// Owns what an instrument asks for and what it reports about an audit: as reported, never more.
import type { Envelope } from '@chirp-protocol/protocol';
import { make } from '../dom.js';
import { icon } from '../icons.js';
import { foreign, own } from '../text.js';
import { AUDITS, checksOf, WORDS } from '../words.js';
import { langOf } from './header.js';
import { time } from './time.js';

type Instrument = NonNullable<Envelope['instrument']>;

/** Why and since when a person is asked for; nothing when nobody is. */
export function attention(envelope: Envelope): HTMLElement[] {
  const asked = envelope.instrument?.attention;
  if (asked === undefined) return [];
  return [
    make(
      'p',
      { class: 'attention', part: 'attention' },
      icon('flag'),
      own(
        make('strong', {}, `${WORDS.attention}: `),
        foreign(asked.reason, langOf(envelope)),
        make('span', { class: 'quiet' }, ` ${WORDS.since} `, time(asked.since)),
      ),
    ),
  ];
}

/**
 * The audit line of an instrument. A message that succeeded says nothing about an audit, so none is derived.
 */
export function audit(envelope: Envelope): HTMLElement[] {
  return envelope.instrument === undefined ? [] : [auditLine(envelope.instrument)];
}

function auditLine({ audit: reported }: Instrument): HTMLElement {
  if (reported === undefined) {
    return make('p', { class: 'audit', part: 'audit' }, icon('shield'), own(WORDS.auditNone));
  }
  const look = AUDITS[reported.status];
  const attributes = { class: 'audit', part: 'audit', 'data-tone': look.tone } as const;
  const line = make('p', attributes, icon(look.icon), own(look.word));
  const count = reported.checks?.length ?? 0;
  if (count > 0) line.append(make('span', { class: 'quiet' }, own(checksOf(count))));
  return line;
}
