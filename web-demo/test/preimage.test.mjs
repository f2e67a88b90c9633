// The digest view shows what is hashed: another implementation comes to the same sums.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { ACCEPTED, model } from './model.mjs';

const { preimages, protocol } = model;

for (const { id, text } of ACCEPTED) {
  test(`${id}: Node computes the same digests`, () => {
    const message = protocol.project(text).text;
    const { all } = preimages(message);
    const { projection } = JSON.parse(message);
    assert.deepEqual(
      all.map(({ name }) => name),
      projection === undefined ? ['Envelope'] : ['Envelope', 'PubMark source', 'Projection'],
    );
    for (const { canonical, computed, domain, stated } of all) {
      const sum = createHash('sha256').update(`${domain}\0${canonical}`).digest('hex');
      assert.equal(computed, `sha256:${sum}`);
      assert.equal(stated, computed);
    }
  });
}

test('a bare envelope is hashed as it stands; a digest that it does not state is not invented', () => {
  const { all } = preimages('{"kind":"event"}');
  assert.deepEqual(
    all.map(({ canonical, stated }) => [canonical, stated]),
    [['{"kind":"event"}', undefined]],
  );
});

test('only an object is the envelope of a message', () => {
  const { all } = preimages('{"protocol":[],"kind":"event"}');
  assert.deepEqual(
    all.map(({ canonical }) => canonical),
    ['{"kind":"event","protocol":[]}'],
  );
});

test('a plain message has no digest', () => {
  assert.deepEqual(preimages('{"body":"Good morning"}'), { all: [] });
  assert.deepEqual(preimages('{"body":5,"kind":"event"}'), { all: [] });
  assert.deepEqual(preimages('[1]'), { all: [] });
});

test('what has no canonical form says why', () => {
  for (const text of ['', '{"a":1,"a":2}', '{"a":"\\ud800"}', '{"protocol":']) {
    assert.match(preimages(text).problem, /\w/);
  }
});
