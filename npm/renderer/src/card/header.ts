// Owns the head of a verified message: who speaks, about what, in which state. Everything here comes from the
// verified envelope; nothing is taken from the text.
import type { Envelope } from '@chirp-protocol/protocol';
import { make } from '../dom.js';
import { icon } from '../icons.js';
import { foreign, own } from '../text.js';
import {
  AUDIT_NONE,
  AUDITS,
  CATEGORIES,
  countsOf,
  type Look,
  PAST,
  SEVERITIES,
  SOURCES,
  STATES,
  WORDS,
} from '../words.js';
import { aged, time } from './time.js';

/** The head: source, time, subject, and what there is of badges and facts. `past` marks a past revision. */
export function header(envelope: Envelope, past: boolean): HTMLElement {
  const element = make('header', { class: 'header', part: 'header' }, from(envelope));
  if (envelope.subject !== undefined) element.append(subject(envelope.subject, langOf(envelope)));
  const marks = badges(envelope, past);
  if (marks.length > 0)
    element.append(make('ul', { class: 'badges', part: 'badges', role: 'list' }, ...marks));
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
    line.append(make('span', { class: 'when' }, own(...aged(envelope.occurred_at))));
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

/**
 * State, audit and severity. The audit of an instrument stands beside its state, because a success is no pass; a
 * message that is no instrument has none, and none is derived.
 */
function badges({ instrument, lifecycle, severity }: Envelope, past: boolean): HTMLElement[] {
  const items: HTMLElement[] = [];
  if (lifecycle !== undefined) {
    items.push(badge(STATES[lifecycle.state], 'state', { 'data-state': lifecycle.state }));
  }
  if (instrument !== undefined) {
    const { audit } = instrument;
    items.push(badge(audit === undefined ? AUDIT_NONE : AUDITS[audit.status], 'audit-status', {}));
  }
  if (severity !== undefined)
    items.push(badge(SEVERITIES[severity], 'severity', { 'data-severity': severity }));
  if (past) items.push(badge(PAST, 'past', {}));
  return items;
}

function badge(
  look: Look,
  part: string,
  data: { 'data-severity'?: string; 'data-state'?: string },
): HTMLElement {
  const attributes = { class: `badge ${part}`, part: `badge ${part}`, 'data-tone': look.tone, ...data };
  return make('li', attributes, icon(look.icon), own(look.word));
}

function facts({ instrument, lifecycle, redaction }: Envelope): HTMLElement[] {
  const items: HTMLElement[] = [];
  if (lifecycle?.counts !== undefined) {
    const { done, total } = lifecycle.counts;
    items.push(fact('counts', WORDS.counted, countsOf(done, total)));
  }
  const { ended_at: ended, started_at: started } = lifecycle ?? {};
  if (started !== undefined)
    items.push(fact('started', WORDS.started, ...(ended === undefined ? aged(started) : [time(started)])));
  if (ended !== undefined) items.push(fact('ended', WORDS.ended, ...aged(ended)));
  if (instrument !== undefined) {
    items.push(fact('revision', CATEGORIES[instrument.category], `${WORDS.revision} ${instrument.revision}`));
  }
  if (redaction !== undefined) items.push(fact('redaction', WORDS.redacted, foreign(redaction.policy)));
  return items;
}

function fact(name: string, word: string, ...content: (Node | string)[]): HTMLElement {
  return make(
    'li',
    { class: 'fact', part: 'fact', 'data-fact': name },
    own(make('span', { class: 'fact-name' }, word), ' ', make('span', { class: 'fact-value' }, ...content)),
  );
}
