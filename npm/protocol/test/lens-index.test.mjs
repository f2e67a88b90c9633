// The index of heads as the package has it: several at once, pieces of lines, errors, and its memory.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CoreError, EnvelopeError, LensIndex, seal, verify } from '@chirp-protocol/protocol/instruments';

const context = { viewer: { id: 'ana', roles: [] }, now: '2026-03-01T12:00:00Z' };
const options = { workspace: 'acme', context };

function head(id, category = 'run', padding = '') {
  return seal({
    protocol: 'org.renkara.chirp.message/0.1',
    kind: 'status',
    source: { kind: 'agent', id: 'a' },
    subject: { kind: 'k', id: String(id) },
    presentation: { fallback: `f${padding}` },
    instrument: {
      category,
      layout: 'status',
      revision: 1,
      attention: { reason: 'r', since: '2026-03-01T13:00:00Z', audience: [{ kind: 'user', id: 'ana' }] },
    },
  });
}

test('indexes do not know of each other', () => {
  const [one, two] = [new LensIndex(options), new LensIndex(options)];
  one.put(head(1).bytes);
  two.putLines(`${head(1, 'incident').text}\n${head(2, 'incident').text}`);
  assert.deepEqual([one.counts.runs, one.counts.incidents], [1, 0]);
  assert.deepEqual([two.counts.runs, two.counts.incidents], [0, 2]);
  one.setNow('2026-03-01T13:00:00Z');
  assert.deepEqual([one.counts.needs_me, two.counts.needs_me], [1, 0]);
  one.free();
  assert.equal(two.counts.incidents, 2);
  two.free();
});

test('lines are counted over all pieces that cross', () => {
  const index = new LensIndex(options);
  const long = head(0, 'run', '漢'.repeat(20_000 - 1)).text;
  const lines = Array.from({ length: 60 }, (_, n) => head(n, 'run', 'x'.repeat(19_000)).text);
  lines.splice(20, 0, long, '', 'x');
  lines.push('y');
  const text = lines.join('\r\n');
  assert.ok(text.length > 1024 * 1024);
  for (const input of [text, new TextEncoder().encode(text)]) {
    const { inserted, kept, refused, problems } = index.putLines(input);
    assert.equal(inserted + kept, 61);
    assert.equal(refused, 2);
    assert.deepEqual(
      problems.map(({ line, code }) => [line, code]),
      [
        [23, 'json_syntax'],
        [64, 'json_syntax'],
      ],
    );
  }
  index.free();
});

test('a line longer than a piece, and longer than a message', () => {
  const index = new LensIndex(options);
  const noise = 'x'.repeat(3 * 1024 * 1024);
  const { inserted, problems } = index.putLines(`${noise}\n${head(1).text}\n`);
  assert.equal(inserted, 1);
  assert.deepEqual([problems[0].line, problems[0].code], [1, 'too_large']);
  index.free();
});

test('what does not hold is told, what is no input is refused', () => {
  const index = new LensIndex(options);
  assert.equal(index.put(head(1).envelope).inserted, 1);
  assert.equal(index.put('{"body":"f"}').passed_over, 1);
  assert.equal(index.put({ ...head(1).envelope, kind: 'report' }).problems[0].code, 'digest_mismatch');
  assert.throws(() => index.put({ a: undefined }), EnvelopeError);
  assert.throws(() => index.putLines({}), CoreError);
  assert.throws(() => index.setNow('noon'), { name: 'CoreError', code: 'misuse' });
  assert.throws(() => index.setNow(undefined), { name: 'CoreError', code: 'misuse' });
  assert.throws(() => index.remove('sha256:0'), { name: 'CoreError', code: 'misuse' });
  assert.throws(() => index.setContext({}), /missing_member at \/now/);
  assert.throws(() => index.page({ lens: 'runs', after: 'x' }), { code: 'misuse' });
  assert.throws(() => new LensIndex({ context }), { code: 'misuse' });
  assert.throws(() => new LensIndex({ workspace: 'acme', context: { ...context, now: 1n } }), {
    code: 'misuse',
  });
  assert.equal(index.counts.runs, 1);
  index.free();
});

test('an index that was freed is not used, and freed once', () => {
  const index = new LensIndex(options);
  index.free();
  index.free();
  for (const use of [() => index.counts, () => index.put(head(1).bytes), () => index.setNow(context.now)])
    assert.throws(use, { name: 'CoreError', code: 'misuse', message: /freed/ });
});

test('other calls in between leave an index as it is', () => {
  const index = new LensIndex(options);
  const { bytes } = head(1);
  index.put(bytes);
  const before = index.page({ lens: 'runs' });
  verify(bytes);
  assert.throws(() => seal('x'), EnvelopeError);
  assert.deepEqual(index.page({ lens: 'runs' }), before);
  index.free();
});

test('indexes that are freed leave no memory behind', () => {
  const lines = new TextEncoder().encode(Array.from({ length: 2000 }, (_, n) => head(n).text).join('\n'));
  const run = (times) => {
    for (let round = 0; round < times; round += 1) {
      const index = new LensIndex(options);
      assert.equal(index.putLines(lines).inserted, 2000);
      index.free();
    }
    return process.memoryUsage().rss;
  };
  const early = run(20);
  const late = run(60);
  assert.ok(late <= early * 1.2, `${early} bytes after 20 indexes, ${late} at the end`);
});

test('an index that is lost with its instance says so, and the next one works', () => {
  const index = new LensIndex(options);
  index.put(head(1).bytes);
  // The stack overflows at some depth inside of the core, which is then started anew.
  let depth = 0;
  let calls = 0;
  const descend = () => {
    depth += 1;
    try {
      descend();
    } catch {}
    calls += 1;
    if (calls > 300) return;
    try {
      index.setContext(context);
    } catch {}
  };
  try {
    descend();
  } catch {}
  assert.ok(depth > 1000);
  // What overflowed may still be there for one call, which then fails.
  try {
    index.setContext(context);
  } catch {}
  assert.throws(() => index.counts, { name: 'CoreError', code: 'internal', message: /lost/ });
  index.free();
  const next = new LensIndex(options);
  assert.equal(next.put(head(1).bytes).inserted, 1);
  assert.equal(next.counts.runs, 1);
  next.free();
});
