// Owns the only ways in which this package makes DOM: an element with attributes from a closed list, and
// text. Nothing here or elsewhere parses markup, so there is no string that could become an element or a
// handler.

/**
 * The attributes this package may set. There is no `style`, no handler and no `srcdoc` among them, so a page
 * may forbid inline styles and scripts. `id`, `aria-describedby` and `aria-labelledby` are for names that
 * this package gives inside the element's own shadow root; none of them ever holds foreign text.
 */
export type AttributeName =
  | 'alt'
  | 'aria-describedby'
  | 'aria-hidden'
  | 'aria-label'
  | 'aria-labelledby'
  | 'aria-level'
  | 'checked'
  | 'class'
  | 'data-align'
  | 'data-depth'
  | 'data-emphasis'
  | 'data-fact'
  | 'data-kind'
  | 'data-layout'
  | 'data-severity'
  | 'data-state'
  | 'data-tone'
  | 'datetime'
  | 'decoding'
  | 'dir'
  | 'disabled'
  | 'href'
  | 'id'
  | 'lang'
  | 'loading'
  | 'part'
  | 'referrerpolicy'
  | 'rel'
  | 'role'
  | 'scope'
  | 'src'
  | 'start'
  | 'tabindex'
  | 'target'
  | 'title'
  | 'translate'
  | 'type';

/** Attributes for `make`; one that is `undefined` is left out. */
export type Attributes = { readonly [Name in AttributeName]?: string | undefined };

/** Makes one HTML element with its attributes and content; a string becomes a text node. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(name, value);
  }
  element.append(...content);
  return element;
}
