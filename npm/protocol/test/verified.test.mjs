// What a verdict holds beside its answer: envelope and tree, read when they are asked for, and absent where there is none.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as plain from '@chirp-protocol/protocol';
import * as compiling from '@chirp-protocol/protocol/compile';

const ENVELOPE = {
  protocol: plain.PROTOCOL,
  kind: 'report',
  source: { kind: 'system', id: 's' },
  presentation: { fallback: 'f' },
};
const RICH = { ...ENVELOPE, presentation: { fallback: 'f', pubmark: '**f**' } };
const BOARD = {
  ...ENVELOPE,
  subject: { kind: 'run', id: '1' },
  instrument: { category: 'run', layout: 'status', revision: 1 },
};

for (const [name, api] of Object.entries({ '.': plain, './compile': compiling })) {
  test(`${name}: a projection gives a checked tree, the same one each time`, () => {
    const verified = api.verify(compiling.project(RICH).text);
    assert.deepEqual([verified.view, verified.reasons], ['pubmark', []]);
    assert.ok(api.isCheckedTree(verified.tree));
    assert.equal(verified.tree, verified.tree);
    assert.equal(verified.envelope, verified.envelope);
    assert.equal(verified.envelope.integrity.digest, verified.digest);
  });

  test(`${name}: an instrument without PubMark has no tree`, () => {
    const verified = api.verify(api.seal(BOARD).bytes);
    assert.deepEqual([verified.ok, verified.view, verified.tree], [true, 'instrument', undefined]);
    assert.equal(verified.envelope.instrument.revision, 1);
  });

  test(`${name}: what was not verified has neither`, () => {
    for (const input of [ENVELOPE, '{"body":"b"}', '', '{"protocol":{}}', 5]) {
      const { ok, envelope, tree, digest } = api.verify(input);
      assert.deepEqual([ok, envelope, tree, digest], [false, undefined, undefined, undefined]);
    }
  });

  test(`${name}: a verdict outlives the next call`, () => {
    const first = api.verify(compiling.project(RICH).text);
    api.verify(`{"body":"${'x'.repeat(500_000)}"}`);
    assert.equal(first.tree.children[0].children[0].type, 'strong');
    assert.equal(first.envelope.kind, 'report');
  });
}
