// Owns how the tests open the playground, and what they ask of it.
import { startSite } from './site.mjs';

/** Starts server and browser; a page that is opened has verified its first message. */
export async function startPlayground(options) {
  const site = await startSite(
    () => document.querySelector('chirp-message')?.verified !== undefined,
    options,
  );
  return { ...site, open: (given = {}) => site.open(given, 'playground.html') };
}

/** What the renderer says of the message that it shows. */
export function verdict(page) {
  return page.locator('chirp-message').evaluate(({ verified: { ok, reasons, view } }) => ({
    ok,
    view,
    codes: reasons.map(({ code }) => code),
  }));
}

/** Puts the cursor behind the first occurrence of `text` in the editor, with the mouse. */
export async function clickBehind(page, text) {
  const point = await page.locator('.cm-content').evaluate((content, text) => {
    const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const index = node.data.indexOf(text);
      if (index === -1) continue;
      const range = document.createRange();
      range.setStart(node, index + text.length - 1);
      range.setEnd(node, index + text.length);
      const { bottom, right, top } = range.getBoundingClientRect();
      return { x: right, y: (top + bottom) / 2 };
    }
    throw new RangeError(`the editor does not show ${text}`);
  }, text);
  await page.mouse.click(point.x, point.y);
}
