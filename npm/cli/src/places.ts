// Owns: the text that a problem's position speaks of: the input, or the PubMark source inside it.

import { compile, type Problem } from '@chirp-protocol/protocol/compile';
import { Excerpts } from './excerpt.js';
import type { Style } from './style.js';
import { visibleLine } from './visible.js';

/** A PubMark source inside an envelope, and what the compiler says of it. */
interface Inner {
  readonly at: string;
  readonly excerpts: Excerpts;
  readonly found: readonly Problem[];
}

/** Shows the places of the problems of one input. For display only: nothing is decided here. */
export class Places {
  readonly #text: string;
  readonly #name: string;
  readonly #style: Style;
  #excerpts: Excerpts | undefined;
  #inner: Inner | undefined;

  constructor(input: Uint8Array, name: string, style: Style) {
    this.#text = new TextDecoder().decode(input);
    this.#name = visibleLine(name);
    this.#style = style;
  }

  /** Where a problem is, in lines for a person: name, line and column, then the line itself with a mark. */
  of(problem: Problem): string[] {
    const { position } = problem;
    if (position === undefined) return [];
    const inner = this.#innerOf(problem);
    const name = inner === undefined ? this.#name : `${this.#name}, in its PubMark`;
    this.#excerpts ??= new Excerpts(this.#text);
    return [
      this.#style.quiet(`${name}:${position.line}:${position.column}`),
      ...(inner?.excerpts ?? this.#excerpts).at(position, this.#style),
    ];
  }

  /**
   * The PubMark source, if the position lies in it. A problem at `pubmark` may also be one of the JSON around it; the
   * compiler's own answer tells the two apart.
   */
  #innerOf(problem: Problem): Inner | undefined {
    if (!problem.at.endsWith('/presentation/pubmark')) return undefined;
    if (this.#inner?.at !== problem.at) this.#inner = compiledAt(this.#text, problem.at);
    return this.#inner?.found.some((other) => isSame(other, problem)) ? this.#inner : undefined;
  }
}

function compiledAt(json: string, at: string): Inner | undefined {
  const source = stringAt(json, at);
  if (source === undefined) return undefined;
  const compiled = compile(source);
  return { at, excerpts: new Excerpts(source), found: compiled.ok ? compiled.advice : compiled.problems };
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
