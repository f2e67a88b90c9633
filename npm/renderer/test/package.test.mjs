// What ships: no way to parse markup, no server surprise, a README that runs.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { bundle, startSite } from './site.mjs';

const ROOT = `${import.meta.dirname}/..`;

let site;
before(async () => (site = await startSite()));
after(() => site.close());

test('no shipped file can turn a string into markup, script or style', async () => {
  const files = (await readdir(`${ROOT}/dist`)).filter((name) => name.endsWith('.js'));
  assert.ok(files.length >= 2);
  const forbidden = [
    /innerHTML|outerHTML|insertAdjacentHTML|setHTML|DOMParser|createContextualFragment|document\.write/u,
    /eval\(|new Function|\.style\b|cssText/u,
  ];
  for (const file of files) {
    const source = await readFile(`${ROOT}/dist/${file}`, 'utf8');
    for (const pattern of forbidden) assert.doesNotMatch(source, pattern, file);
  }
});

test('every export exists, and the entries are what they are documented to be', async () => {
  const { exports } = JSON.parse(await readFile(`${ROOT}/package.json`, 'utf8'));
  for (const target of Object.values(exports).flatMap((entry) =>
    typeof entry === 'string' ? [entry] : Object.values(entry),
  )) {
    assert.ok((await readFile(`${ROOT}/${target}`)).length > 0, target);
  }
  // Also on a server, where there is no DOM.
  const names = Object.keys(await import('@chirp-protocol/renderer')).sort();
  assert.deepEqual(names, [
    'AUDITS',
    'AUDIT_NONE',
    'CAPABILITIES',
    'ChirpMessage',
    'RenderError',
    'SEVERITIES',
    'STATES',
    'defineChirpMessage',
    'foreign',
    'icon',
    'render',
  ]);
});

test('the README opens with lines that run', async () => {
  const readme = await readFile(`${ROOT}/README.md`, 'utf8');
  const [, lines] = /```js\n([\s\S]*?)```/u.exec(readme) ?? [];
  const { page, faults } = await site.open({ script: await bundle(lines) });
  await page.locator('chirp-message [part=card]').waitFor();
  assert.match(
    await page.locator('chirp-message').evaluate(({ shadowRoot }) => shadowRoot.textContent),
    /Lectern/u,
  );
  assert.deepEqual(faults, []);
});
