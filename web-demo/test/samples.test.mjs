// The samples do what they say: those that should be accepted are, the others are refused for their reason.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACCEPTED, model, REFUSED, sample } from './model.mjs';

const { protocol, SAMPLES } = model;

test('there is a dozen and more, each with a name and a thing to look at', () => {
  assert.ok(SAMPLES.length > 12);
  for (const property of ['id', 'name', 'about', 'text']) {
    const values = SAMPLES.map((sample) => sample[property]);
    assert.equal(new Set(values).size, values.length, property);
    assert.ok(
      values.every((value) => value.trim() !== ''),
      property,
    );
  }
});

test('each category of instrument has one', () => {
  const categories = ACCEPTED.map(({ text }) => JSON.parse(text).instrument?.category);
  for (const category of ['run', 'decision', 'incident', 'artifact', 'knowledge']) {
    assert.ok(categories.includes(category), category);
  }
});

test('the first is the smallest, with the digest that the specification works out', () => {
  const { digest } = protocol.seal(SAMPLES[0].text);
  assert.equal(digest, 'sha256:7a77e4b570dc3189359b8fdfb76f1423186c06190f1369c6396dafaaee1b40b7');
});

for (const { id, text } of ACCEPTED) {
  test(`${id}: accepted without advice, and verified when it arrives`, () => {
    const report = protocol.validate(text);
    assert.deepEqual(report.problems, []);
    assert.deepEqual(report.advice, []);
    const verified = protocol.verify(protocol.project(text).text, { recompile: true });
    assert.deepEqual(verified.reasons, []);
    assert.equal(verified.ok, true);
  });
}

for (const { id, refusedAs, text } of REFUSED) {
  test(`${id}: refused as ${refusedAs}`, () => {
    const { ok, problems } = protocol.validate(text);
    assert.equal(ok, false);
    assert.equal(problems[0].code, refusedAs);
  });
}

test('the second revision of the run names the first', () => {
  const { digest } = protocol.seal(sample('run').text);
  assert.equal(JSON.parse(sample('run-ended').text).instrument.predecessor, digest);
});

test('the redacted view names the whole incident, and holds nothing of the customer', () => {
  const { digest } = protocol.seal(sample('incident').text);
  const { text } = sample('redacted');
  assert.equal(JSON.parse(text).redaction.digest, digest);
  assert.ok(sample('incident').text.includes('88172'));
  assert.ok(!text.includes('88172'));
});
