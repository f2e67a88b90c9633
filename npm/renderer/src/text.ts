// Owns how foreign text reaches the screen: isolated, so that it cannot reorder what stands beside it; with the
// nine directional controls written out, so that nobody is shown an order that the characters do not have; and
// without endless stacks of marks, which no browser lays out in bearable time. And how this package's own words
// stand beside it.
import { DIRECTION_CONTROLS } from '@chirp-protocol/protocol/plain';
import { make } from './dom.js';

/** Embeddings, overrides and isolates (UAX #9, section 2). */
const CONTROL = `[${String.fromCodePoint(...DIRECTION_CONTROLS)}]`;

/**
 * What joins the character before it (UAX #29: Extend, ZWJ and SpacingMark; the two code points are letters that
 * stack like marks), and what is invisible between such: a browser takes all of it for one stack.
 */
const MARK = `(?!${CONTROL})[\\p{M}\\p{Emoji_Modifier}\\u0E33\\u0EB3\\p{Grapheme_Extend}\\p{Default_Ignorable_Code_Point}]`;

/** Marks on one character that are shown. Text that is meant to be read has a handful. */
const SHOWN_MARKS = 64;

/** One control, however often in a row, or a stack of too many marks. */
const WRITTEN_OUT = new RegExp(`(${CONTROL})\\1*|((?:${MARK}){${SHOWN_MARKS}})((?:${MARK})+)`, 'gu');

/**
 * The text as it is shown: each of the nine controls by its name, `⟨U+202E⟩`, several of one in a row as
 * `⟨U+202E ×3⟩`; and of more than 64 marks on one character, the rest counted, `⟨+3 marks⟩`. Plain text, so it
 * makes no nodes of its own. Linear.
 */
export function visible(text: string): string {
  return text.replace(WRITTEN_OUT, (run: string, control?: string, shown?: string, rest = '') =>
    control === undefined
      ? `${shown}⟨+${[...rest].length} marks⟩`
      : `⟨${nameOf(control)}${times(run.length)}⟩`,
  );
}

/** One isolated run of foreign text. `lang` is the language its sender declared, if any. */
export function foreign(text: string, lang?: string): HTMLElement {
  return make('bdi', { lang }, visible(text));
}

/** A sentence of the core: what stands between backticks in it is text of others, and is shown as code. */
export function sentence(text: string): HTMLElement {
  const parts = text.split('`');
  if (parts.length % 2 === 0) return own(foreign(text));
  return own(...parts.map((part, at) => (at % 2 === 0 ? visible(part) : make('code', {}, foreign(part)))));
}

/**
 * A run of this package's own words: English and left to right on any page, with foreign runs isolated
 * inside.
 */
export function own(...content: readonly (Node | string)[]): HTMLElement {
  return make('span', { dir: 'ltr', lang: 'en' }, ...content);
}

function nameOf(control: string): string {
  return `U+${control.codePointAt(0)?.toString(16).toUpperCase()}`;
}

function times(count: number): string {
  return count === 1 ? '' : ` ×${count}`;
}
