// What must still hold after a trap, and after many large messages.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { seal, verify } from '@chirp-protocol/protocol';
import * as compiling from '@chirp-protocol/protocol/compile';

const LONG = process.env.LONG === '1';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

const small = seal({
  protocol: 'org.renkara.chirp.message/0.1',
  kind: 'status',
  source: { kind: 'agent', id: 'builder' },
  presentation: { fallback: 'Build 7 is green' },
}).text;

/** An envelope just under the cap of 256 KiB. */
function largest() {
  const evidence = Array.from({ length: 64 }, (_, index) => ({
    label: `Log ${index} ${'x'.repeat(190)}`,
    digest: `sha256:${'a'.repeat(64)}`,
    url: `https://ci.test/${'y'.repeat(1990)}`,
  }));
  return seal({
    protocol: 'org.renkara.chirp.message/0.1',
    kind: 'report',
    source: { kind: 'agent', id: 'builder' },
    subject: { kind: 'run', id: '7' },
    presentation: { fallback: 'z'.repeat(20_000), pubmark: 'w'.repeat(65_000) },
    instrument: { category: 'run', layout: 'status', revision: 1, evidence },
  }).bytes;
}

/** Calls `act` at every depth of the stack down to where it overflows, inside and outside of the core. */
function atEveryDepth(act) {
  let failures = 0;
  const descend = () => {
    try {
      descend();
    } catch {
      failures += 1;
    }
    act();
  };
  try {
    descend();
  } catch {
    failures += 1;
  }
  return failures;
}

for (const [name, api] of [
  ['the main entry', { verify }],
  ['the compiling entry', compiling],
]) {
  test(`${name}: a stack that overflows inside the core leaves the next call right`, () => {
    let verdicts = 0;
    const overflows = atEveryDepth(() => {
      if (verdicts < 200) verdicts += api.verify(small).ok ? 1 : 0;
    });
    assert.ok(overflows > 0, 'the stack overflowed');
    assert.equal(api.verify(small).ok, true);
    assert.equal(api.verify(small.replace('green', 'grey')).ok, false);
  });
}

test('memory stays flat over maximum messages', () => {
  const message = largest();
  assert.ok(message.length > 200 * 1024, `${message.length} bytes`);
  const run = (times) => {
    for (let index = 0; index < times; index += 1) {
      assert.equal(verify(message).ok, true);
      // What JavaScript has not collected yet is not what is looked for.
      if (index % 20 === 0) collectGarbage();
    }
    collectGarbage();
    return process.memoryUsage().rss;
  };
  const early = run(100);
  const late = run(LONG ? 10_000 : 500);
  assert.ok(late <= early * 1.2, `${early} bytes after 100 messages, ${late} at the end`);
});
