// Lines of JSON: where they end, and that each is judged as it would be alone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CoreError, canonicalize, checkLines, EnvelopeError, LIMITS, verify } from '@chirp-protocol/protocol';
import fc from 'fast-check';

const encoder = new TextEncoder();
const found = (bytes) => [...checkLines(bytes)];

/** The lines of a text without the empty one behind a last line feed. */
function linesOf(text) {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** The first problem of a line that stands alone. */
function problemOf(line) {
  try {
    canonicalize(line);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof EnvelopeError);
    return error.problems[0];
  }
}

test('each line is judged as it would be alone, however many there are', () => {
  const piece = fc.constantFrom('{"a":1,"a":2}', '[1.50]', '"é"', '\n', '\r', '"\\ud800"', '1e999', ' ', 'x');
  const some = fc.tuple(fc.array(piece, { maxLength: 30 }), fc.constantFrom(1, 2000));
  fc.assert(
    fc.property(some, ([pieces, times]) => {
      const text = pieces.join('').repeat(times);
      const lines = linesOf(text);
      const judged = new Map();
      const expected = lines.map((line) => {
        if (!judged.has(line)) judged.set(line, problemOf(line));
        return judged.get(line);
      });
      const bytes = encoder.encode(text);
      let index = 0;
      let offset = 0;
      for (const line of checkLines(bytes)) {
        const length = encoder.encode(lines[index]).length;
        assert.equal(line.offset, offset);
        assert.equal(line.length, length);
        assert.equal(line.problem?.code, expected[index]?.code);
        offset += length + 1;
        index += 1;
        if (index > 40) break;
      }
      assert.ok(index === lines.length || index > 40);
    }),
    { numRuns: 40 },
  );
});

test('bytes that are not UTF-8 spoil one line and no other', () => {
  const lines = found(Uint8Array.of(0x31, 0x0a, 0xff, 0x0a, 0x32, 0x0a));
  assert.deepEqual(
    lines.map(({ problem }) => problem?.code),
    [undefined, 'json_syntax', undefined],
  );
  assert.deepEqual(lines[1].problem.position, { line: 1, column: 1 });
});

test('a line has a size of its own', () => {
  const text = (length) => `"${'x'.repeat(length - 2)}"`;
  const lengths = [LIMITS.free_bytes, LIMITS.free_bytes + 1, 3 * LIMITS.free_bytes, 5];
  const lines = found(encoder.encode(lengths.map(text).join('\n')));
  assert.deepEqual(
    lines.map(({ length, problem }) => [length, problem?.code]),
    [
      [lengths[0], undefined],
      [lengths[1], 'too_large'],
      [lengths[2], 'too_large'],
      [5, undefined],
    ],
  );
});

test('the core may be asked other things between two lines', () => {
  const codes = [];
  for (const { problem } of checkLines(encoder.encode('1\n{\n2\n{"a":1,"a":2}'))) {
    verify('{"body":"hello"}');
    codes.push(problem?.code);
  }
  assert.deepEqual(codes, [undefined, 'json_syntax', undefined, 'json_duplicate_key']);
});

test('nothing is no line, and text is misuse', () => {
  assert.deepEqual(found(new Uint8Array()), []);
  for (const input of ['1\n', undefined, null, {}, [1]])
    assert.throws(
      () => found(input),
      (error) => error instanceof CoreError && error.code === 'misuse',
    );
});
