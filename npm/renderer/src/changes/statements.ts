// Owns what an envelope says, as single statements that can be compared one by one: everything but its text, its place in
// the series and its seal.
import type { Envelope } from '@chirp-protocol/protocol';
import { AUDIT_NONE, AUDITS, CATEGORIES, CHECKS, countsOf, SEVERITIES, STATES } from '../words.js';
import { type STATEMENTS, WORDS } from './words.js';

/** What a statement is about, by a name that does not change. */
export type What = keyof typeof STATEMENTS;

/** One statement: what it is about, of which item if there are several, and what it says. */
export interface Statement {
  readonly what: What;
  readonly item?: string;
  readonly value: string;
}

/** The statements of an envelope, each under a key that is the same in every revision. */
export function statements(envelope: Envelope): Map<string, Statement> {
  const found = new Map<string, Statement>();
  const say = (what: What, value: string | undefined, item?: string, id = '') => {
    if (value !== undefined)
      found.set(JSON.stringify([what, id]), { what, value, ...(item === undefined ? {} : { item }) });
  };
  const { delivery, handling, instrument, lifecycle, presentation, redaction, source, subject } = envelope;
  say('source', `${source.kind}/${source.id}`);
  say('source_name', source.display_name);
  say('subject', subject && `${subject.kind}/${subject.id}`);
  say('subject_label', subject?.label);
  say('kind', envelope.kind);
  say('state', lifecycle && STATES[lifecycle.state].word);
  say('started_at', lifecycle?.started_at);
  say('ended_at', lifecycle?.ended_at);
  say('counts', lifecycle?.counts && countsOf(lifecycle.counts.done, lifecycle.counts.total));
  say('severity', SEVERITIES[envelope.severity ?? 'info'].word);
  say('occurred_at', envelope.occurred_at);
  say('category', instrument && CATEGORIES[instrument.category]);
  say('layout', instrument?.layout);
  say('requires', instrument?.requires?.join(', '));
  sayAttention(say, instrument?.attention);
  for (const action of envelope.actions ?? []) {
    const { id, label, ...rest } = action;
    say('action', [label, ...membersOf(rest)].join(' · '), id, id);
  }
  if (instrument !== undefined) sayAudit(say, instrument.audit);
  for (const { digest, label, ...rest } of instrument?.evidence ?? [])
    say('evidence', [label, ...membersOf(rest)].join(' · '), digest, digest);
  say('lang', presentation.lang);
  say('dedupe_key', delivery?.dedupe_key);
  say('handling', handling && membersOf(handling).join(' · '));
  say('redaction', redaction && membersOf(redaction).join(' · '));
  return found;
}

type Say = (what: What, value: string | undefined, item?: string, id?: string) => void;
type Instrument = NonNullable<Envelope['instrument']>;

function sayAttention(say: Say, attention: Instrument['attention']): void {
  if (attention === undefined) return;
  say('attention', attention.reason);
  say('attention_since', attention.since);
  say('attention_until', attention.until);
  say(
    'attention_audience',
    attention.audience?.map(({ id, kind }) => `${kind} ${id}`).join(', ') ?? WORDS.everyone,
  );
}

function sayAudit(say: Say, audit: Instrument['audit']): void {
  say('audit', (audit === undefined ? AUDIT_NONE : AUDITS[audit.status]).word);
  say('proof', audit?.proof && membersOf(audit.proof).join(' · '));
  for (const { evidence = [], id, label, status } of audit?.checks ?? []) {
    say('check', `${CHECKS[status].word}: ${label}`, id, id);
    const said = evidence.map((one) => membersOf(one).join(' '));
    say('check_evidence', said.length === 0 ? undefined : said.join(' · '), id, id);
  }
}

/** The members of an object of the wire as text, in its own order. */
function membersOf(object: object): string[] {
  return Object.entries(object).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
}
