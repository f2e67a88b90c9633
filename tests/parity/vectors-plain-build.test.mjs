// Every vector and the mutants of them in a host without the 128-bit vectors of WebAssembly, where the entries run the
// plain build. The other suites run the one with vectors.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { readAreas, readJson } from './files.mjs';
import { checksum } from './mutations.mjs';
import { canRun, runArea } from './vectors.mjs';

const COUNT = 10_000;
const areas = readAreas();
const mutations = readJson('mutations.json');

const ENTRIES = [
  { name: 'index', file: 'core.wasm', checksum: mutations.without_compiler[COUNT] },
  { name: 'compile', file: 'compile.wasm', checksum: mutations.with_compiler[COUNT] },
  { name: 'instruments', file: 'instruments.wasm', checksum: mutations.without_compiler[COUNT] },
  { name: 'hub', file: 'hub.wasm', checksum: mutations.with_compiler[COUNT] },
];

const { validate, Module } = WebAssembly;
const compiled = [];

before(() => {
  WebAssembly.validate = () => false;
  WebAssembly.Module = class extends Module {
    constructor(bytes) {
      super(bytes);
      compiled.push(Buffer.from(bytes));
    }
  };
});

after(() => Object.assign(WebAssembly, { validate, Module }));

for (const { name, file, checksum: expected } of ENTRIES) {
  describe(`dist/${name}.js`, () => {
    let api;
    before(async () => {
      api = await import(`../../npm/protocol/dist/${name}.js`);
    });

    test('every area that it can run', () => {
      const can = Object.entries(areas).filter(([area]) => canRun(api, area));
      assert.ok(can.length > 0);
      for (const [area, files] of can) assert.deepEqual(runArea(api, area, files).differences, [], area);
    });

    test(`${COUNT} mutants`, async () => {
      assert.equal(await checksum(api, areas, mutations, COUNT), expected);
    });

    test(`it ran ${file}`, () => {
      const bytes = readFileSync(new URL(`../../npm/protocol/dist/${file}`, import.meta.url));
      assert.ok(compiled.some((module) => module.equals(bytes)));
    });
  });
}
