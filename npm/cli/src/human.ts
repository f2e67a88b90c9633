// Owns: how an outcome looks to a person.

import { type Problem, type Reason, compile } from '@chirp-protocol/protocol/compile';
import { escape, escapeLine } from './escape.js';
import { Excerpts } from './excerpt.js';
import type { Account, Outcome } from './outcome.js';
import type { Style } from './style.js';

/** What a person reads about an outcome; ends with a line feed. All that others wrote in it is escaped. */
export function describe(outcome: Outcome, input: Uint8Array, name: string, style: Style): string {
  const { account } = outcome;
  const places = new Places(input, name, style);
  const lines = [
    outcome.ok ? style.good(`✓ ${account.headline}`) : style.bad(`✗ ${account.headline}`),
    ...account.facts.map(([fact, value]) => `  ${style.quiet(fact)} ${escapeLine(value)}`),
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
  const at = found.at === '' ? '' : ` at ${style.place(escapeLine(found.at))}`;
  const lines = ['', `${mark(found.code)}${at}`, `  ${escapeLine(found.message)}`];
  if (!('rule' in found)) return lines;
  if (found.hint !== undefined) lines.push(`  ${style.quiet('hint:')} ${escapeLine(found.hint)}`);
  return [...lines, ...places.of(found).map((line) => `  ${line}`)];
}

/** The text of the message behind a rule of its own, so that it cannot pass for words of this command. */
function quoted({ text }: Account, style: Style): string[] {
  if (text === undefined || text === '') return [];
  const lines = escape(text.replaceAll('\r\n', '\n')).split('\n');
  return ['', ...lines.map((line) => `  ${style.quiet('│')} ${line}`)];
}

/** Finds the lines that problems speak of: those of the input, or of the PubMark source in it. */
class Places {
  readonly #text: string;
  readonly #name: string;
  readonly #style: Style;
  #excerpts: Excerpts | undefined;

  constructor(input: Uint8Array, name: string, style: Style) {
    this.#text = new TextDecoder().decode(input);
    this.#name = name;
    this.#style = style;
  }

  of(problem: Problem): string[] {
    const { position } = problem;
    if (position === undefined) return [];
    const source = this.#sourceOf(problem);
    const name = escapeLine(this.#name) + (source === undefined ? '' : ', in its PubMark');
    this.#excerpts ??= new Excerpts(this.#text);
    const excerpts = source === undefined ? this.#excerpts : new Excerpts(source);
    return [
      this.#style.quiet(`${name}:${position.line}:${position.column}`),
      ...excerpts.at(position, this.#style),
    ];
  }

  /**
   * The PubMark source of an envelope, if the position lies in it: a problem there may also be one of the JSON around
   * it, and only the compiler's own answer tells the two apart. For display; nothing is decided by it.
   */
  #sourceOf(problem: Problem): string | undefined {
    if (!problem.at.endsWith('/presentation/pubmark')) return undefined;
    const source = stringAt(this.#text, problem.at);
    if (source === undefined) return undefined;
    const compiled = compile(source);
    const found = compiled.ok ? compiled.advice : compiled.problems;
    return found.some((other) => isSame(other, problem)) ? source : undefined;
  }
}

function isSame(one: Problem, other: Problem): boolean {
  return (
    one.code === other.code &&
    one.position?.line === other.position?.line &&
    one.position?.column === other.position?.column
  );
}

function stringAt(json: string, pointer: string): string | undefined {
  try {
    let value: unknown = JSON.parse(json);
    for (const token of pointer.split('/').slice(1)) value = (value as Record<string, unknown>)[token];
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
