// Owns what is said of what happened: one sentence for the log and for those who hear the page.
import type { Envelope } from '@chirp-protocol/protocol/instruments';
import { STATES } from '@chirp-protocol/renderer';
import type { Change } from '../source.js';

/** A change that has a series, or one that the board found by itself. */
type Told =
  | Exclude<Change, { readonly kind: 'context' | 'reset' }>
  /** A head came into Needs Me, or left it, for a reason. */
  | {
      readonly kind: 'needed' | 'released';
      readonly at: string;
      readonly series: string;
      readonly why: string;
    };

/** Something that happened. */
export interface News {
  readonly kind: Told['kind'];
  /** When, by the clock of the source. */
  readonly at: string;
  readonly series: string;
  /** What it is about: foreign text. */
  readonly subject: string;
  /** What happened, as the rest of the sentence. */
  readonly said: string;
  /** The code of a refusal. */
  readonly code?: string;
}

/** The news of a change. `held` is the message that it is about, as far as it is there. */
export function newsOf(told: Told, held: { readonly envelope: Envelope } | undefined): News {
  const { at, kind, series } = told;
  const subject = held === undefined ? 'A series' : nameOf(held.envelope);
  const said = sentenceOf(told, held?.envelope);
  return { kind, at, series, subject, said, ...(told.kind === 'refused' ? { code: told.problem.code } : {}) };
}

/** What a message is about, by the name that its sender gives it. */
export function nameOf({ source, subject }: Envelope): string {
  return subject?.label ?? subject?.id ?? source.display_name ?? source.id;
}

function sentenceOf(told: Told, envelope: Envelope | undefined): string {
  switch (told.kind) {
    case 'arrived':
      return arrival(envelope);
    case 'refused':
      return `a revision was refused: ${told.problem.message}`;
    case 'gap':
      return `revision ${told.revision} was removed for ${told.gap.reason}; a gap is left`;
    case 'done':
      return `the action “${labelOf(told.action, envelope)}” is done`;
    case 'needed':
      return `needs you: ${told.why}`;
    case 'released':
      return `no longer needs you: ${told.why}`;
  }
}

function arrival(envelope: Envelope | undefined): string {
  const revision = envelope?.instrument?.revision ?? 1;
  const state = envelope?.lifecycle?.state;
  const now = state === undefined ? '' : `, ${STATES[state].word.toLowerCase()}`;
  return revision === 1 ? `is new${now}` : `has revision ${revision}${now}`;
}

function labelOf(action: string, envelope: Envelope | undefined): string {
  return envelope?.actions?.find(({ id }) => id === action)?.label ?? action;
}
