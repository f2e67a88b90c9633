// The mutants of the vectors in Node: the checksum over all verdicts is the one that the core reaches natively.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as plain from '@chirp-protocol/protocol';
import * as compiling from '@chirp-protocol/protocol/compile';
import { readAreas, readJson } from './files.mjs';
import { checksum } from './mutations.mjs';

const COUNT = process.env.LONG === undefined ? 10_000 : 100_000;
const areas = readAreas();
const expected = readJson('mutations.json');

test(`${COUNT} mutants, without the compiler`, async () => {
  const found = await checksum(plain, areas, expected, COUNT);
  assert.equal(found, expected.without_compiler[COUNT]);
});

test(`${COUNT} mutants, with the compiler`, async () => {
  const found = await checksum(compiling, areas, expected, COUNT);
  assert.equal(found, expected.with_compiler[COUNT]);
});
