// Series and histories through the package: what callers may give, what they get, and what is misuse. The rules are in the
// vectors.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as plain from '@chirp-protocol/protocol';
import {
  CoreError,
  completeDraft,
  decideRevision,
  EnvelopeError,
  exportHistory,
  LIMITS,
  seriesOf,
  verifyHistory,
} from '@chirp-protocol/protocol/instruments';

const WORKSPACE = { workspace: 'acme' };
const DRAFT = {
  protocol: 'org.renkara.chirp.message/0.1',
  kind: 'status',
  source: { kind: 'agent', id: 'builder' },
  subject: { kind: 'build', id: '412' },
  presentation: { fallback: 'step' },
  instrument: { category: 'run', layout: 'status' },
};

/** Sealed revisions, each behind the one before. */
function chain(length) {
  const revisions = [];
  let head;
  for (let revision = 1; revision <= length; revision += 1) {
    const sealed = completeDraft(DRAFT, { ...WORKSPACE, series: { head } });
    head = { revision, digest: sealed.digest };
    revisions.push(sealed);
  }
  return revisions;
}

const isMisuse = (error) => error instanceof CoreError && error.code === 'misuse';

test('what the package decides is what its other entries say', () => {
  const [first] = chain(1);
  assert.ok(plain.verify(first.bytes).ok);
  assert.equal(seriesOf(first.bytes, WORKSPACE), plain.validate(first.bytes, WORKSPACE).series);
  assert.equal(decideRevision(first.envelope, WORKSPACE).digest, plain.digest(first.text));
});

test('members of the options that are undefined are absent', () => {
  const [first] = chain(1);
  const options = { workspace: 'acme', channel: undefined, series: { head: undefined, known: undefined } };
  assert.equal(decideRevision(first.bytes, options).decision, 'accepted');
});

test('options that are not what they must be are misuse', () => {
  const [first] = chain(1);
  const circular = { workspace: 'acme' };
  circular.series = circular;
  const wrong = [
    undefined,
    null,
    'acme',
    {},
    { workspace: 'a b' },
    { workspace: 1 },
    { workspace: 'acme', serie: {} },
    { workspace: 'acme', series: { head: { revision: 1.5, digest: first.digest } } },
    { workspace: 'acme', series: { known: ['sha256:x'] } },
    { workspace: 'acme', channel: '\ud800' },
    circular,
  ];
  for (const options of wrong) {
    assert.throws(() => decideRevision(first.bytes, options), isMisuse);
    assert.throws(() => completeDraft(DRAFT, options), isMisuse);
  }
  assert.throws(() => seriesOf(first.bytes, {}), isMisuse);
  assert.throws(() => exportHistory([first.bytes], { workspace: 'acme', form: 'xml' }), isMisuse);
  for (const inputs of [first, first.text, first.bytes, undefined])
    assert.throws(() => exportHistory(inputs, WORKSPACE), isMisuse);
  assert.throws(() => verifyHistory('{}', { head: 'sha256:x' }), isMisuse);
  assert.throws(() => verifyHistory({}), isMisuse);
});

test('a history is made of texts, bytes and objects, from any iterable', () => {
  const [first, second, third] = chain(3);
  function* inputs() {
    yield third.envelope;
    yield first.text;
    yield { body: 'step', protocol: second.envelope };
  }
  const { bytes, digest, head } = exportHistory(inputs(), WORKSPACE);
  assert.deepEqual(head, { revision: 3, digest: third.digest });
  const report = verifyHistory(new TextDecoder().decode(bytes), { head: third.digest });
  assert.deepEqual([report.ok, report.digest, report.revisions], [true, digest, 3]);
});

test('a refusal names the input; what was never text has no position in it', () => {
  const [first] = chain(1);
  for (const [input, hasPosition] of [
    ['{"kind":1}', true],
    [{ kind: 1 }, false],
  ]) {
    assert.throws(
      () => exportHistory([first.bytes, input], WORKSPACE),
      ({ problems }) => {
        assert.ok(problems.every(({ at }) => at.startsWith('/1/')));
        assert.ok(problems.every(({ position }) => (position !== undefined) === hasPosition));
        return true;
      },
    );
  }
  assert.throws(() => exportHistory(['{"a":1}', () => {}], WORKSPACE), isMisuse);
});

test('verifyHistory has a report on everything that is text or bytes', () => {
  const [first] = chain(1);
  const { bytes } = exportHistory([first.bytes], WORKSPACE);
  for (let length = 0; length < bytes.length - 1; length += 1) {
    const { ok, problems } = verifyHistory(bytes.subarray(0, length));
    assert.deepEqual([ok, problems.length > 0], [false, true]);
  }
  assert.equal(verifyHistory('"\ud800"').problems[0].code, 'json_lone_surrogate');
});

test('what is larger than a history is refused before it crosses', () => {
  const large = new Uint8Array(LIMITS.history_bytes + 1);
  assert.equal(verifyHistory(large).problems[0].code, 'too_large');
  const input = new Uint8Array(LIMITS.message_bytes + 1);
  assert.throws(
    () => exportHistory([input], WORKSPACE),
    (error) => error instanceof EnvelopeError && error.problems[0].at === '/0',
  );
});

test('options that JSON would not say as they are held are misuse, and decide nothing', () => {
  const series = { head: { revision: 3, digest: `sha256:${'a'.repeat(64)}` } };
  for (const given of [
    Promise.resolve(series),
    new Map(Object.entries(series)),
    Object.create(series),
    () => series,
  ]) {
    assert.throws(() => decideRevision('{}', { workspace: 'w', series: given }), { code: 'misuse' });
    assert.throws(() => completeDraft('{}', { workspace: 'w', series: given }), { code: 'misuse' });
  }
});
