// Owns the head of a verified message: who speaks, about what, in which state. Everything here comes from the
// verified envelope; nothing is taken from the text.
import type { Envelope } from '@chirp-protocol/protocol';
import { make } from '../dom.js';
import { icon } from '../icons.js';
import { foreign, own } from '../text.js';
import { CATEGORIES, countsOf, type Look, SEVERITIES, SOURCES, STATES, WORDS } from '../words.js';
import { time } from './time.js';

/** The head: source, time, subject, and one line of facts where there are any. */
export function header(envelope: Envelope): HTMLElement {
  const element = make('header', { class: 'header', part: 'header' }, from(envelope));
  if (envelope.subject !== undefined) element.append(subject(envelope.subject, langOf(envelope)));
  const line = facts(envelope);
  if (line.length > 0) element.append(make('ul', { class: 'facts', part: 'facts', role: 'list' }, ...line));
  return element;
}

/** The language that the sender declared for everything it wrote. */
export function langOf(envelope: Envelope): string | undefined {
  return envelope.presentation.lang;
}

function from(envelope: Envelope): HTMLElement {
  const { display_name: name, id, kind } = envelope.source;
  const look = SOURCES[kind];
  const line = make(
    'div',
    { class: 'from' },
    make('span', { class: 'source-icon' }, icon(look.icon)),
    make('strong', { class: 'source', part: 'source' }, foreign(name ?? id, langOf(envelope))),
    make('span', { class: 'quiet', part: 'source-kind' }, own(look.word)),
  );
  if (envelope.occurred_at !== undefined)
    line.append(make('span', { class: 'when' }, time(envelope.occurred_at)));
  return line;
}

function subject(
  { id, kind, label }: NonNullable<Envelope['subject']>,
  lang: string | undefined,
): HTMLElement {
  return make(
    'p',
    { class: 'subject', part: 'subject' },
    make('span', { class: 'subject-label' }, foreign(label ?? id, lang)),
    ' ',
    make('span', { class: 'quiet subject-kind' }, foreign(kind)),
  );
}

function facts(envelope: Envelope): HTMLElement[] {
  const { instrument, lifecycle, redaction, severity } = envelope;
  const items: HTMLElement[] = [];
  if (lifecycle !== undefined) {
    items.push(badge(STATES[lifecycle.state], 'state', { 'data-state': lifecycle.state }));
  }
  if (severity !== undefined)
    items.push(badge(SEVERITIES[severity], 'severity', { 'data-severity': severity }));
  if (lifecycle?.counts !== undefined)
    items.push(fact(countsOf(lifecycle.counts.done, lifecycle.counts.total)));
  if (lifecycle?.started_at !== undefined) items.push(fact(`${WORDS.started} `, time(lifecycle.started_at)));
  if (lifecycle?.ended_at !== undefined) items.push(fact(`${WORDS.ended} `, time(lifecycle.ended_at)));
  if (instrument !== undefined) {
    items.push(fact(`${CATEGORIES[instrument.category]}, ${WORDS.revision} ${instrument.revision}`));
  }
  if (redaction !== undefined) items.push(fact(`${WORDS.redacted} `, foreign(redaction.policy)));
  return items;
}

function badge(
  look: Look,
  part: string,
  data: { 'data-severity': string } | { 'data-state': string },
): HTMLElement {
  const attributes = { class: 'badge', part: `badge ${part}`, 'data-tone': look.tone, ...data };
  return make('li', attributes, icon(look.icon), own(look.word));
}

function fact(...content: (Node | string)[]): HTMLElement {
  return make('li', { class: 'fact', part: 'fact' }, own(...content));
}
