// The state of the page, from one text to the next.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { model, sample } from './model.mjs';

const { assess, resealed, tampered } = model;
const GOOD = sample('review').text;
const BAD = sample('misspelt').text;

test('a good text is sealed and verified', () => {
  const { arrival, report, stale } = assess(GOOD);
  assert.equal(report.ok, true);
  assert.equal(stale, false);
  assert.equal(arrival.verified.ok, true);
  assert.equal(arrival.text, arrival.sealed);
  assert.deepEqual(arrival.bytes, new TextEncoder().encode(arrival.text));
});

test('the bytes of a file are judged, and not the text that is read from them', () => {
  const bytes = new TextEncoder().encode(GOOD);
  const withMark = Uint8Array.from([0xef, 0xbb, 0xbf, ...bytes]);
  assert.equal(assess(GOOD, undefined, bytes).report.ok, true);
  const marked = assess(GOOD, undefined, withMark);
  assert.equal(marked.report.ok, false);
  assert.equal(marked.arrival.bytes, withMark);
  const broken = Uint8Array.from(bytes, (byte) => (byte === 0x4c ? 0xff : byte));
  const text = new TextDecoder().decode(broken);
  assert.equal(assess(text).report.ok, true);
  assert.equal(assess(text, undefined, broken).report.ok, false);
});

test('an error leaves the last good message, marked stale, and its mending replaces it', () => {
  const good = assess(GOOD);
  const typing = assess(GOOD.replace('"kind"', '"kin"'), good);
  assert.equal(typing.report.ok, false);
  assert.equal(typing.stale, true);
  assert.equal(typing.arrival, good.arrival);
  const mended = assess(GOOD.replace('Lectern', 'Lektern'), typing);
  assert.equal(mended.stale, false);
  assert.match(mended.arrival.text, /Lektern/);
});

test('a text that was never good is shown as a client would show it', () => {
  const first = assess(BAD);
  assert.equal(first.stale, false);
  assert.equal(first.arrival.sealed, undefined);
  assert.equal(first.arrival.verified.ok, false);
  assert.equal(first.arrival.verified.fallback, 'Review requested for Architecture Notes');
  const second = assess(BAD.replace('Review', 'Revision'), first);
  assert.match(second.arrival.verified.fallback, /^Revision/);
});

test('a plain message is in order, and there is nothing to seal', () => {
  const { arrival, report } = assess('{"body":"Good morning"}');
  assert.equal(report.ok, true);
  assert.equal(arrival.sealed, undefined);
  assert.equal(arrival.verified.fallback, 'Good morning');
});

test('tampering changes the message, not the text, and sealing again undoes it', () => {
  const good = assess(GOOD);
  const changed = tampered(tampered(good, 0), 1);
  assert.equal(changed.source, GOOD);
  assert.equal(changed.report.ok, true);
  assert.equal(changed.arrival.verified.ok, false);
  const again = resealed(changed);
  assert.equal(again.arrival.text, good.arrival.text);
  assert.equal(again.arrival.verified.ok, true);
  assert.equal(again.arrival.tampering, undefined);
});

test('what was not sealed cannot be tampered with', () => {
  const refused = assess(BAD);
  assert.equal(tampered(refused, 0), refused);
  assert.equal(resealed(refused), refused);
});

test('no text whatever throws', () => {
  for (const text of ['', 'null', '[]', '{"protocol":{}}', '\ud800', '{'.repeat(5000), '9'.repeat(400)]) {
    assert.doesNotThrow(() => assess(text), text.slice(0, 20));
  }
});
