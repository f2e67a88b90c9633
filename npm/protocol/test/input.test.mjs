// Objects as input: what JSON would not say as it is held is refused, in bounded time, and nothing foreign is thrown.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as plain from '@chirp-protocol/protocol';
import * as compiling from '@chirp-protocol/protocol/compile';

const ENTRIES = { '.': plain, './compile': compiling };

const ENVELOPE = {
  protocol: plain.PROTOCOL,
  kind: 'event',
  source: { kind: 'system', id: 's' },
  presentation: { fallback: 'f' },
};

/** The first problem of `validate`, which must be the one of `seal` and of `verify` too. */
function refusal(api, input) {
  const [problem] = api.validate(input).problems;
  assert.throws(
    () => api.seal(input),
    (error) => {
      assert.ok(error instanceof api.EnvelopeError);
      assert.deepEqual(error.problems[0], problem);
      return true;
    },
  );
  const { ok, view, reasons } = api.verify(input);
  assert.deepEqual([ok, view], [false, 'fallback']);
  assert.deepEqual(reasons, [{ code: problem.code, at: problem.at, message: problem.message }]);
  return problem;
}

for (const [name, api] of Object.entries(ENTRIES)) {
  test(`${name}: an object that is shared over and over is too large, at once`, { timeout: 30_000 }, () => {
    let shared = 'leaf';
    for (let level = 0; level < 100; level += 1) shared = { a: shared, b: shared };
    assert.equal(refusal(api, shared).code, 'too_large');
    assert.equal(api.verify({ body: 'kept', more: shared }).fallback, 'kept');

    const long = 'x'.repeat(500_000);
    assert.equal(refusal(api, { a: long, b: long, c: long }).code, 'too_large');
    assert.equal(refusal(api, Array(3).fill({ [long]: 1 })).code, 'too_large');
    assert.equal(refusal(api, new Array(2 ** 32 - 1)).code, 'too_large');
  });

  test(`${name}: what is shared and small is written each time`, () => {
    const shared = { kind: 'system', id: 's' };
    const input = { ...ENVELOPE, source: shared, subject: shared };
    assert.equal(api.seal(input).digest, api.seal(JSON.stringify(input)).digest);
  });

  test(`${name}: a cycle is too deep`, () => {
    const object = { body: 'kept' };
    object.again = object;
    const array = [];
    array.push(array, array);
    assert.equal(refusal(api, object).code, 'json_too_deep');
    assert.equal(refusal(api, array).code, 'json_too_deep');
    assert.equal(api.verify(object).fallback, 'kept');
  });

  test(`${name}: an object that throws is no JSON`, () => {
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    const throwing = (trap) => new Proxy({ body: 'b' }, { [trap]: () => assert.fail('it was read') });
    const getter = (error) => ({
      get body() {
        throw error;
      },
    });
    const inputs = [
      revoked.proxy,
      getter(new Error('no')),
      getter(undefined),
      getter(revoked.proxy),
      ...['getPrototypeOf', 'has', 'ownKeys', 'get', 'getOwnPropertyDescriptor'].map(throwing),
    ];
    for (const input of [...inputs, ...inputs.map((inner) => [inner])]) {
      assert.equal(refusal(api, input).code, 'not_json');
    }
    assert.equal(api.verify({ body: 'kept', inner: revoked.proxy }).fallback, 'kept');
  });

  test(`${name}: what JSON would change is no JSON, and says where`, () => {
    const changed = [NaN, -Infinity, undefined, 1n, Symbol('s'), () => 1, new Date(0), new Map(), '\ud800'];
    for (const value of [...changed, new Proxy(new Uint8Array(1), {})]) {
      const { code, at } = refusal(api, { ...ENVELOPE, 'a/b': [0, value] });
      assert.deepEqual([code, at], ['not_json', '/a~1b/1']);
    }
  });

  test(`${name}: what is a number or a text in disguise is no JSON`, () => {
    const hidden = Object.create(null, { [Symbol.toStringTag]: { value: 'Object' } });
    for (const boxed of [
      new Number(5),
      new String('s'),
      new Boolean(false),
      Object(1n),
      new Date(0),
      () => {},
    ]) {
      for (const prototype of [Object.prototype, null, {}, hidden]) {
        const disguised = Object.setPrototypeOf(boxed, prototype);
        assert.equal(refusal(api, { ...ENVELOPE, a: [disguised] }).code, 'not_json');
      }
    }
  });

  test(`${name}: an array is its items and nothing else`, () => {
    const named = Object.assign([1], { name: 'x' });
    const both = Object.assign(new Array(2), { 0: 1, name: 'x' });
    const marked = Object.assign([1], { [Symbol('s')]: 1 });
    for (const array of [
      Object.assign(new Array(2), { 1: 1 }),
      Object.assign(new Array(2), { 0: 1 }),
      new Array(3),
      named,
      both,
      marked,
      Object.assign([], { '-1': 1 }),
    ]) {
      const { code, at } = refusal(api, { ...ENVELOPE, a: [array] });
      assert.deepEqual([code, at], ['not_json', '/a/0']);
    }
    assert.equal(api.canonicalize([[], [1, [2]], [null]]), '[[],[1,[2]],[null]]');
  });

  test(`${name}: the iterator of an array hides nothing`, () => {
    class Empty extends Array {
      *[Symbol.iterator]() {}
    }
    for (const value of [undefined, new Date(0), '\ud800']) {
      const { code, at } = refusal(api, { ...ENVELOPE, a: Empty.of(0, value) });
      assert.deepEqual([code, at], ['not_json', '/a/1']);
    }
  });

  test(`${name}: the text of an escape is no half of a surrogate pair`, () => {
    assert.equal(api.canonicalize(['\\ud800', '\u{1d6fd}']), '["\\\\ud800","\u{1d6fd}"]');
    assert.equal(refusal(api, { ...ENVELOPE, '\udfff': 1 }).code, 'json_lone_surrogate');
  });

  test(`${name}: a view is its bytes, whatever it says of itself`, () => {
    const good = new TextEncoder().encode(JSON.stringify(ENVELOPE));
    const sealed = api.seal(good);
    class Liar extends Uint8Array {
      static get [Symbol.species]() {
        return assert.fail('it was asked');
      }
      get length() {
        return 0;
      }
      get byteLength() {
        return 0;
      }
      get buffer() {
        return new ArrayBuffer(0);
      }
    }
    const own = (value) =>
      Object.defineProperty(new TextEncoder().encode('{"body":"mine"}'), 'length', { value });
    for (const length of [0, 1, 1e9, -1, NaN, 'x']) {
      // What the core still holds of the call before must never be judged again.
      assert.equal(api.verify(sealed.bytes).fallback, 'f');
      assert.equal(api.verify(own(length)).fallback, 'mine');
      assert.equal(api.validate(own(length)).ok, true);
      assert.throws(() => api.seal(own(length)), { name: 'EnvelopeError' });
    }
    const view = Object.defineProperty(new DataView(good.buffer), 'byteLength', { value: 3 });
    for (const liar of [new Liar(good), view]) assert.equal(api.seal(liar).digest, sealed.digest);
    const page = new Liar(new TextEncoder().encode('{"messages":[{"body":"one"},{"body":"two"}]}'));
    assert.deepEqual(
      api.splitPage(page).map((message) => api.verify(message).fallback),
      ['one', 'two'],
    );
  });

  test(`${name}: bytes that are gone are refused`, () => {
    const gone = (make) => {
      const buffer = new ArrayBuffer(8, { maxByteLength: 16 });
      const view = make(buffer);
      structuredClone(buffer, { transfer: [buffer] });
      return view;
    };
    const shrunk = (make) => {
      const buffer = new ArrayBuffer(8, { maxByteLength: 16 });
      const view = make(buffer);
      buffer.resize(1);
      return view;
    };
    const views = [
      (buffer) => new DataView(buffer, 4, 4),
      (buffer) => new Uint8Array(buffer, 4, 4),
      (buffer) => new Float64Array(buffer, 0, 1),
    ];
    const fake = Object.create(ArrayBuffer.prototype);
    for (const input of [...views.map(gone), ...views.map(shrunk), gone((buffer) => buffer), fake]) {
      refusal(api, input);
    }
    for (const operation of [api.splitPage, api.toText].filter((one) => one !== undefined)) {
      assert.throws(() => operation(gone(views[0])), { name: 'EnvelopeError', code: 'not_json' });
    }
    if (api.compile !== undefined) assert.equal(api.compile(gone(views[0])).problems[0].code, 'not_json');
  });

  test(`${name}: bytes are bytes in whatever they are held`, () => {
    const bytes = new TextEncoder().encode(` ${JSON.stringify(ENVELOPE)}`);
    const held = [bytes, bytes.buffer, new DataView(bytes.buffer), Buffer.from(bytes), bytes.subarray(1)];
    assert.equal(new Set(held.map((input) => api.seal(input).digest)).size, 1);
    for (const input of held) assert.equal(api.verify(input).fallback, 'f');
  });

  test(`${name}: what is no input at all is misuse`, () => {
    for (const input of [5, undefined, true, () => '{}', 1n, Symbol('s')]) {
      for (const operation of [api.validate, api.seal, api.canonicalize, api.digest, api.checkTree]) {
        assert.throws(() => operation(input), { name: 'CoreError', code: 'misuse' });
      }
      const { reasons, fallback } = api.verify(input);
      assert.deepEqual([reasons[0].code, fallback], ['engine_unavailable', '']);
      assert.match(reasons[0].message, /^expected JSON text, bytes or a plain object, not /);
    }
    for (const input of [{}, null, 5]) {
      for (const operation of [api.splitPage, api.compile, api.toText].filter((one) => one !== undefined)) {
        assert.throws(() => operation(input), { name: 'CoreError', code: 'misuse' });
      }
    }
  });

  test(`${name}: positions are those of a text that somebody wrote`, () => {
    const broken = { ...ENVELOPE, kind: 'evnt' };
    const [written] = api.validate(JSON.stringify(broken)).problems;
    assert.deepEqual([written.position.line, api.positionIn(written)], [1, 'input']);
    for (const problems of [api.validate(broken).problems, problemsOf(api, () => api.seal(broken))]) {
      assert.deepEqual([problems[0].at, problems[0].position], ['/kind', undefined]);
    }
  });
}

test('a position in a PubMark source is there for objects too', () => {
  const pubmark = 'one\n\n[two](javascript:alert(1))';
  const broken = { ...ENVELOPE, presentation: { fallback: 'one two', pubmark } };
  for (const input of [broken, JSON.stringify(broken), { protocol: broken }]) {
    const [problem] = compiling.validate(input).problems;
    assert.deepEqual([problem.code, problem.position], ['unsafe_link', { line: 3, column: 1 }]);
    assert.equal(compiling.positionIn(problem), 'source');
  }
  const [problem] = compiling.compile(pubmark).problems;
  assert.deepEqual([problem.position, compiling.positionIn(problem)], [{ line: 3, column: 1 }, 'input']);
});

function problemsOf(api, run) {
  try {
    run();
  } catch (error) {
    if (error instanceof api.EnvelopeError) return error.problems;
    throw error;
  }
  return assert.fail('it was accepted');
}
