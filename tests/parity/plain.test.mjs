// The plain text that is found without the core is the one that the core finds, in every vector that JSON.parse reads.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verify } from '@chirp-protocol/protocol';
import { fallbackText, isMessage } from '@chirp-protocol/protocol/plain';
import { readAreas } from './files.mjs';
import { inputOf } from './outcome.mjs';

const inputs = Object.values(readAreas())
  .flatMap((files) => files.flatMap(({ cases }) => cases))
  .filter(({ op, inputs }) => op !== undefined && inputs === undefined)
  .map((one) => ({ one, ...inputOf(one) }))
  .filter(({ text }) => text !== undefined && isJson(text));

/** Documents in which it matters what counts as a message, and what as its envelope. */
const DOCUMENTS = [
  { body: 5, presentation: { fallback: 'x' } },
  { body: null, protocol: { presentation: { fallback: 'x' } } },
  { body: 'b', presentation: { fallback: 'x' } },
  { body: '', presentation: { fallback: 'x' } },
  { protocol: [], presentation: { fallback: 'x' } },
  { protocol: null, presentation: { fallback: 'x' } },
  { protocol: {}, presentation: { fallback: 'x' } },
  { protocol: 'p', presentation: { fallback: 5 } },
  { protocol: { presentation: [{ fallback: 'x' }] } },
  [{ body: 'b' }],
  'body',
  null,
];

test('the text of every vector', () => {
  assert.ok(inputs.length > 300, `${inputs.length} inputs`);
  for (const { one, bytes, text } of inputs) {
    const { fallback } = verify(bytes);
    if (one.expect.fallback !== undefined) assert.equal(fallback, one.expect.fallback, one.id);
    for (const form of [bytes, text, JSON.parse(text)]) assert.equal(fallbackText(form), fallback, one.id);
  }
});

test('the text of what is and is not a message', () => {
  for (const document of DOCUMENTS) {
    const text = JSON.stringify(document);
    for (const form of [text, document]) assert.equal(fallbackText(form), verify(text).fallback, text);
  }
  assert.deepEqual(
    DOCUMENTS.map((document) => isMessage(document)),
    [true, true, true, true, false, false, true, false, true, false, false, false],
  );
});

test('half of a surrogate pair is shown as the core shows it', () => {
  const text = '{"body":"a\\ud800b"}';
  for (const form of [text, JSON.parse(text)]) assert.equal(fallbackText(form), verify(text).fallback);
});

test('what is no JSON, and what throws, has no text', () => {
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  for (const input of ['', '{', '\ufeff', new Uint8Array([0xff]), undefined, 5, revoked.proxy]) {
    assert.equal(fallbackText(input), '');
  }
});

function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
