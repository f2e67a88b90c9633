// Owns how the styles of the elements reach their shadow roots: as constructed sheets, which a policy of `style-src
// 'self'` allows, shared by every element on the page.
import { ELEMENT_CSS } from './sheets.js';

const sheets = new Map<string, CSSStyleSheet>();

/**
 * Adopts the styles of this package, and `more` where an element has rules of its own. Where a DOM has no constructed
 * sheets the text is shown all the same, unstyled.
 */
export function adoptStyles(root: ShadowRoot, more?: string): void {
  if (!('adoptedStyleSheets' in root)) return;
  root.adoptedStyleSheets = [ELEMENT_CSS, ...(more === undefined ? [] : [more])].map(sheetOf);
}

function sheetOf(rules: string): CSSStyleSheet {
  const known = sheets.get(rules);
  if (known !== undefined) return known;
  const made = new CSSStyleSheet();
  made.replaceSync(rules);
  sheets.set(rules, made);
  return made;
}
