// Owns: the shapes of reports, and problems that are found where the core is not asked.

import { CODES, type Code } from './generated/codes.js';
import type { Projection } from './generated/wire.js';

/** One thing that is wrong with an input. */
export interface Problem {
  /** Stable name of the kind of problem. */
  code: Code;
  /** RFC 6901 pointer into the document that was given; '' is the whole of it. */
  at: string;
  /** Id of the rule in the specification. */
  rule: string;
  /** One plain sentence. */
  message: string;
  /** What to do about it. */
  hint?: string;
  /** The values that the sentence names. */
  params?: Record<string, string | number>;
  /** Line and column, from 1, in Unicode scalar values; {@link positionIn} says in what. */
  position?: { line: number; column: number };
}

/** What a check at the door found. */
export interface Report {
  /** True when there is no problem. */
  ok: boolean;
  /** At most 100 problems, in the order of the input. */
  problems: Problem[];
  /** How many further problems there are. */
  more: number;
  /** What a producer should mend, though nothing refuses it. */
  advice: Problem[];
  /** The digest of the envelope, when `ok`. */
  digest?: string;
  /** The compiled PubMark, when `ok` and the check compiles. */
  projection?: Projection;
  /** The series of an instrument, when `ok` and a workspace was given. */
  series?: string;
}

/** Why a client shows no more than it does. */
export interface Reason {
  code: Code;
  at: string;
  message: string;
}

/** A problem of `code` at `at`: what `CODES` says of it, with `params` in their places. */
export function problem(code: Code, at: string, params: Record<string, string | number> = {}): Problem {
  const { rule, sentence, help } = CODES[code];
  const filled = (text: string) =>
    text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
  return {
    code,
    at,
    rule,
    message: filled(sentence),
    ...(help === '' ? {} : { hint: filled(help) }),
    params,
  };
}

/**
 * What the position of a problem counts in: the PubMark source that stands at its `at`, or the text that was given. A
 * problem without a position has no place in that.
 */
export function positionIn({ at }: Pick<Problem, 'at'>): 'source' | 'input' {
  return at.endsWith('/presentation/pubmark') ? 'source' : 'input';
}
