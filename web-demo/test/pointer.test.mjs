// From a JSON pointer to the characters it names.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { model } from './model.mjs';

const { below, JsonText, tokens } = model;

function found(text, pointer) {
  const place = new JsonText(text).find(pointer);
  if (place === undefined) return undefined;
  const slice = ({ from, to }) => text.slice(from, to);
  return place.name === undefined ? [slice(place.value)] : [slice(place.name), slice(place.value)];
}

test('members, items and the whole', () => {
  const text = '{ "a": [1, {"b": "x"}], "c": null }';
  assert.deepEqual(found(text, ''), [text]);
  assert.deepEqual(found(text, '/a/0'), ['1']);
  assert.deepEqual(found(text, '/a/1/b'), ['"b"', '"x"']);
  assert.deepEqual(found(text, '/c'), ['"c"', 'null']);
  for (const absent of ['/d', '/a/2', '/a/x', '/a/1/b/0', '/c/0'])
    assert.equal(found(text, absent), undefined);
});

test('names are compared unescaped, and of two the last counts', () => {
  assert.deepEqual(found(String.raw`{"a\/~b": 1}`, '/a~1~0b'), [String.raw`"a\/~b"`, '1']);
  assert.deepEqual(found(String.raw`{"k": 1, "\u006b": 2}`, '/k'), [String.raw`"\u006b"`, '2']);
});

test('text that is not finished is read as far as it goes', () => {
  assert.deepEqual(found('{"a": {"b": 7, ', '/a/b'), ['"b"', '7']);
  for (const text of ['', '}', '{', '[', '{"a"', '{"a":', '"', '{"a":}', 'nul', '['.repeat(20_000)]) {
    const json = new JsonText(text);
    assert.doesNotThrow(() => json.find('/a/0/b'));
    const { from, to } = json.tokenAt(0);
    assert.ok(from === 0 && to <= text.length);
  }
});

test('any place of any JSON value is found, however it is written', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      const json = new JsonText(text);
      const open = [['', JSON.parse(text)]];
      for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
        const [pointer, inner] = entry;
        const { from, to } = json.find(pointer).value;
        assert.deepEqual(JSON.parse(text.slice(from, to)), inner);
        if (typeof inner !== 'object' || inner === null) continue;
        for (const [key, child] of Object.entries(inner)) open.push([below(pointer, key), child]);
      }
    }),
  );
});

test('tokens undo what below does', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (names) => {
      assert.deepEqual(tokens(names.reduce(below, '')), names);
    }),
  );
});
