// Where a problem is underlined.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { model, sample } from './model.mjs';

const { JsonText, offsetAt, protocol, spanOf } = model;

/** The code and the underlined text of each problem. */
function underlined(text) {
  const json = new JsonText(text);
  return protocol.validate(text).problems.map((problem) => {
    const { from, to } = spanOf(problem, json);
    return [problem.code, text.slice(from, to)];
  });
}

test('a member is underlined by its name, a value by itself', () => {
  assert.deepEqual(underlined(sample('misspelt').text), [['unknown_member', '"displayname"']]);
  assert.deepEqual(underlined(sample('invented').text), [['progress_invented', '"percent"']]);
  const [[code, text]] = underlined(sample('forged-name').text);
  assert.equal(code, 'text_control');
  assert.ok(text.startsWith('"Bank'));
});

test('a wrong digest is underlined where it stands', () => {
  const { text } = sample('wrong-digest');
  assert.deepEqual(underlined(text), [
    ['digest_mismatch', JSON.stringify(JSON.parse(text).integrity.digest)],
  ]);
});

test('of two members with one name the second is underlined', () => {
  const { text } = sample('duplicate');
  const [problem] = protocol.validate(text).problems;
  const { from } = spanOf(problem, new JsonText(text));
  assert.equal(from, text.lastIndexOf('"fallback"'));
});

test('a problem in PubMark is underlined in the string, to the end of its line', () => {
  assert.deepEqual(underlined(sample('unsafe-link').text), [
    ['unsafe_link', '[Sign in again](javascript:steal%28%29)'],
    ['deceptive_link', '[https://chirp.example](https://login.example.net/).'],
  ]);
});

test('lines and columns inside a string count what the string holds, not how it is escaped', () => {
  const text = String.raw`{"presentation": {"pubmark": "a\nb\ud83d\ude00\t\u0041x\nz"}}`;
  const json = new JsonText(text);
  const rest = (line, column) => {
    const { from, to } = spanOf({ at: '/presentation/pubmark', position: { line, column } }, json);
    return text.slice(from, to);
  };
  assert.equal(rest(1, 1), 'a');
  assert.equal(rest(2, 2), String.raw`\ud83d\ude00\t\u0041x`);
  assert.equal(rest(2, 3), String.raw`\t\u0041x`);
  assert.equal(rest(2, 5), 'x');
  assert.equal(rest(3, 1), 'z');
  assert.equal(rest(9, 1), String.raw`"a\nb\ud83d\ude00\t\u0041x\nz"`);
});

test('PubMark that is none, and has no place inside itself, is underlined whole', () => {
  const { presentation, ...rest } = JSON.parse(sample('unsafe-link').text);
  const text = JSON.stringify({ ...rest, presentation: { ...presentation, pubmark: [5] } });
  assert.deepEqual(underlined(text), [['wrong_type', '[5]']]);
});

test('what has no place of its own is underlined at its position', () => {
  assert.deepEqual(underlined('{"a" 1}'), [['json_syntax', '1']]);
  const [[code, text]] = underlined('{}');
  assert.deepEqual([code, text], ['missing_member', '{']);
  assert.deepEqual(underlined(''), [['json_syntax', '']]);
});

test('columns count scalar values, and stay within their line', () => {
  const text = 'ab\n😀c\nd';
  assert.equal(offsetAt(text, 1, 1), 0);
  assert.equal(offsetAt(text, 2, 2), text.indexOf('c'));
  assert.equal(offsetAt(text, 2, 99), text.indexOf('\nd'));
  assert.equal(offsetAt(text, 3, 1), text.indexOf('d'));
  assert.equal(offsetAt(text, 99, 1), text.length);
});
