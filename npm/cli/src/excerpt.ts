// Owns: the line of a text that a problem speaks of, with a mark below the place.

import type { Problem } from '@chirp-protocol/protocol/compile';
import type { Style } from './style.js';
import { visibleLine } from './visible.js';

/** Line and column, from 1; the column counts Unicode scalar values. */
export type Position = NonNullable<Problem['position']>;

/** How much of a long line is shown around the place, in characters. */
const BEFORE = 48;
const AFTER = 24;
/** Longer than any line of a message, in UTF-16 units; one that is longer still is not shown. */
const LINE_UTF16 = 2 * 1024 * 1024;

// What a terminal draws two cells wide, and what it draws on the cell before. An approximation: it moves a mark.
const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\uFF01-\uFF60]/u;
const WIDTHLESS = /\p{Mn}|\p{Me}|\u200C|\u200D/u;

/** A text whose lines can be shown. Splits it once; many problems of one long line cost no more than one. */
export class Excerpts {
  readonly #lines: readonly string[];
  readonly #characters = new Map<number, readonly string[]>();

  constructor(text: string) {
    this.#lines = text.split('\n');
  }

  /** The line of the position and the mark below it, or nothing where the text has no such line. */
  at({ line, column }: Position, style: Style): string[] {
    const characters = this.#line(line);
    if (characters === undefined) return [];
    const place = Math.min(column - 1, characters.length);
    const start = Math.max(0, place - BEFORE);
    const end = Math.min(characters.length, place + AFTER);
    const lead = start > 0 ? '…' : '';
    const before = lead + visibleLine(characters.slice(start, place).join(''));
    const rest = visibleLine(characters.slice(place, end).join('')) + (end < characters.length ? '…' : '');
    const number = String(line);
    return [
      `${style.quiet(`${number} │`)} ${before}${rest}`,
      `${style.quiet(`${' '.repeat(number.length)} │`)} ${' '.repeat(widthOf(before))}${style.bad('^')}`,
    ];
  }

  #line(number: number): readonly string[] | undefined {
    const line = this.#lines[number - 1];
    if (line === undefined || line.length > LINE_UTF16) return undefined;
    const characters = this.#characters.get(number) ?? Array.from(line.replace(/\r$/, ''));
    this.#characters.set(number, characters);
    return characters;
  }
}

function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += WIDTHLESS.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
}
