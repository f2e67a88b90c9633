// The tamper button: one bit of one byte, and never unnoticed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACCEPTED, model } from './model.mjs';

const { protocol, tamper } = model;
const ROUNDS = 12;

function differences(message, bytes) {
  const original = new TextEncoder().encode(message);
  assert.equal(bytes.length, original.length);
  return [...original.keys()].filter((index) => original[index] !== bytes[index]);
}

for (const { id, text } of ACCEPTED) {
  test(`${id}: each change is one bit, and is noticed`, () => {
    const message = protocol.project(text).text;
    for (let round = 0; round < ROUNDS; round += 1) {
      const { at, byteAfter, byteBefore, bytes, excerpt, offset } = tamper(message, round);
      assert.deepEqual(differences(message, bytes), [offset]);
      assert.equal(byteBefore ^ byteAfter, 1);
      const changed = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      assert.ok(message.includes(`${excerpt.lead}${excerpt.before}${excerpt.tail}`), at);
      assert.ok(changed.includes(`${excerpt.lead}${excerpt.after}${excerpt.tail}`), at);
      const { fallback, ok, reasons, view } = protocol.verify(bytes);
      assert.equal(ok, false, at);
      assert.equal(view, 'fallback', at);
      assert.notEqual(reasons.length, 0, at);
      assert.equal(fallback, JSON.parse(changed).body, at);
    }
  });
}

test('the places change from round to round, the seal itself among them', () => {
  const message = protocol.project(ACCEPTED[1].text).text;
  const places = Array.from({ length: ROUNDS }, (_, round) => tamper(message, round).at);
  for (const [index, place] of places.slice(1).entries()) assert.notEqual(place, places[index]);
  assert.ok(places.includes('/protocol/integrity/digest'));
  assert.ok(places.some((place) => place.startsWith('/projection/tree/')));
});
