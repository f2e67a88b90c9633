// The text in which an entry carries both builds, and which of them a host gets.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { chosen, patched, unpack } from '../build/carried.js';
import { pack, patchOf, ranking } from '../build/pack.mjs';

const build = (file) => readFileSync(new URL(`../dist/${file}`, import.meta.url));

test('any bytes come back, whatever the ranking was made from', () => {
  fc.assert(
    fc.property(fc.uint8Array({ max: 255 }), fc.uint8Array(), (bytes, others) => {
      const ranked = ranking(others);
      const text = pack(ranked, bytes);
      assert.match(text, /^[ !#-[\]-~]*$/);
      assert.deepEqual(unpack(ranked, text), bytes);
    }),
  );
  const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  assert.deepEqual(unpack(ranking([]), pack(ranking([]), all)), all);
});

test('a patch makes any bytes of any others', () => {
  const parts = fc.array(fc.constantFrom('abcdefghij', 'klmnopqrstuvw', 'x', '0123456789ABCDEF'), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(parts, parts, (left, right) => {
      const [base, target] = [left, right].map((list) => Buffer.from(list.join('')));
      assert.deepEqual(Buffer.from(patched(base, patchOf(base, target))), target);
    }),
  );
});

test('a host gets the build that it can run, byte for byte', () => {
  const { validate } = WebAssembly;
  for (const artefact of ['core', 'compile']) {
    const [plain, simd] = [build(`${artefact}.wasm`), build(`${artefact}.simd.wasm`)];
    const ranked = ranking(simd);
    const texts = [ranked, pack(ranked, simd), pack(ranked, patchOf(simd, plain))];
    assert.ok(simd.equals(chosen(...texts)));
    try {
      WebAssembly.validate = () => false;
      assert.ok(plain.equals(chosen(...texts)));
    } finally {
      WebAssembly.validate = validate;
    }
  }
});
