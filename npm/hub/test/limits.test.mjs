// How often one may ask. On both databases, over real connections.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openHub } from '@chirp-protocol/hub';
import { signedIn } from './browser.mjs';
import { DATABASES } from './databases.mjs';
import { client, draft, hubOn, member } from './hub.mjs';
import { read, refusal } from './reader.mjs';
import { until } from './until.mjs';

const TO = '/api/v1/channels/general/messages';

for (const database of DATABASES) {
  describe(database.name, () => {
    let hub;
    let owner;
    let token;
    let url;

    before(async () => {
      ({ hub, owner, token } = await hubOn(database, {
        limits: { requests: 12, sends: 3, failures: 4, readers: 2 },
      }));
      url = await hub.listen({ port: 0 });
    });
    after(() => hub.close());

    const me = (bearer, headers = {}) =>
      fetch(`${url}/api/v1/me`, { headers: { ...headers, authorization: `Bearer ${bearer}` } });

    async function mustBeLimited(status, headers, body) {
      assert.equal(status, 429);
      const seconds = Number(headers.get('retry-after'));
      assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60, `${seconds}`);
      assert.match(headers.get('content-type'), /^application\/problem\+json/);
      assert.deepEqual([body.code, body.retry_after], ['too_many_requests', seconds]);
    }

    test('a token sends so many messages and actions, and what is refused is not stored; it may still read', async () => {
      const ann = await member(hub, owner, {
        account: 'ann',
        channels: ['general'],
        sources: ['person/ann', 'agent/builder'],
      });
      const protocol = draft('limit', 'Acknowledge', {
        actions: [{ id: 'ack', label: 'Acknowledge', capability: 'chirp.acknowledge' }],
      });
      const head = (await ann('POST', `${TO}?draft=1`, { protocol })).body;
      const invocation = { digest: head.protocol.integrity.digest, invocation_id: 'i' };
      assert.equal((await ann('POST', `/api/v1/messages/${head.id}/actions/ack`, invocation)).status, 201);
      assert.equal((await ann('POST', TO, { body: 'third' })).status, 201);
      const fourth = await ann('POST', TO, { body: 'fourth' });
      await mustBeLimited(fourth.status, fourth.headers, fourth.body);
      const { messages } = (await ann('GET', TO)).body;
      assert.deepEqual([messages.length, messages.at(-1).body], [3, 'third']);
      // Another token has sends of its own.
      const bob = await member(hub, owner, { account: 'bob', channels: ['general'] });
      assert.equal((await bob('POST', TO, { body: 'of bob' })).status, 201);
    });

    test('the calls in one request of MCP, and edits, count as what they are', async () => {
      const bob = await member(hub, owner, { account: 'bob', channels: ['general'] });
      const calls = Array.from({ length: 5 }, (_, id) => ({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'send_message', arguments: { channel: 'general', body: `by MCP ${id}` } },
      }));
      const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
      const { text } = await bob('POST', '/mcp', calls, headers);
      const results = [...text.matchAll(/^data: (.*)$/gm)].flatMap(([, json]) => JSON.parse(json));
      const refused = results.filter(({ result }) => result?.isError);
      assert.equal(results.length, 5, text);
      assert.equal(refused.length, 2);
      for (const { result } of refused) assert.equal(result.structuredContent.code, 'too_many_requests');
      const { messages } = (await bob('GET', TO)).body;
      const mine = messages.filter(({ body }) => body.startsWith('by MCP'));
      assert.equal(mine.length, 3);
      assert.equal((await bob('PATCH', `/api/v1/messages/${mine[0].id}`, { body: 'x' })).status, 429);
    });

    test('a person is one, however often they sign in', async () => {
      await owner('POST', '/api/v1/invitations', { account: 'carol' });
      await owner('PUT', '/api/v1/channels/general/members/carol');
      const statuses = [];
      for (let index = 0; index < 4; index += 1) {
        const carol = await signedIn(hub, await hub.signInLink('carol'));
        statuses.push((await carol('POST', TO, { body: `of carol ${index}` })).status);
      }
      assert.deepEqual(statuses, [201, 201, 201, 429]);
    });

    test('a token has so many readers of the stream at once, and one that goes makes room', async () => {
      const dan = await member(hub, owner, { account: 'dan', channels: ['general'] });
      const readers = [read(url, dan.token), read(url, dan.token)];
      for (const reader of readers) await reader.ready();
      const authorization = `Bearer ${dan.token}`;
      const refused = await refusal(url, '/api/v1/stream', { authorization });
      assert.deepEqual([refused.status, refused.body.code], [429, 'too_many_requests']);
      assert.ok(Number(refused.headers['retry-after']) >= 1);
      const other = read(url, token);
      await other.ready();
      readers[0].socket.close();
      await readers[0].closed;
      let third;
      await until(async () => {
        third = read(url, dan.token);
        return Promise.race([third.ready().then(() => true), third.closed.then(() => false)]).catch(
          () => false,
        );
      });
      for (const { socket } of [readers[1], other, third]) socket.close();
    });

    test('a token asks so often, and others are not touched; what needs no token is not counted', async () => {
      const ann = await member(hub, owner, {});
      for (let index = 0; index < 12; index += 1) assert.equal((await ann('GET', '/api/v1/me')).status, 200);
      const { status, headers, body } = await ann('GET', '/api/v1/me');
      await mustBeLimited(status, headers, body);
      assert.equal((await owner('GET', '/api/v1/me')).status, 200);
      for (let index = 0; index < 20; index += 1) assert.equal((await fetch(`${url}/healthz`)).status, 200);
    });

    test('an address that guesses tokens is refused, also with new ones, but not those who had one', async () => {
      assert.equal((await me(token)).status, 200);
      const fresh = await member(hub, owner, {});
      for (let index = 0; index < 4; index += 1) assert.equal((await me(`chirp_guess${index}`)).status, 401);
      for (const guess of ['chirp_guess5', 'chirp_guess0']) {
        // What a client says about its address counts for nothing.
        const refused = await me(guess, { 'x-forwarded-for': '8.8.8.8', forwarded: 'for=8.8.8.8' });
        await mustBeLimited(refused.status, refused.headers, await refused.json());
      }
      assert.equal((await me(fresh.token)).status, 429);
      assert.equal((await me(token)).status, 200);
      assert.equal((await fetch(`${url}/api/v1/me`)).status, 401);
      await owner('DELETE', `/api/v1/tokens/${fresh.id}`);
    });
  });
}

test('an address that guesses hooks or codes is refused, and a hook that was right is not', async () => {
  const { hub, owner } = await hubOn(DATABASES[0], { limits: { failures: 4 } });
  const url = await hub.listen({ port: 0 });
  const { body: hook } = await owner('POST', '/api/v1/hooks', { label: 'h', channel: 'general' });
  const deliver = (token) =>
    fetch(`${url}/api/v1/hooks/${token}`, { method: 'POST', body: JSON.stringify({ body: 'x' }) });
  const use = (code) => fetch(`${url}/signin?code=${code}`, { redirect: 'manual' });
  const link = await hub.signInLink();
  assert.equal((await deliver(hook.token)).status, 201);
  assert.equal((await deliver('chirphook_guess')).status, 401);
  assert.equal((await deliver(`${hook.token}x`)).status, 401);
  assert.equal((await use('guess')).status, 403);
  assert.equal((await use('guess2')).status, 403);
  for (const refused of [await deliver('chirphook_guess3'), await use('guess3')]) {
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get('retry-after')) >= 1);
  }
  assert.equal((await deliver(hook.token)).status, 201);
  assert.equal((await client(hub)('GET', link)).status, 303);
  await hub.close();
});

test('behind proxies the address is the one that the outermost of them saw', async () => {
  const { hub } = await hubOn(DATABASES[0], { limits: { failures: 2 }, proxies: 2 });
  const url = await hub.listen({ port: 0 });
  const status = async (forwarded) => {
    const headers = { authorization: 'Bearer chirp_guess', 'x-forwarded-for': forwarded };
    return (await fetch(`${url}/api/v1/me`, { headers })).status;
  };
  for (const forged of ['', '8.8.8.8, ']) assert.equal(await status(`${forged}1.1.1.1, 10.0.0.1`), 401);
  assert.equal(await status('1.1.1.1, 10.0.0.1'), 429);
  assert.equal(await status('1.1.1.1, 1.1.1.2, 10.0.0.1'), 401);
  // One subscriber has 64 bits of IPv6.
  for (const last of ['1', '2:3']) assert.equal(await status(`2a00:1:2:3::${last}, 10.0.0.1`), 401);
  assert.equal(await status('2a00:1:2:3:4:5:6:7, 10.0.0.1'), 429);
  assert.equal(await status('2a00:1:2:4::1, 10.0.0.1'), 401);
  await hub.close();
});

test('limits that are none are refused when the hub is opened', async () => {
  for (const limits of [
    { requests: 0 },
    { sends: -1 },
    { failures: 1.5 },
    { hooks: '10' },
    { send: 1 },
    { readers: 0 },
  ])
    await assert.rejects(openHub({ database: '/nowhere/hub.db', limits }), TypeError, JSON.stringify(limits));
  for (const webhooks of [{ attempts: 0 }, { concurrency: 0.5 }, { timeoutMs: Number.NaN }])
    await assert.rejects(openHub({ database: await DATABASES[0].make(), webhooks }), TypeError);
});
