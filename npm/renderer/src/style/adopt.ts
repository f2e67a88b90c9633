// Owns how the element's styles reach its shadow root: as a constructed sheet, which a policy of `style-src
// 'self'` allows, shared by every element on the page.
import { ELEMENT_CSS } from './sheets.js';

let sheet: CSSStyleSheet | undefined;

/**
 * Adopts the element's styles. Where a DOM has no constructed sheets the text is shown all the same,
 * unstyled.
 */
export function adoptStyles(root: ShadowRoot): void {
  if (!('adoptedStyleSheets' in root)) return;
  sheet ??= constructed();
  root.adoptedStyleSheets = [sheet];
}

function constructed(): CSSStyleSheet {
  const made = new CSSStyleSheet();
  made.replaceSync(ELEMENT_CSS);
  return made;
}
