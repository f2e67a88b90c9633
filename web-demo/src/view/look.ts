// Owns how a state, a severity and an audit stand in a row: a shape and a word, and a colour beside them.
import type { Envelope } from '@chirp-protocol/protocol/instruments';
import { AUDIT_NONE, AUDITS, icon, type Look, SEVERITIES, STATES } from '@chirp-protocol/renderer';
import { make } from './dom.js';

/** Shape and word of a look. `short` is the word where there is little room; the whole one is then the title. */
export function sign({ icon: shape, tone, word }: Look, short = word): HTMLElement {
  return make(
    'span',
    { class: 'sign', 'data-tone': tone, title: short === word ? undefined : word },
    icon(shape),
    make('span', { class: 'sign-word' }, short),
  );
}

/** The state of what the message is about, or that none was said. */
export function stateSign({ lifecycle }: Envelope): HTMLElement {
  return lifecycle === undefined ? quiet('No state') : sign(STATES[lifecycle.state]);
}

/** How bad it is; one that nobody declared counts as `info`, and so it says. */
export function severitySign({ severity = 'info' }: Envelope): HTMLElement {
  return sign(SEVERITIES[severity]);
}

/** What was reported of an audit, which no outcome stands for. */
export function auditSign({ instrument }: Envelope): HTMLElement {
  const status = instrument?.audit?.status;
  return status === undefined ? sign(AUDIT_NONE, 'No audit') : sign(AUDITS[status], AUDIT_WORDS[status]);
}

const AUDIT_WORDS = {
  failed: 'Audit failed',
  incomplete: 'Incomplete',
  not_run: 'Not run',
  passed: 'Audit passed',
} as const;

function quiet(words: string): HTMLElement {
  return make('span', { class: 'sign quiet' }, words);
}
