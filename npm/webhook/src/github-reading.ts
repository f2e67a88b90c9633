/**
 * What a mapper reads out of one delivery, before it becomes an envelope; and the facts that several events
 * share.
 */
import type { Envelope, Instrument } from '@chirp-protocol/protocol';
import type { Outcome, Outcomes } from './github-outcomes.js';
import { member, webUrl } from './json.js';
import type { Link, Span } from './prose.js';
import { oneLine } from './text.js';

/** One delivery, read. Timestamps are strict, text is one clean line. */
export interface Reading {
  readonly kind: Envelope['kind'];
  /** Which lens of a board shows it. */
  readonly category: Instrument['category'];
  /** The kind of the subject, and its id within the repository, such as `run/42`. */
  readonly subject: { readonly kind: string; readonly id: string; readonly label: string };
  readonly outcome: Outcome;
  /** What the headline says of the subject; the words of the outcome when absent. */
  readonly words?: string;
  readonly facts: readonly (readonly Span[] | undefined)[];
  readonly link: Link | undefined;
  readonly startedAt?: string | undefined;
  readonly endedAt?: string | undefined;
  readonly occurredAt: string | undefined;
  /** Which of two readings of the same instant is the later one. */
  readonly step: number;
  /** That somebody must act, if somebody must. */
  readonly attention?: Attention | undefined;
  /** What tells this delivery from others of the same event, when GitHub's delivery id is not known. */
  readonly key: readonly (string | undefined)[];
}

/** Why somebody must act, and who: people as `octocat`, teams as `octo-org/core`; without any, everyone. */
export interface Attention {
  readonly reason: string;
  readonly people?: readonly string[];
}

/**
 * The outcome for GitHub's word. A word that the table does not know, or none, claims neither state nor
 * severity.
 */
export function outcomeOf(table: Outcomes, word: unknown): Outcome {
  const known = typeof word === 'string' && Object.hasOwn(table, word) ? table[word] : undefined;
  const shown = oneLine(word);
  return known ?? { words: shown === undefined ? 'reported without a status' : `reported as ${shown}` };
}

/** `Name: value`, the value as code; `undefined` when there is no value. */
export function codeFact(name: string, value: unknown): readonly Span[] | undefined {
  const code = oneLine(value);
  return code === undefined ? undefined : [`${name}: `, { code }];
}

/** `Name: value`, the value as text; `undefined` when there is no value. */
export function textFact(name: string, value: unknown): readonly Span[] | undefined {
  const text = oneLine(value);
  return text === undefined ? undefined : [`${name}: ${text}`];
}

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** A commit by its first seven digits, as GitHub shows it. */
export function commitFact(sha: unknown): readonly Span[] | undefined {
  return typeof sha === 'string' && COMMIT.test(sha) ? ['Commit: ', { code: sha.slice(0, 7) }] : undefined;
}

/** The first of the links that is there. */
export function firstLink(...links: readonly (readonly [words: string, value: unknown])[]): Link | undefined {
  for (const [words, value] of links) {
    const url = webUrl(value);
    if (url !== undefined) return { words, url };
  }
  return undefined;
}

/** The page of a commit, for events that name no page of their own. */
export function commitPage(payload: unknown, sha: unknown): string | undefined {
  const repository = webUrl(member(payload, 'repository', 'html_url'));
  if (repository === undefined || typeof sha !== 'string' || !COMMIT.test(sha)) return undefined;
  return `${repository.origin}${repository.pathname}/commit/${sha}`;
}

/** What is needed of everyone who sees it, where GitHub says that someone has to act and not who. */
export function attentionOf({ state, words }: Outcome): Attention | undefined {
  return state === 'blocked' ? { reason: words } : undefined;
}

/** How far a piece of work is, for two readings of one instant: asked for, going on, done. */
export function progressOf(status: unknown): number {
  if (status === 'completed') return 2;
  return status === 'in_progress' ? 1 : 0;
}

/** The numbers of steps of {@link progressOf}, and of what comes after all of them. */
export const STEPS = { again: 3, count: 4 } as const;
