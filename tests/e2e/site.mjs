// Owns how the tests open a page of web-demo: served as `npm start` serves it, in a real browser, with everything that
// must not happen written down.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium as browsers } from 'playwright-core';
import { chromium } from '../../npm/scripts/chromium.mjs';
import { root } from '../../npm/scripts/run.mjs';
import { serve } from '../../npm/scripts/serve.mjs';

const ARGS = ['--no-sandbox', '--disable-background-networking'];
const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Starts server and browser. `open` shows a page in a context of its own, waits until `isReady` holds in it, and returns
 * it with `faults` (errors, violations of the policy, dialogs) and `requests` (every address beyond the page's own
 * origin).
 */
export async function startSite(isReady, { headers } = {}) {
  const server = await serve(join(root, 'web-demo/dist'), headers === undefined ? {} : { headers });
  const browser = await browsers.launch({ executablePath: await chromium(), args: ARGS });

  async function open(options = {}, path = '') {
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
      if (!request.url().startsWith(server.url) && !request.url().startsWith('blob:'))
        requests.push(request.url());
    });
    await page.goto(`${server.url}${path}`);
    await page.waitForFunction(isReady);
    return { context, page, faults, requests };
  }

  async function close() {
    await browser.close();
    await server.close();
  }

  return { open, close };
}

/** What breaks the rules of accessibility in the page as it is. */
export async function axe(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => axe.run());
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, target }) => `${target} ${html}`).join('\n')}`,
  );
}

/** Says which element has the focus, also inside a shadow root: its id, its class, or its text. */
export function focused(page) {
  return page.evaluate(() => {
    let element = document.activeElement;
    while (element.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element.id || element.className || element.textContent;
  });
}
