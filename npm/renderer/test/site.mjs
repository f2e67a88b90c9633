// Owns the test site: a server with the pages and policies under test, a browser, and the page's script,
// bundled from the built packages as a user would.
import { createServer } from 'node:http';
import { build } from 'esbuild';
import { chromium as browsers } from 'playwright-core';
import { chromium } from '../../scripts/chromium.mjs';

const EVERYTHING = `
  import * as protocol from '@chirp-protocol/protocol';
  import * as renderer from '@chirp-protocol/renderer';
  import '@chirp-protocol/renderer/element';
  globalThis.chirp = { protocol, renderer };
`;

/** Bundles the source of a page's script; what is `external` stays an import. */
export async function bundle(source = EVERYTHING, external = []) {
  const stdin = { contents: source, resolveDir: import.meta.dirname };
  const built = await build({
    stdin,
    bundle: true,
    external,
    format: 'esm',
    write: false,
    logLevel: 'error',
  });
  return built.outputFiles[0].text;
}

/**
 * Starts browser and server. `open` shows a page and returns it with `requests`, every address it asked for
 * beyond its own two, and `faults`, everything that went wrong: errors, dialogs, policy violations. `init`
 * runs in the page before its script.
 */
export async function startSite() {
  const everything = await bundle();
  const browser = await browsers.launch({
    executablePath: await chromium(),
    args: ['--no-sandbox', '--disable-background-networking'],
  });
  const pages = [];
  const server = createServer((request, response) => {
    const [, number, file] = /^\/(\d+)\/(.*)$/u.exec(request.url ?? '') ?? [];
    const page = pages[Number(number)];
    if (page === undefined || !['', 'page.js'].includes(file)) return response.writeHead(404).end();
    if (page.policy !== undefined) response.setHeader('content-security-policy', page.policy);
    response.setHeader(
      'content-type',
      file === '' ? 'text/html; charset=utf-8' : 'text/javascript; charset=utf-8',
    );
    return response.end(file === '' ? page.html : page.script);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;

  async function open({ dir = 'ltr', init, policy, script = everything, ...context } = {}) {
    const html = `<!doctype html><html lang="en" dir="${dir}"><head>
      <meta name="viewport" content="width=device-width"><title>Messages</title>
      <script type="module" src="page.js"></script></head>
      <body><main><h1>Messages</h1><h2>Today</h2></main></body></html>`;
    const base = `${origin}/${pages.push({ html, policy, script }) - 1}/`;
    const page = await (await browser.newContext(context)).newPage();
    if (init !== undefined) await page.addInitScript(init);
    // What a page asks of other hosts is counted below, and goes nowhere.
    await page.route(
      (url) => url.origin !== origin,
      (route) => route.abort(),
    );
    const requests = [];
    const faults = [];
    page.on('request', (request) => {
      const own = [base, `${base}page.js`, `${origin}/favicon.ico`];
      if (!own.includes(request.url())) requests.push(request.url());
    });
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('dialog', (dialog) => {
      faults.push(`dialog: ${dialog.message()}`);
      return dialog.dismiss();
    });
    page.on('console', (line) => {
      if (/Content Security Policy|Trusted/u.test(line.text())) faults.push(line.text());
    });
    await page.goto(base);
    await page.waitForFunction(() => customElements.get('chirp-message') !== undefined);
    return { page, requests, faults };
  }

  async function close() {
    await browser.close();
    await new Promise((resolve) => server.close(resolve));
  }

  return { open, close };
}

/** Puts a message on the page, waits for its verdict, and returns a locator of its element. */
export async function show(page, message, properties = {}) {
  const index = await page.evaluate(
    async ({ message, properties }) => {
      const element = Object.assign(document.createElement('chirp-message'), properties);
      document.querySelector('main').append(element);
      const verdict = new Promise((resolve) =>
        element.addEventListener('chirp-verified', resolve, { once: true }),
      );
      element.message = message;
      await verdict;
      return [...document.querySelectorAll('chirp-message')].indexOf(element);
    },
    { message, properties },
  );
  return page.locator('chirp-message').nth(index);
}

/** The text of a part that is there to be seen; waits until it is. */
export async function textOf(view, part) {
  const element = view.locator(`[part~=${part}]`);
  await element.waitFor({ state: 'visible' });
  return element.textContent();
}

/** What a verdict says, without the parts that do not cross to the test. */
export function verdict(view) {
  return view.evaluate(({ verified: { ok, view: face, reasons } }) => ({ ok, view: face, reasons }));
}
