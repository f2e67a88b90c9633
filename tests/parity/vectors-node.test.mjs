// Every vector and the mutants of them, in Node: both entries of the package decide as the core does natively.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as plain from '@chirp-protocol/protocol';
import * as compiling from '@chirp-protocol/protocol/compile';
import { readAreas } from './files.mjs';
import { runArea } from './vectors.mjs';

const areas = readAreas();

for (const [entry, api] of Object.entries({ '.': plain, './compile': compiling })) {
  describe(`the entry ${entry}`, () => {
    for (const [area, files] of Object.entries(areas)) {
      if (area === 'pubmark' && api === plain) continue;
      test(area, () => {
        const { count, differences } = runArea(api, area, files);
        assert.deepEqual(differences, []);
        assert.ok(count > 0);
      });
    }
  });
}
