// The queue: in order, bounded, for its owner only, shared by processes; and what is sent through it is there once, whatever
// happens to the hub and to the sender.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createClient } from '@chirp-protocol/webhook';
import { openQueue } from '@chirp-protocol/webhook/queue';
import { askAs, draft, envelope, folder, producer, startHub } from './hub.mjs';

const endings = [];
after(async () => {
  for (const end of endings.reverse()) await end();
});

function place() {
  const { path, remove } = folder();
  endings.push(remove);
  return join(path, 'queue');
}

const entry = (body) => ({ path: '/x', body });
const all = { turnMs: 5000 };

/** The bodies that a queue hands over. */
async function drained(queue, handled = 'done') {
  const bodies = [];
  const counts = await queue.drain(async ({ body }) => {
    bodies.push(body);
    return handled;
  }, all);
  return { bodies, ...counts };
}

test('entries come out in the order in which they went in, and once', async () => {
  const path = place();
  const queue = openQueue(path);
  assert.deepEqual(await drained(queue), { bodies: [], done: 0, refused: 0, left: 0 });
  const bodies = Array.from({ length: 30 }, (_, index) => `${index}`);
  await Promise.all(bodies.map((body) => queue.put(entry(body))));
  assert.deepEqual(await drained(queue, 'keep'), { bodies: ['0'], done: 0, refused: 0, left: 30 });
  assert.deepEqual(await drained(openQueue(path)), { bodies, done: 30, refused: 0, left: 0 });
  assert.deepEqual(readdirSync(path), []);
});

test('what comes while it is drained is handed over too', async () => {
  const queue = openQueue(place());
  await queue.put(entry('one'));
  const bodies = [];
  await queue.drain(async ({ body }) => {
    bodies.push(body);
    if (body === 'one') await queue.put(entry('two'));
    return 'done';
  }, all);
  assert.deepEqual(bodies, ['one', 'two']);
});

test('files are for their owner only', async () => {
  const path = place();
  await openQueue(path).put(entry('x'));
  assert.equal(statSync(path).mode & 0o777, 0o700);
  const [name] = readdirSync(path);
  assert.equal(statSync(join(path, name)).mode & 0o777, 0o600);
});

test('the oldest entries are dropped when there are too many or they are too large, and the log says so', async () => {
  const path = place();
  const queue = openQueue(path, { maxEntries: 3, maxBytes: 1000 });
  for (const body of ['1', '2', '3', '4']) await queue.put(entry(body));
  await queue.put(entry('x'.repeat(970)));
  const { bodies } = await drained(queue);
  assert.deepEqual(bodies, ['x'.repeat(970)]);
  const lines = readFileSync(join(path, 'queue.log'), 'utf8').trimEnd().split('\n').map(JSON.parse);
  assert.deepEqual(
    lines.map(({ event }) => event),
    Array(4).fill('dropped'),
  );
  await queue.put(entry('y'.repeat(5000)));
  assert.equal((await drained(queue)).done, 1);
});

test('what is refused is set aside with its code, and does not stop what is behind it', async () => {
  const path = place();
  const queue = openQueue(path);
  await queue.put(entry('bad'));
  await queue.put(entry('good'));
  const counts = await queue.drain(async ({ body }) => (body === 'bad' ? { refused: 'kind' } : 'done'), all);
  assert.deepEqual(counts, { done: 1, refused: 1, left: 0 });
  const [kept, log] = readdirSync(path).sort().reverse();
  assert.equal(JSON.parse(readFileSync(join(path, kept), 'utf8')).body, 'bad');
  assert.match(readFileSync(join(path, log), 'utf8'), /"code":"kind"/);
});

test('a file that is broken, and one that is none of the queue, stop nothing', async () => {
  const path = place();
  mkdirSync(path);
  for (const [name, text] of [
    ['000000000001-0123456789abcdef.json', '{"path":"/x","bo'],
    ['000000000002-0123456789abcdef.json', '[]'],
    ['.000000000003-0123456789abcdef.json', ''],
    ['notes.txt', 'x'],
  ])
    writeFileSync(join(path, name), text);
  const queue = openQueue(path);
  await queue.put(entry('x'));
  const { bodies, refused } = await drained(queue);
  assert.deepEqual([bodies, refused], [['x'], 2]);
});

test('a turn outlives neither the process that had it nor a minute', async () => {
  const path = place();
  const queue = openQueue(path);
  await queue.put(entry('x'));
  const lock = join(path, 'lock');
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  writeFileSync(lock, `${child.pid}`);
  assert.equal((await drained(queue, 'keep')).bodies.length, 1);
  writeFileSync(lock, `${process.pid}`);
  assert.deepEqual(await queue.drain(assert.fail, { turnMs: 0 }), { done: 0, refused: 0, left: 1 });
  const before = new Date(Date.now() - 61_000);
  utimesSync(lock, before, before);
  assert.equal((await drained(queue)).done, 1);
});

test('several processes send from one queue, and each message is there once, in the order of each', async () => {
  const hub = await startHub();
  endings.push(hub.close);
  const path = place();
  const program = `
    import { createClient } from '@chirp-protocol/webhook';
    import { openQueue } from '@chirp-protocol/webhook/queue';
    const [url, token, folder, name, draft] = process.argv.slice(1);
    const client = createClient({ url, token, queue: openQueue(folder) });
    for (let step = 0; step < 10; step += 1) {
      const { presentation, ...rest } = JSON.parse(draft);
      await client.revise('general', { ...rest, presentation: { fallback: name + ' ' + step } });
    }
    await client.flush();`;
  const children = ['a', 'b', 'c', 'd'].map((name) =>
    spawn(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        program,
        hub.url,
        hub.token,
        path,
        name,
        JSON.stringify(draft(name, 'x')),
      ],
      { cwd: fileURLToPath(new URL('..', import.meta.url)), stdio: ['ignore', 'ignore', 'inherit'] },
    ),
  );
  for (const [code] of await Promise.all(children.map((child) => once(child, 'exit')))) assert.equal(code, 0);
  const { messages } = await hub.ask('GET', '/api/v1/channels/general/messages?limit=200');
  for (const name of ['a', 'b', 'c', 'd'])
    assert.deepEqual(
      messages.map(({ body }) => body).filter((body) => body.startsWith(name)),
      Array.from({ length: 10 }, (_, step) => `${name} ${step}`),
    );
});

test('with a queue a refusal is still an error, and a token that is not right keeps what waits', async () => {
  const hub = await startHub();
  endings.push(hub.close);
  const path = place();
  const client = createClient({ ...hub, queue: openQueue(path) });
  await assert.rejects(client.send('general', { protocol: envelope('x', { kind: 'wish' }) }), {
    status: 422,
  });
  assert.equal((await client.send('general', { protocol: envelope('fine') })).body, 'fine');
  const stranger = createClient({ ...hub, token: 'none', queue: openQueue(path) });
  await assert.rejects(stranger.send('general', { protocol: envelope('waits') }), { status: 401 });
  assert.deepEqual(await client.flush(), { sent: 1, refused: 0, left: 0 });
});

test('a hub that is killed and comes back while a program sends: each message is there exactly once, in order', async () => {
  const { path, remove } = folder();
  endings.push(remove);
  const port = await freePort();
  let hub = await start(join(path, 'hub.db'), port);
  endings.push(() => hub.child.kill('SIGKILL'));
  const token = await producer(askAs(hub.url, hub.token));
  const owner = hub.token;
  const client = createClient({ url: hub.url, token, queue: openQueue(join(path, 'queue')) });
  let queued = 0;
  const total = 60;
  for (let step = 0; step < total; step += 1) {
    const sending = client.revise('general', draft('killed', `${step}`));
    if (step % 15 === 7) {
      const ended = once(hub.child, 'exit');
      hub.child.kill('SIGKILL');
      await ended;
    }
    if ((await sending).queued) queued += 1;
    if (step % 15 === 11) hub = await start(join(path, 'hub.db'), port);
  }
  assert.ok(queued > 0);
  assert.equal((await client.flush()).left, 0);
  const { messages } = await askAs(hub.url, owner)('GET', '/api/v1/channels/general/messages?limit=200');
  assert.deepEqual(
    messages.map(({ body }) => body),
    Array.from({ length: total }, (_, step) => `${step}`),
  );
});

async function start(database, port) {
  const program = fileURLToPath(new URL('hub-process.mjs', import.meta.url));
  const child = spawn(process.execPath, [program, database, `${port}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  return { child, ...JSON.parse(line) };
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
