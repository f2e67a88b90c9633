// Owns how the tests open the playground: served as `npm start` serves it, in a real browser, with everything
// that must not happen written down.
import { join } from 'node:path';
import { chromium as browsers } from 'playwright-core';
import { chromium } from '../../npm/scripts/chromium.mjs';
import { root } from '../../npm/scripts/run.mjs';
import { serve } from '../../npm/scripts/serve.mjs';

const ARGS = ['--no-sandbox', '--disable-background-networking'];

/**
 * Starts server and browser. `open` shows the page in a context of its own and returns it with `faults`
 * (errors, violations of the policy, dialogs) and `requests` (every address beyond the page's own origin).
 */
export async function startPlayground({ headers } = {}) {
  const server = await serve(join(root, 'web-demo/dist'), headers === undefined ? {} : { headers });
  const browser = await browsers.launch({ executablePath: await chromium(), args: ARGS });

  async function open(options = {}) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const faults = [];
    const requests = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (line) => {
      if (['error', 'warning'].includes(line.type())) faults.push(line.text());
    });
    page.on('dialog', (dialog) => {
      faults.push(dialog.message());
      return dialog.dismiss();
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(server.url)) requests.push(request.url());
    });
    await page.goto(server.url);
    await page.waitForFunction(() => document.querySelector('chirp-message')?.verified !== undefined);
    return { context, page, faults, requests };
  }

  async function close() {
    await browser.close();
    await server.close();
  }

  return { open, close };
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
