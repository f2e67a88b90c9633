// The numbers of RFC 8785 appendix B, written by the wasm in Node: the checksum is the published one.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { canonicalize } from '@chirp-protocol/protocol';
import { readJson } from './files.mjs';
import { bitsOf, doubles } from './numbers.mjs';

const LINES = process.env.LONG === undefined ? 10_000 : 1_000_000;

/** How many numbers are written by one call: a list of them stays below the cap of an input. */
const AT_ONCE = 10_000;

test(`${LINES} numbers are written as ECMAScript writes them`, () => {
  const published = readJson('es6-numbers.json');
  const hash = createHash('sha256');
  const sequence = doubles(published);
  for (let done = 0; done < LINES; done += AT_ONCE) {
    const values = Array.from({ length: AT_ONCE }, () => sequence.next().value);
    // Seventeen digits name a double, and are hardly ever its shortest text.
    const written = canonicalize(`[${values.map((value) => value.toExponential(16)).join()}]`);
    const texts = written.slice(1, -1).split(',');
    assert.equal(texts.length, AT_ONCE);
    hash.update(values.map((value, index) => `${bitsOf(value)},${texts[index]}\n`).join(''));
  }
  assert.equal(hash.digest('hex'), published.checksums[LINES]);
});
