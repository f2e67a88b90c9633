// Options of the wrong type are misuse at the door. At the screen nothing is thrown, and the reason says what was wrong.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as plain from '@chirp-protocol/protocol';
import * as compiling from '@chirp-protocol/protocol/compile';
import * as slim from '@chirp-protocol/protocol/slim';

const MESSAGE = '{"body":"kept"}';
const MISUSE = { name: 'CoreError', code: 'misuse' };

test('before it has its wasm, ./slim says so at the screen too', () => {
  const { ok, view, fallback, reasons } = slim.verify(MESSAGE);
  assert.deepEqual([ok, view, fallback], [false, 'fallback', 'kept']);
  assert.throws(() => slim.canonicalize('{}'), { code: 'not_initialized', message: reasons[0].message });
  assert.equal(reasons[0].code, 'engine_unavailable');
});

for (const [name, api] of Object.entries({ '.': plain, './compile': compiling })) {
  test(`${name}: a workspace is an identifier`, () => {
    for (const workspace of [5, null, {}, '', 'a b', '\ud800', 'x'.repeat(129)]) {
      assert.throws(() => api.validate(MESSAGE, { workspace }), MISUSE);
    }
    assert.equal(api.validate(MESSAGE, { workspace: 'acme' }).ok, true);
    assert.equal(api.validate(MESSAGE, { workspace: undefined }).ok, true);
  });

  test(`${name}: a domain is text`, () => {
    for (const domain of [5, null, {}, '\ud800']) assert.throws(() => api.digest('{}', { domain }), MISUSE);
    assert.match(api.digest('{}', { domain: 'com.example.x/1' }), /^sha256:/);
  });

  test(`${name}: options are an object`, () => {
    for (const options of [null, 5, 'x', true, () => {}]) {
      assert.throws(() => api.validate(MESSAGE, options), MISUSE);
      assert.throws(() => api.digest('{}', options), MISUSE);
      const { ok, fallback, reasons } = api.verify(MESSAGE, options);
      assert.deepEqual([ok, fallback], [false, 'kept']);
      const message = '`options` must be an object';
      assert.deepEqual(reasons, [{ code: 'engine_unavailable', at: '', message }]);
    }
  });

  test(`${name}: capabilities are names; what is none costs the view and not the text`, () => {
    const large = [['x'.repeat(70_000)], Array(600).fill('x'.repeat(1_000_000)), Array(1e6).fill('')];
    const endless = Object.defineProperty([], 'length', { value: 2 ** 32 - 1 });
    for (const capabilities of [5, null, 'audit', {}, [5], ['a\nb'], ['a\r'], [null], endless, ...large]) {
      const { ok, view, fallback, reasons } = api.verify(MESSAGE, { capabilities });
      assert.deepEqual([ok, view, fallback], [false, 'fallback', 'kept']);
      const message =
        '`capabilities` must be an array of names without line breaks, 65536 characters at most';
      assert.deepEqual(reasons, [{ code: 'engine_unavailable', at: '', message }]);
    }
    for (const options of [null, 5, Object.create(null), new Proxy({}, { get: () => assert.fail() })]) {
      assert.equal(api.verify(MESSAGE, options).fallback, 'kept');
    }
    for (const capabilities of [undefined, [], ['audit']]) {
      assert.equal(api.verify(MESSAGE, { capabilities }).reasons[0].code, 'untyped');
    }
  });
}
