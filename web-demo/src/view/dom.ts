// Owns the ways in which the page makes DOM. Text that somebody else wrote goes into it by the renderer's
// `foreign`.
import { foreign } from '@chirp-protocol/renderer';

const SVG = 'http://www.w3.org/2000/svg';

/** Makes an element with attributes and content. An attribute that is `undefined` is left out. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | undefined>> = {},
  ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(name, value);
  }
  element.append(...content);
  return element;
}

/** The element of the page with this id. Throws when the page has none, or one of another class. */
export function byId<Element extends HTMLElement>(id: string, kind: new () => Element): Element {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new TypeError(`the page has no #${id}`);
  return element;
}

/** One of the shapes that the page defines, at the size of the text beside it; a word always stands there too. */
export function icon(name: string): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `#icon-${name}`);
  svg.append(use);
  return svg;
}

/** The core's phrase as a sentence that stands alone; what it quotes in backticks is set as code. */
export function sentence(phrase: string): HTMLElement {
  const end = /[.?!]$/u.test(phrase) ? '' : '.';
  const [first = '', ...rest] = `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}${end}`.split('`');
  const pieces = rest.map((piece, index) =>
    index % 2 === 0 ? make('code', {}, foreign(piece)) : foreign(piece),
  );
  return make('span', {}, foreign(first), ...pieces);
}

/** A count with its noun: `1 problem`, `2 problems`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
