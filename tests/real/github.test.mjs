// Real deliveries, the whole way: every example payload of six GitHub events is mapped, sealed, projected
// and verified in Node, then shown in a browser under the strict policy of `npm start`.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { seal } from '@chirp-protocol/protocol';
import { project, validate, verify } from '@chirp-protocol/protocol/compile';
import { fromGitHub } from '@chirp-protocol/webhook';
import { chromium as browsers } from 'playwright-core';
import { chromium } from '../../npm/scripts/chromium.mjs';
import { CONTENT_SECURITY_POLICY, serve } from '../../npm/scripts/serve.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const require = createRequire(import.meta.url);

/** The examples of the package, by event: how many there are is part of what is tested. */
const EXPECTED = {
  check_run: 18,
  check_suite: 20,
  deployment_status: 11,
  issues: 50,
  pull_request: 46,
  workflow_run: 10,
};

/** GitHub itself, and the versions of its server, whose payloads differ. */
const PLACES = ['api.github.com', 'ghes-31', 'ghes-32', 'ghes-33', 'ghes-34', 'ghes-35'];

const examples = PLACES.flatMap((place) =>
  require(`@octokit/webhooks-examples/${place}/index.json`)
    .filter(({ name }) => Object.hasOwn(EXPECTED, name))
    .flatMap(({ name: event, examples }) =>
      examples.map((payload, index) => ({ name: `${place}: ${event} ${index + 1}`, event, payload })),
    ),
);

/** The sealed message with its projection, as JSON text, for one example. */
function messageOf({ event, payload, name }) {
  return project(seal(fromGitHub(event, payload, { delivery: name.replaceAll(' ', '') })).text).text;
}

test('every example of the six events is there', () => {
  const counts = {};
  for (const { event } of examples) counts[event] = (counts[event] ?? 0) + 1;
  assert.deepEqual(counts, EXPECTED);
});

describe('mapped, sealed, projected, verified', () => {
  for (const example of examples) {
    test(example.name, () => {
      const envelope = fromGitHub(example.event, example.payload);
      assert.notEqual(envelope, null);

      const report = validate(envelope);
      assert.deepEqual(report.problems, []);
      assert.deepEqual(report.advice, []);

      const sealed = seal(envelope);
      const message = project(sealed.text).text;
      const verified = verify(message, { recompile: true });
      assert.deepEqual(verified.reasons, []);
      assert.equal(verified.ok, true);
      assert.equal(verified.view, 'pubmark');
      assert.equal(verified.digest, sealed.digest);
      assert.equal(verified.fallback, envelope.presentation.fallback);
    });
  }
});

describe('shown in a browser', () => {
  let server;
  let browser;

  before(async () => {
    const page = await readFile(join(root, 'tests/real/page.html'), 'utf8');
    const map = /<script type="importmap">(.*?)<\/script>/s.exec(page)[1];
    const digest = createHash('sha256').update(map).digest('base64');
    const policy = CONTENT_SECURITY_POLICY.replace(
      "script-src 'self'",
      `script-src 'self' 'sha256-${digest}'`,
    );
    server = await serve(root, { headers: { 'Content-Security-Policy': policy } });
    browser = await browsers.launch({
      executablePath: await chromium(),
      args: ['--no-sandbox', '--disable-background-networking'],
    });
  });

  after(async () => {
    await browser?.close();
    await server?.close();
  });

  test('all examples as the rich view, with no request beyond the page’s own server', async () => {
    const page = await browser.newPage();
    const foreign = [];
    const errors = [];
    await page.route('**/*', (route) => {
      const url = route.request().url();
      if (url.startsWith(server.url)) return route.continue();
      foreign.push(url);
      return route.abort();
    });
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (line) => line.type() === 'error' && errors.push(line.text()));
    await page.goto(new URL('tests/real/page.html', server.url).href);

    const messages = examples.map(messageOf);
    const shown = await page.evaluate(show, { messages, patience_ms: 20_000 });

    assert.equal(shown.length, examples.length);
    for (const [index, seen] of shown.entries()) {
      const { name, event, payload } = examples[index];
      const { subject, presentation } = fromGitHub(event, payload);
      const lines = presentation.fallback.split('\n');
      const expected = {
        ok: true,
        reasons: [],
        view: 'pubmark',
        label: subject.label,
        facts: lines.filter((line) => line.startsWith('- ')).length,
        links: [lines.at(-1).replace(/^[^:]*: /, '')],
        marks: [],
      };
      assert.deepEqual(seen, expected, name);
    }
    assert.deepEqual(foreign, []);
    assert.deepEqual(errors, []);
    await page.close();
  });
});

/**
 * Runs in the page: shows every message in a <chirp-message>, waits until each has its verdict or patience
 * ends, and says what is to be seen.
 */
async function show({ messages, patience_ms }) {
  await customElements.whenDefined('chirp-message');
  const elements = messages.map((message) => {
    const element = document.createElement('chirp-message');
    document.body.append(element);
    element.message = message;
    return element;
  });
  const end = performance.now() + patience_ms;
  while (elements.some(({ verified }) => verified === undefined) && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return elements.map(({ shadowRoot, verified }) => {
    const content = shadowRoot.querySelector('[part~="content"]');
    return {
      ok: verified?.ok,
      reasons: verified?.reasons,
      view: verified?.view,
      label: content?.querySelector('strong')?.textContent,
      facts: content?.querySelectorAll('li').length,
      links: [...(content?.querySelectorAll('a[href]') ?? [])].map((link) => link.href),
      marks: [...shadowRoot.querySelectorAll('[part~="mark"]')].map((mark) => mark.textContent),
    };
  });
}
