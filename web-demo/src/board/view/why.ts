// Owns the sentences that say why a head is where it is, and when that can next change; the reasons are the core's.
import { foreign } from '@chirp-protocol/renderer';
import { age, dayAndTime } from '../../view/age.js';
import { icon, make, sentence } from '../../view/dom.js';
import type { Head } from '../model/board.js';
import { PLACES } from './lenses.js';

const APPLIES = {
  everyone: 'it is asked of everyone',
  role: 'it is asked of a role that you have',
  user: 'it is asked of you',
} as const;

/** Why a head is in its lens, why it needs the reader or does not, and when that changes by itself. */
export function why({ classified, envelope }: Head, now: string): HTMLElement {
  const { applies, attention, changes_at: changesAt, lens, needs_me: needsMe, why_not: whyNot } = classified;
  const category = make(
    'li',
    {},
    make('strong', {}, PLACES[lens]),
    `: its category is ${envelope.instrument?.category ?? ''}.`,
  );
  const reasons = needsMe
    ? [
        ...(attention === undefined ? [] : [foreign(attention.reason, envelope.presentation.lang), ', and ']),
        `${APPLIES[applies ?? 'everyone']}.`,
      ]
    : whyNot.flatMap((reason, index) => [...(index === 0 ? [] : [' ']), sentence(reason.message)]);
  const needs = make(
    'li',
    { class: needsMe ? 'why-needed' : 'why-not' },
    make('strong', {}, needsMe ? PLACES.needs_me : `Not in ${PLACES.needs_me}`),
    ': ',
    ...reasons,
  );
  const next =
    changesAt === undefined
      ? 'This does not change by itself.'
      : make(
          'span',
          {},
          `This next changes by itself at ${dayAndTime(changesAt)} (`,
          age(changesAt, now),
          ').',
        );
  return make(
    'section',
    { class: 'why', 'aria-labelledby': 'why-title' },
    make('h3', { class: 'why-title', id: 'why-title' }, icon('flag'), 'Why it is here'),
    make('ul', { role: 'list' }, category, needs),
    make('p', { class: 'quiet' }, next),
  );
}
