// The published JSON Schemas accept what the core accepts: an independent reader of them is held against the vectors.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import Ajv from 'ajv/dist/2020.js';

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));

/** Every input that `validate` accepts and that JSON.parse reads. */
function acceptedInputs() {
  const areas = readdirSync(new URL('../vectors/', import.meta.url), { withFileTypes: true });
  const files = areas
    .filter((area) => area.isDirectory())
    .flatMap(({ name }) =>
      readdirSync(new URL(`../vectors/${name}/`, import.meta.url)).map(
        (file) => `../vectors/${name}/${file}`,
      ),
    );
  const cases = files.flatMap((file) => read(file).cases);
  return cases
    .filter(({ op, expect, input }) => op === 'validate' && expect?.ok && input !== undefined)
    .map(({ id, input }) => ({ id, value: JSON.parse(input) }));
}

function compiled(name) {
  // A union of types is how the schema says what an argument may be.
  return new Ajv({ strict: true, strictTypes: false }).compile(
    read(`../../npm/protocol/schemas/${name}.json`),
  );
}

const isMessage = ({ body, protocol }) => body !== undefined || typeof protocol === 'object';

for (const name of ['envelope', 'message']) {
  test(`the schema of a ${name} accepts every ${name} that is in order`, () => {
    const accepts = compiled(name);
    const inputs = acceptedInputs().filter(({ value }) => isMessage(value) === (name === 'message'));
    assert.ok(inputs.length > 10, `${inputs.length} inputs`);
    for (const { id, value } of inputs) {
      assert.ok(accepts(value), `${id}: ${JSON.stringify(accepts.errors)}`);
    }
  });
}

test('the schema of a history accepts every document that holds', () => {
  const accepts = compiled('history');
  const cases = ['breaks', 'form', 'verify'].flatMap((file) => read(`../vectors/history/${file}.json`).cases);
  const documents = cases
    .filter(({ expect, input }) => expect.ok && !input.trimEnd().includes('\n{'))
    .map(({ id, input }) => ({ id, value: JSON.parse(input) }));
  assert.ok(documents.length > 5, `${documents.length} documents`);
  for (const { id, value } of documents) {
    assert.ok(accepts(value), `${id}: ${JSON.stringify(accepts.errors)}`);
    const [entry] = value.entries;
    assert.equal(accepts({ ...value, entries: [{ ...entry, more: 1 }] }), false, id);
    assert.equal(accepts({ ...value, entries: [] }), false, id);
  }
});

test('the schema of an envelope refuses what a schema can refuse', () => {
  const accepts = compiled('envelope');
  const envelope = {
    protocol: 'org.renkara.chirp.message/0.1',
    kind: 'event',
    source: { kind: 'agent', id: 'a' },
    presentation: { fallback: 'f' },
  };
  assert.ok(accepts(envelope));
  const { kind, ...withoutKind } = envelope;
  assert.equal(kind, 'event');
  for (const wrong of [
    withoutKind,
    { ...envelope, kind: 'party' },
    { ...envelope, more: 1 },
    { ...envelope, integrity: { digest: 'sha256:x' } },
    { ...envelope, actions: [] },
  ]) {
    assert.equal(accepts(wrong), false, JSON.stringify(wrong));
  }
});
