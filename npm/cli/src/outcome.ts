// Owns: what an operation found, in the form that programs read and in the form that people do.

import type { EnvelopeError, Problem, Reason } from '@chirp-protocol/protocol/compile';

/** What a person is told. */
export interface Account {
  /** One line; how it ended is said by its mark. */
  readonly headline: string;
  /** What else is known: a name and a value. */
  readonly facts: readonly (readonly [string, string])[];
  /** What is wrong. */
  readonly problems: readonly (Problem | Reason)[];
  /** How many further problems there are. */
  readonly more: number;
  /** What could be better. */
  readonly advice: readonly Problem[];
  /** Text of the message itself. */
  readonly text?: string;
}

/** What an operation found in one input. */
export interface Outcome {
  /** Whether the input was accepted. */
  readonly ok: boolean;
  /** The report: the text of one JSON object. */
  readonly report: string;
  /** What the operation made, if it makes something and the input was accepted. */
  readonly product?: string;
  readonly account: Account;
}

/** The outcome of an input that was refused, by a report or an error. */
export function refused(
  found: Pick<EnvelopeError, 'problems' | 'more'> & { readonly advice?: readonly Problem[] },
): Outcome {
  const { problems, more, advice = [] } = found;
  return {
    ok: false,
    report: JSON.stringify({ ok: false, problems, more, advice }),
    account: {
      headline: `rejected: ${counted(problems.length + more, 'problem')}`,
      facts: [],
      problems,
      more,
      advice,
    },
  };
}

/** The outcome of an operation that made `product`; `members` are those of the report that say so. */
export function made(product: string, members: string, advice: readonly Problem[] = []): Outcome {
  const findings = { problems: [], more: 0, advice };
  return {
    ok: true,
    report: `${JSON.stringify({ ok: true, ...findings }).slice(0, -1)},${members}}`,
    product,
    account: { headline: 'accepted, with advice', facts: [], ...findings },
  };
}

/** The report with the line it belongs to, counted from 1, as its first member. */
export function withLine(report: string, line: number): string {
  return `{"line":${line},${report.slice(1)}`;
}

/** A number with its noun. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
