// The questions of Pigeon at the edge of the package: what never reaches the core, and what is misuse.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as hub from '@chirp-protocol/protocol/hub';

const caller = { kind: 'person', account: 'ann', uid: 'ann' };
const options = {
  caller,
  agent: { id: 'a1', account: 'ann', listed: false, priced: false },
  now: '2026-11-05T20:42:41Z',
  thread: { id: 't1', owner: 'ann', archived: false, room: false },
};

test('a text with half a character is refused as JSON with one is', () => {
  const found = hub.postMessage('{"body":"a\ud83d"}', options);
  assert.equal(found.status, 400);
  assert.equal(found.code, 'json_lone_surrogate');
  assert.notEqual(found.error, '');
});

test('a body that is larger than a message is refused before it is read', () => {
  const large = `{"body":"${' '.repeat(hub.LIMITS.message_bytes)}a"}`;
  for (const body of [large, new TextEncoder().encode(large)]) {
    const found = hub.postMessage(body, options);
    assert.equal(found.status, 413);
    assert.equal(found.code, 'too_large');
  }
});

test('what a message is decided against is plain JSON of its type', () => {
  const { now: _, ...timeless } = options;
  const wrong = [undefined, null, 7, {}, timeless, { ...options, more: 1 }, { ...options, now: 'today' }];
  for (const given of wrong) {
    assert.throws(
      () => hub.postMessage('{"body":"hello"}', given),
      ({ name, code }) => name === 'CoreError' && code === 'misuse',
      JSON.stringify(given),
    );
  }
});

test('an envelope and what was decided of it come together', () => {
  const typed = { digest: `sha256:${'ab'.repeat(32)}`, text: 'Build 412 passed' };
  const body = '{"protocol":{}}';
  assert.equal(hub.postMessage(body, { ...options, typed }).message.digest, typed.digest);
  for (const [sent, given] of [
    [body, options],
    ['{"body":"hello"}', { ...options, typed }],
  ])
    assert.throws(() => hub.postMessage(sent, given), { name: 'CoreError' });
});

test('the content of a message is that of the message sent again, and of no other', () => {
  const content = (body, thread = options.thread) =>
    hub.postMessage(JSON.stringify(body), { ...options, thread }).content;
  const first = { content: content({ body: 'hello' }), held: false };
  const again = hub.postMessage('{ "kind": "chat_message", "body": "hello\\n" }', { ...options, first });
  assert.deepEqual([again.status, again.decision], [201, 'repeat']);
  const others = [
    content({ body: 'Hello' }),
    content({ body: 'hello', kind: 'task_request' }),
    content({ body: 'hello', parts: [1] }),
    content({ body: 'hello' }, { ...options.thread, id: 't2' }),
  ];
  assert.equal(new Set([first.content, ...others]).size, 5);
});
