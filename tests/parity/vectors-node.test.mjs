// Every vector in Node: each entry of the package decides as the core does natively.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as plain from '@chirp-protocol/protocol';
import * as compiling from '@chirp-protocol/protocol/compile';
import * as hub from '@chirp-protocol/protocol/hub';
import * as instruments from '@chirp-protocol/protocol/instruments';
import { readAreas } from './files.mjs';
import { canRun, runArea } from './vectors.mjs';

const areas = readAreas();
const ENTRIES = { '.': plain, './compile': compiling, './instruments': instruments, './hub': hub };

for (const [entry, api] of Object.entries(ENTRIES)) {
  describe(`the entry ${entry}`, () => {
    for (const [area, files] of Object.entries(areas)) {
      if (!canRun(api, area)) continue;
      test(area, () => {
        const { count, differences } = runArea(api, area, files);
        assert.deepEqual(differences, []);
        assert.ok(count > 0);
      });
    }
  });
}
