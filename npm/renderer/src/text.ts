// Owns how foreign text reaches the screen: isolated, so that it cannot reorder what stands beside it, and
// with the nine directional controls written out, so that nobody is shown an order that the characters do not
// have. And how this package's own words stand beside it.
import { DIRECTION_CONTROLS } from '@chirp-protocol/protocol/plain';
import { make } from './dom.js';

/** Embeddings, overrides and isolates (UAX #9, section 2). */
const CONTROL = new RegExp(`[${String.fromCodePoint(...DIRECTION_CONTROLS)}]`, 'gu');

/** The text with each of the nine controls replaced by its name, `U+202E`; for attributes and labels. */
export function visible(text: string): string {
  return text.replace(CONTROL, controlName);
}

/** The text as nodes: plain text, and a marked `U+202E` for each of the nine controls. Linear. */
export function textNodes(text: string): Node[] {
  const nodes: Node[] = [];
  let from = 0;
  for (const match of text.matchAll(CONTROL)) {
    if (match.index > from) nodes.push(document.createTextNode(text.slice(from, match.index)));
    nodes.push(
      make('span', { class: 'control', part: 'control', dir: 'ltr', translate: 'no' }, controlName(match[0])),
    );
    from = match.index + match[0].length;
  }
  if (from < text.length) nodes.push(document.createTextNode(text.slice(from)));
  return nodes;
}

/** One isolated run of foreign text. `lang` is the language its sender declared, if any. */
export function foreign(text: string, lang?: string): HTMLElement {
  return make('bdi', { lang }, ...textNodes(text));
}

/**
 * A run of this package's own words: English and left to right on any page, with foreign runs isolated
 * inside.
 */
export function own(...content: readonly (Node | string)[]): HTMLElement {
  return make('span', { dir: 'ltr', lang: 'en' }, ...content);
}

function controlName(control: string): string {
  return `U+${control.codePointAt(0)?.toString(16).toUpperCase()}`;
}
