// Owns which rules go where: into the element's shadow root, and into the two style sheets for pages.
import { privateTokens, publicTokens } from '../tokens.js';
import { CARD_RULES } from './card.js';
import { LAYOUT_RULES } from './layout.js';
import { SHARED_RULES, TREE_RULES } from './tree.js';

/** What the element's shadow root adopts. */
export const ELEMENT_CSS = [privateTokens(':host'), CARD_RULES, SHARED_RULES, TREE_RULES, LAYOUT_RULES].join(
  '\n',
);

/** `tokens.css`: the tokens on the page's root, and `theme="light"` or `theme="dark"` there. */
export const TOKENS_CSS = `${publicTokens(':root')}
:root { color-scheme: light dark; }
:root[theme="light"] { color-scheme: light; }
:root[theme="dark"] { color-scheme: dark; }
`;

/** `tree.css`: the look of what `render` returns, inside an element of the class `chirp-tree`. */
export const TREE_CSS = `${privateTokens('.chirp-tree')}\n.chirp-tree {${SHARED_RULES}}\n${TREE_RULES}`;
