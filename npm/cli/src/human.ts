// Owns: how an outcome looks to a person.

import type { Problem, Reason } from '@chirp-protocol/protocol/compile';
import type { Account, Outcome } from './outcome.js';
import { Places } from './places.js';
import type { Style } from './style.js';
import { visible, visibleLine } from './visible.js';

/** What a person reads about an outcome; ends with a line feed. All that others wrote in it is escaped. */
export function describe(outcome: Outcome, input: Uint8Array, name: string, style: Style): string {
  const { account } = outcome;
  const places = new Places(input, name, style);
  const lines = [
    outcome.ok ? style.good(`✓ ${account.headline}`) : style.bad(`✗ ${account.headline}`),
    ...account.facts.map(([fact, value]) => `  ${style.quiet(fact)} ${visibleLine(value)}`),
    ...account.problems.flatMap((problem) => describeProblem(problem, style.bad, places, style)),
    ...(account.more > 0 ? ['', `… and ${account.more} more`] : []),
    ...account.advice.flatMap((problem) => describeProblem(problem, style.advice, places, style)),
    ...quoted(account, style),
  ];
  return `${lines.join('\n')}\n`;
}

function describeProblem(
  found: Problem | Reason,
  mark: (text: string) => string,
  places: Places,
  style: Style,
): string[] {
  const at = found.at === '' ? '' : ` at ${style.place(visibleLine(found.at))}`;
  const lines = ['', `${mark(found.code)}${at}`, `  ${visibleLine(found.message)}`];
  if (!('rule' in found)) return lines;
  if (found.hint !== undefined) lines.push(`  ${style.quiet('hint:')} ${visibleLine(found.hint)}`);
  return [...lines, ...places.of(found).map((line) => `  ${line}`)];
}

/** The text of the message behind a rule of its own, so that it cannot pass for words of this command. */
function quoted({ text }: Account, style: Style): string[] {
  if (text === undefined || text === '') return [];
  const lines = visible(text.replaceAll('\r\n', '\n')).split('\n');
  return ['', ...lines.map((line) => `  ${style.quiet('│')} ${line}`)];
}
