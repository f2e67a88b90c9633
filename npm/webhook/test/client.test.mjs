// The client against a real hub: what it sends, what it says of a refusal, when it tries again, and when it does not.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { seal } from '@chirp-protocol/protocol';
import { verifyHistory } from '@chirp-protocol/protocol/instruments';
import { createClient, HubError, HubUnreachable } from '@chirp-protocol/webhook';
import { draft, envelope, startHub, startLossy, startServer } from './hub.mjs';

let hub;
let client;

before(async () => {
  hub = await startHub();
  client = createClient(hub);
});
after(() => hub.close());

const historyOf = async (series) => {
  const response = await fetch(`${hub.url}/api/v1/instruments/${series}/history`, {
    headers: { authorization: `Bearer ${hub.token}` },
  });
  return verifyHistory(await response.text());
};

const messages = async () => (await hub.ask('GET', '/api/v1/channels/general/messages?limit=200')).messages;

test('a text, an envelope, a revision, a reply and a report', async () => {
  const plain = await client.send('general', { body: 'hello' });
  assert.equal(plain.body, 'hello');
  const typed = await client.send('general', { protocol: envelope('typed') });
  assert.match(typed.protocol.delivery.dedupe_key, /^[0-9a-f-]{36}$/);
  const sealed = JSON.parse(seal(envelope('sealed')).text);
  assert.deepEqual((await client.send('general', { protocol: sealed })).protocol, sealed);
  const first = await client.revise('general', draft('one', 'begun'));
  const second = await client.revise('general', draft('one', 'done'));
  assert.deepEqual([first.instrument.revision, second.instrument.revision], [1, 2]);
  const reply = await client.reply(plain, { body: 'and you' });
  const reply2 = await client.reply(reply, { body: 'the same thread' });
  assert.deepEqual([reply.thread_id, reply2.thread_id], [plain.id, plain.id]);
  const report = await client.validate({ protocol: envelope('x', { kind: 'wish' }) });
  assert.deepEqual([report.ok, report.problems[0].at], [false, '/protocol/kind']);
});

test('a refusal is an error that says why, with the head or the first message', async () => {
  const refusalOf = async (sent) => {
    const error = await sent.then(assert.fail, (reason) => reason);
    assert.ok(error instanceof HubError, `${error}`);
    return error;
  };
  const wrong = await refusalOf(client.send('general', { protocol: envelope('x', { kind: 'wish' }) }));
  assert.deepEqual(
    [wrong.status, wrong.code, wrong.problems[0].at],
    [422, 'unknown_value', '/protocol/kind'],
  );
  const other = { delivery: { dedupe_key: 'taken' } };
  const first = await client.send('general', { protocol: envelope('first', other) });
  const taken = await refusalOf(client.send('general', { protocol: envelope('other', other) }));
  assert.deepEqual([taken.status, taken.code, taken.message_.id], [409, 'dedupe_conflict', first.id]);
  const { instrument } = await client.revise('general', draft('fork', 'one'));
  const again = draft('fork', 'again', { instrument: { category: 'run', layout: 'status', revision: 1 } });
  const forked = await refusalOf(client.send('general', { protocol: again }));
  assert.deepEqual([forked.code, forked.head], ['revision_fork', instrument.head]);
  assert.equal((await refusalOf(client.send('nowhere', { body: 'x' }))).code, 'not_found');
  assert.equal(
    (await refusalOf(createClient({ ...hub, token: 'no' }).send('general', { body: 'x' }))).status,
    401,
  );
});

test('64 revisions at once: all of them are there, one after the other', async () => {
  const sent = await Promise.all(
    Array.from({ length: 64 }, (_, index) => client.revise('general', draft('race', `step ${index}`))),
  );
  assert.deepEqual(
    sent.map(({ instrument }) => instrument.revision).sort((a, b) => a - b),
    Array.from({ length: 64 }, (_, index) => index + 1),
  );
  const report = await historyOf(sent[0].instrument.series);
  assert.deepEqual([report.ok, report.revisions], [true, 64]);
});

test('revisions that are made from the head are made again when another one was first', async () => {
  const { source, subject } = draft('counter', 'x');
  const next = (head) => draft('counter', `${Number(head?.message.body ?? 0) + 1}`);
  const sent = await Promise.all(
    Array.from({ length: 12 }, () => client.revise('general', { source, subject }, next)),
  );
  const bodies = sent.map(({ body }) => Number(body)).sort((a, b) => a - b);
  assert.deepEqual(
    bodies,
    Array.from({ length: 12 }, (_, index) => index + 1),
  );
  const report = await historyOf(sent[0].instrument.series);
  assert.deepEqual([report.ok, report.revisions], [true, 12]);
});

test('one that loses every race ends with the refusal', async () => {
  const { source, subject } = draft('loser', 'x');
  let rounds = 0;
  const next = () => {
    rounds += 1;
    return draft('loser', 'mine');
  };
  const losing = await startServer((request, response) => {
    request.resume();
    const status = request.method === 'GET' ? 404 : request.url.endsWith('validate') ? 200 : 409;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ series: 's', code: 'revision_fork' }));
  });
  const revised = createClient({ url: losing.url, token: 't' }).revise('general', { source, subject }, next);
  await assert.rejects(revised, { code: 'revision_fork' });
  assert.equal(rounds, 32);
  await losing.close();
});

test('an answer that is lost is asked for again, and the message is there once', async () => {
  const lossy = await startLossy(hub.url, (count) => count <= 2);
  const unlucky = createClient({ ...hub, url: lossy.url });
  const sent = await unlucky.send('general', { protocol: envelope('only once') });
  assert.equal(lossy.asked.length, 3);
  assert.deepEqual(
    (await messages()).filter(({ body }) => body === 'only once').map(({ id }) => id),
    [sent.id],
  );
  const revised = await unlucky.revise('general', draft('lossy', 'x'));
  assert.equal(revised.instrument.revision, 1);
  await lossy.close();
});

test('a text that may have arrived is not sent again', async () => {
  const lossy = await startLossy(hub.url, () => true);
  const sent = createClient({ ...hub, url: lossy.url }).send('general', { body: 'plain and lost' });
  await assert.rejects(sent, HubUnreachable);
  assert.equal(lossy.asked.length, 1);
  assert.equal((await messages()).filter(({ body }) => body === 'plain and lost').length, 1);
  await lossy.close();
});

test('a hub that is busy is asked again when it says, at most as often as was said', async () => {
  const answers = [
    [429, { 'retry-after': '0' }],
    [503, { 'retry-after': new Date(0).toUTCString() }],
    [502, { 'retry-after': 'soon' }],
    [200, {}],
  ];
  const busy = await startServer((request, response) => {
    request.resume();
    const [status, headers] = answers.shift() ?? [503, { 'retry-after': '0' }];
    response.writeHead(status, headers);
    response.end('{"id":"m"}');
  });
  const connection = { url: `${busy.url}/`, token: 't' };
  assert.deepEqual(await createClient(connection).send('general', { protocol: envelope('x') }), { id: 'm' });
  assert.equal(busy.asked.length, 4);
  const [path] = new Set(busy.asked);
  assert.equal(path, '/api/v1/channels/general/messages');
  const tired = createClient({ ...connection, attempts: 3 }).send('general', { protocol: envelope('x') });
  await assert.rejects(tired, { code: 'unreachable', message: 'the hub cannot answer now (503)' });
  assert.equal(busy.asked.length, 7);
  await busy.close();
});

test('a call ends when it is told to, and when the hub does not answer', async () => {
  const heard = [];
  const silent = await startServer((request) => {
    request.resume();
    heard.shift()?.();
  });
  const connection = { url: silent.url, token: 't', attempts: 1 };
  const late = createClient({ ...connection, timeoutMs: 20 }).send('general', { protocol: envelope('x') });
  await assert.rejects(late, HubUnreachable);
  const stop = new AbortController();
  heard.push(() => stop.abort(new Error('enough')));
  const sent = createClient(connection).send('general', { protocol: envelope('x') }, { signal: stop.signal });
  await assert.rejects(sent, /enough/);
  await assert.rejects(createClient(hub).send('general', { body: 'x' }, { signal: stop.signal }), /enough/);
  await silent.close();
});

test('what answers and is no hub is not taken for one, and the token goes nowhere else', async () => {
  const elsewhere = await startServer((request, response) => response.end(request.headers.authorization));
  const away = await startServer((request, response) => {
    request.resume();
    response.writeHead(307, { location: elsewhere.url });
    response.end();
  });
  await assert.rejects(createClient({ url: away.url, token: 't' }).send('general', { body: 'x' }), {
    code: 'http_307',
  });
  assert.equal(elsewhere.asked.length, 0);
  const page = createClient({ url: elsewhere.url, token: 't', attempts: 1 });
  await assert.rejects(page.send('general', { body: 'x' }), /no hub/);
  await Promise.all([away.close(), elsewhere.close()]);
});

test('an address and a token that can be none are said at once', () => {
  for (const wrong of [{ url: 'hub' }, { url: 'file:///x' }, { token: 'two words' }, { token: 'ö' }])
    assert.throws(
      () => createClient({ url: hub.url, token: 't', ...wrong }),
      TypeError,
      JSON.stringify(wrong),
    );
});

test('the entry needs nothing of Node', () => {
  for (const file of ['index.js', 'index.cjs']) {
    const text = readFileSync(fileURLToPath(new URL(`../dist/${file}`, import.meta.url)), 'utf8');
    assert.ok(!/["']node:|\bBuffer\b|\bprocess\./.test(text), file);
  }
});
