// Owns what changed between two revisions: of what an envelope states, and of its text.
import type { Envelope } from '@chirp-protocol/protocol';
import { compareLines, type Hunk } from './lines.js';
import { statements, type What } from './statements.js';

/** One statement that changed: absent before, it is new; absent after, it is gone. */
export interface Change {
  /** What it is about, such as `state`. */
  readonly what: What;
  /** The id of the check or action, or the digest of the evidence. */
  readonly item?: string;
  /** What it said. */
  readonly before?: string;
  /** What it says. */
  readonly after?: string;
}

/** What changed between two revisions. */
export interface Changes {
  /** In the order in which the later one states them, then what is gone. */
  readonly statements: readonly Change[];
  /** The text, the PubMark source where there is one, in whole lines; empty if it is the same. */
  readonly text: readonly Hunk[];
}

/**
 * What changed between two envelopes, which the caller has verified. Checks and actions are matched by their ids, evidence
 * by its digest. Linear but for the text, whose cost `compareLines` says.
 */
export function changesBetween(before: Envelope, after: Envelope): Changes {
  const [old, young] = [statements(before), statements(after)];
  const changes: Change[] = [];
  for (const key of new Set([...young.keys(), ...old.keys()])) {
    const [was, is] = [old.get(key), young.get(key)];
    const one = is ?? was;
    if (one === undefined || was?.value === is?.value) continue;
    const { item, what } = one;
    changes.push({
      what,
      ...(item === undefined ? {} : { item }),
      ...(was === undefined ? {} : { before: was.value }),
      ...(is === undefined ? {} : { after: is.value }),
    });
  }
  const [text, newText] = [textOf(before), textOf(after)];
  return { statements: changes, text: text === newText ? [] : compareLines(text, newText) };
}

function textOf({ presentation }: Envelope): string {
  return presentation.pubmark ?? presentation.fallback;
}
