// What a hub answers is taken apart without touching a byte of the messages in it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { model } from './model.mjs';

const { itemsOf, partLast } = model;

test('the last member is the text that came, with what a parser would have changed in it', () => {
  const message = '{"body": "a\\u0062",\n "n": 1.0, "n": 2}';
  const { rest, text } = partLast(`{"type":"message","cursor":"YzE","message":${message}}`, 'message');
  assert.deepEqual(rest, { type: 'message', cursor: 'YzE' });
  assert.equal(text, message);
});

test('a text that looks like the member is not taken for it', () => {
  const rest = { why_not: [{ message: ',"message":{"body":"no"}' }], digest: 'd' };
  const { text } = partLast(`${JSON.stringify(rest).slice(0, -1)},"message":{"body":"yes"}}`, 'message');
  assert.equal(text, '{"body":"yes"}');
});

test('an object that is written in another way is still read', () => {
  assert.equal(partLast('{ "message": {"body": "x"}, "type": "message" }', 'message').text, '{"body":"x"}');
  assert.equal(partLast('{"type":"ready"}', 'message').text, undefined);
});

test('the items of a list come as they are, whatever stands around it', () => {
  const page =
    '{"series":"s","channel":"\\"revisions\\":[","revisions":[{"a": 1.0},{"b":"]}"}],"more":false}';
  assert.deepEqual(itemsOf(page, 'revisions'), ['{"a": 1.0}', '{"b":"]}"}']);
  assert.deepEqual(itemsOf('{"heads":[],"counts":{}}', 'heads'), []);
});
