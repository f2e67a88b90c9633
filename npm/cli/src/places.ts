// Owns: the text that a problem's position speaks of: the input, or the PubMark source inside it.

import { type Problem, positionIn } from '@chirp-protocol/protocol/compile';
import { Excerpts } from './excerpt.js';
import type { Style } from './style.js';
import { visibleLine } from './visible.js';

/** Shows the places of the problems of one input. For display only: nothing is decided here. */
export class Places {
  readonly #text: string;
  readonly #name: string;
  readonly #style: Style;
  /** By the pointer of the text; that of the input is ''. */
  readonly #excerpts = new Map<string, Excerpts>();

  constructor(input: Uint8Array, name: string, style: Style) {
    this.#text = new TextDecoder().decode(input);
    this.#name = visibleLine(name);
    this.#style = style;
  }

  /** Where a problem is, in lines for a person: name, line and column, then the line itself with a mark. */
  of(problem: Problem): string[] {
    const { at, position } = problem;
    if (position === undefined) return [];
    const inSource = positionIn(problem) === 'source';
    const name = inSource ? `${this.#name}, in its PubMark` : this.#name;
    return [
      this.#style.quiet(`${name}:${position.line}:${position.column}`),
      ...this.#excerptsOf(inSource ? at : '').at(position, this.#style),
    ];
  }

  #excerptsOf(at: string): Excerpts {
    const excerpts =
      this.#excerpts.get(at) ?? new Excerpts(at === '' ? this.#text : stringAt(this.#text, at));
    this.#excerpts.set(at, excerpts);
    return excerpts;
  }
}

/** A string inside a JSON text; '' where there is none. */
function stringAt(json: string, pointer: string): string {
  try {
    let value: unknown = JSON.parse(json);
    for (const token of pointer.split('/').slice(1)) value = (value as Record<string, unknown>)[token];
    return typeof value === 'string' ? value : '';
  } catch {
    return '';
  }
}
