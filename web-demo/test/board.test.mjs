// The board without a page: that it asks the core and waits, and never asks twice; and that the sample day is what it is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { model } from './model.mjs';

const { Board, DayClock, SampleHub, bounds, protocol, script } = model;

function openDay() {
  const { from, until } = bounds();
  const hub = new SampleHub(new DayClock(from, until), script(), protocol.project);
  return { hub, clock: hub.clock, board: new Board(hub) };
}

/** The source with a note of each time that somebody asked to be woken at, and has not called off. */
function watched(hub) {
  const asked = new Set();
  const source = Object.create(hub, {
    wake: {
      value: (at, run) => {
        const one = { at };
        asked.add(one);
        const callOff = hub.wake(at, () => {
          asked.delete(one);
          run();
        });
        return () => {
          asked.delete(one);
          callOff();
        };
      },
    },
    subscribe: { value: (listener) => hub.subscribe(listener) },
    heads: { value: () => hub.heads() },
    now: { value: () => hub.now() },
    viewer: { get: () => hub.viewer },
    done: { get: () => hub.done },
  });
  return { source, times: () => [...asked].map(({ at }) => Date.parse(at)) };
}

const at = (hours, minutes) => new Date(2026, 2, 12, hours, minutes).getTime();

test('one timer is set, for when an answer next changes, and nothing is asked in between', async () => {
  const { hub } = openDay();
  const { source, times } = watched(hub);
  const board = new Board(source);
  await board.load();
  assert.deepEqual(times(), [at(9, 40)]);
  hub.clock.advance(at(9, 39));
  assert.deepEqual(times(), [at(9, 40)]);
  const before = board.counts.needs_me;
  hub.clock.advance(at(9, 40));
  assert.equal(board.counts.needs_me, before - 1);
  assert.equal(board.news[0].kind, 'released');
  assert.deepEqual(times(), [], 'nothing that is there changes by itself any more');
  hub.clock.advance(at(10, 30));
  assert.deepEqual(times(), [at(15, 0)]);
});

test('every message of the day holds, and each kind of thing is there', async () => {
  const { hub, clock } = openDay();
  const messages = [...(await hub.heads())];
  const kinds = new Set();
  hub.subscribe((change) => {
    kinds.add(change.kind);
    if (change.kind === 'arrived') messages.push(change.message);
  });
  clock.advance(clock.until);
  const seen = messages.map((message) => protocol.verify(message));
  assert.ok(seen.every(({ ok, reasons, view }) => ok && view === 'instrument' && reasons.length === 0));
  assert.deepEqual([...kinds].sort(), ['arrived', 'gap', 'refused']);
  const all = (pick) => new Set(seen.map(({ envelope }) => pick(envelope)));
  assert.equal(all(({ instrument }) => instrument.layout).size, 6);
  assert.equal(all(({ instrument }) => instrument.category).size, 5);
  assert.equal(all(({ lifecycle }) => lifecycle?.state).size, 8);
  assert.equal(all(({ severity }) => severity).size, 6);
  assert.equal(all(({ instrument }) => instrument.audit?.status).size, 5);
  assert.ok(new Set(seen.map(({ envelope }) => envelope.subject.id)).size > 100);
});

test('the same invocation has the same answer, and a message is closed once', async () => {
  const { hub } = openDay();
  const message = (await hub.heads()).find((head) => head.includes('quota/meridian'));
  const { digest } = protocol.verify(message);
  const invocation = { digest, invocation_id: 'one' };
  assert.deepEqual(await hub.invoke(message, 'accept', invocation), { status: 201 });
  assert.deepEqual(await hub.invoke(message, 'accept', invocation), { status: 201 });
  const second = await hub.invoke(message, 'decline', { digest, invocation_id: 'two' });
  assert.equal(second.status, 409);
  assert.equal(second.reason.code, 'action_done');
});

test('the clock lets everything happen in its order and at its time, however it is set', () => {
  const clock = new DayClock(0, 1000);
  const told = [];
  const note = (name) => () => told.push(`${name} ${clock.now()}`);
  clock.at(300, note('b'));
  clock.at(100, () => {
    note('a')();
    clock.at(200, note('within'));
  });
  clock.at(300, note('c'));
  const callOff = clock.at(400, note('never'));
  clock.at(2000, note('after the end'));
  callOff();
  clock.advance(5000);
  assert.deepEqual(told, ['a 100', 'within 200', 'b 300', 'c 300']);
  assert.equal(clock.now(), 1000);
  clock.rewind();
  assert.equal(clock.now(), 0);
});

test('what changes while the source is asked is not missed, and a source that does not answer can be asked again', async () => {
  const { hub } = openDay();
  const { source } = watched(hub);
  const answers = [];
  const slow = Object.create(source, {
    heads: { value: () => new Promise((resolve, reject) => answers.push({ resolve, reject })) },
  });
  const board = new Board(slow);
  const heads = await hub.heads();
  const loading = board.load();
  hub.clock.advance(at(8, 20));
  answers[0].resolve(heads);
  await loading;
  assert.ok(board.heads('runs').some(({ envelope }) => envelope.subject.id === 'web/production/413'));

  const failing = board.load();
  answers[1].reject(new Error('offline'));
  await failing;
  assert.equal(board.isLost, true);
  const again = board.load();
  answers[2].resolve(await hub.heads());
  await again;
  assert.equal(board.isLost, false);
  assert.ok(board.counts.runs > 30);
});
