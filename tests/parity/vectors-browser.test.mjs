// Every vector and the mutants of them in a browser, under the strict policy of `npm start`, from the built files as
// they are: no bundler, no import map.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as plain from '@chirp-protocol/protocol';
import * as compiling from '@chirp-protocol/protocol/compile';
import * as hub from '@chirp-protocol/protocol/hub';
import * as instruments from '@chirp-protocol/protocol/instruments';
import { chromium as browsers } from 'playwright-core';
import { chromium } from '../../npm/scripts/chromium.mjs';
import { serve } from '../../npm/scripts/serve.mjs';
import { readAreas, readJson } from './files.mjs';
import { canRun, runArea } from './vectors.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const COUNT = process.env.LONG === undefined ? 10_000 : 100_000;
const areas = readAreas();
const mutations = readJson('mutations.json');

const ENTRIES = [
  { name: 'index', api: plain, checksums: mutations.without_compiler },
  { name: 'compile', api: compiling, checksums: mutations.with_compiler },
  { name: 'instruments', api: instruments, checksums: mutations.without_compiler },
  { name: 'hub', api: hub, checksums: mutations.with_compiler },
];

let server;
let browser;
let page;
let vectorless;
const errors = [];

before(async () => {
  server = await serve(root);
  browser = await browsers.launch({
    executablePath: await chromium(),
    args: ['--no-sandbox', '--disable-background-networking'],
  });
  page = await open();
  // A host without the 128-bit vectors of WebAssembly, as an entry sees it.
  vectorless = await open(() => {
    WebAssembly.validate = () => false;
  });
});

async function open(script) {
  const page = await browser.newPage();
  if (script !== undefined) await page.addInitScript(script);
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(`${server.url}tests/parity/page.html`);
  return page;
}

after(async () => {
  await browser?.close();
  await server?.close();
});

for (const { name, api, checksums } of ENTRIES) {
  describe(`dist/${name}.js`, () => {
    for (const [area, files] of Object.entries(areas)) {
      if (!canRun(api, area)) continue;
      test(area, async () => {
        for (const host of [page, vectorless]) {
          const { count, differences } = await host.evaluate(
            async ({ name, area, files }) => {
              const api = await import(`/npm/protocol/dist/${name}.js`);
              const { runArea } = await import('/tests/parity/vectors.mjs');
              return runArea(api, area, files);
            },
            { name, area, files },
          );
          assert.deepEqual(differences, []);
          assert.equal(count, runArea(api, area, files).count);
        }
      });
    }

    test(`${COUNT} mutants`, async () => {
      const found = await page.evaluate(
        async ({ name, areas, mutations, count }) => {
          const api = await import(`/npm/protocol/dist/${name}.js`);
          const { checksum } = await import('/tests/parity/mutations.mjs');
          return checksum(api, areas, mutations, count);
        },
        { name, areas, mutations, count: COUNT },
      );
      assert.equal(found, checksums[COUNT]);
    });
  });
}

test('the page reports no error', () => {
  assert.deepEqual(errors, []);
});
