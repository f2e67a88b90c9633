// The courier over the life of hubs: killed, closed, several at once, without a database. Nothing that is owed is missing. On
// both databases.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openHub } from '@chirp-protocol/hub';
import { DATABASES, SERVERS } from './databases.mjs';
import { client, hubOn } from './hub.mjs';
import { kill, start } from './processes.mjs';
import { receiver } from './receiver.mjs';
import { until } from './until.mjs';

const ROUNDS = process.env.LONG === undefined ? 10 : 200;
const SENDERS = 4;
const TO = '/api/v1/channels/general/messages';

/** Makes a webhook for a subscriber and gives its path. */
async function subscribe(owner, to) {
  const { status, body } = await owner('POST', '/api/v1/webhooks', { url: to.url, channels: ['*'] });
  assert.equal(status, 201);
  return `/api/v1/webhooks/${body.id}`;
}

/** Waits until nothing is owed any more, as long as it becomes less. `owed` says how much is. */
async function drained(owed) {
  for (let left = await owed(); left > 0; ) {
    const before = left;
    await until(async () => {
      left = await owed();
      return left < before;
    }, `the rest of the outbox, ${before} deliveries,`);
  }
}

const idsOf = ({ posted }) => posted.map(({ body }) => body.data.message.id);

for (const database of DATABASES) {
  describe(database.name, () => {
    const rowsOf = (address) => database.query(address, 'SELECT * FROM deliveries ORDER BY position');

    test(`${ROUNDS} times killed, no delivery that is owed is missing, and what comes twice has one id`, async () => {
      const options = { allowLoopbackWebhooks: true, webhooks: { baseMs: 20, timeoutMs: 400 } };
      const { hub, owner, address, token } = await hubOn(database, options);
      const subscribers = await Promise.all(Array.from({ length: 3 }, () => receiver()));
      // One is slow, so that some deliveries are under way whenever the hub is killed.
      subscribers[0].answer = (_request, response) => setTimeout(() => response.writeHead(204).end(), 20);
      for (const to of subscribers) await subscribe(owner, to);
      await hub.close();
      const acknowledged = new Set();
      for (let round = 0; round < ROUNDS; round += 1) {
        const { child, url } = await start(address, options);
        let isKilled = false;
        let left = 1 + ((round * 7) % 23);
        await Promise.all(
          Array.from({ length: SENDERS }, async () => {
            while (!isKilled) {
              try {
                const response = await fetch(`${url}${TO}`, {
                  method: 'POST',
                  headers: { authorization: `Bearer ${token}` },
                  body: JSON.stringify({ body: 'owed' }),
                });
                acknowledged.add((await response.json()).id);
                left -= 1;
                if (left === 0) {
                  isKilled = true;
                  await kill(child);
                }
              } catch (error) {
                if (!isKilled) throw error;
              }
            }
          }),
        );
      }
      const owed = await rowsOf(address);
      assert.ok(owed.length > 0, 'nothing was owed when the hub was killed');
      const again = await openHub({ database: address, ...options });
      await drained(async () => (await rowsOf(address)).length);
      await again.close();
      const stored = (await database.query(address, 'SELECT id FROM messages')).map(({ id }) => id);
      assert.ok([...acknowledged].every((id) => stored.includes(id)));
      for (const to of subscribers) {
        const ids = idsOf(to);
        assert.deepEqual([...new Set(ids)].sort(), stored.toSorted());
        // What was under way when the hub was killed, or lasted too long, may come once more.
        const names = to.posted.map(({ headers }) => headers['webhook-id']);
        assert.equal(new Set(names).size, stored.length, 'a repetition has another id');
        await to.close();
      }
    });

    test('two hubs share the outbox: each message comes once, in order', async () => {
      const options = { allowLoopbackWebhooks: true };
      const { hub, owner, address, token } = await hubOn(database, options);
      const other = await openHub({ database: address, ...options });
      const owners = [owner, client(other, token)];
      const subscribers = await Promise.all(Array.from({ length: 4 }, () => receiver()));
      for (const to of subscribers) await subscribe(owner, to);
      const sent = [];
      for (let index = 0; index < 100; index += 1)
        sent.push((await owners[index % 2]('POST', TO, { body: `${index}` })).body.id);
      await drained(async () => (await rowsOf(address)).length);
      await Promise.all([hub.close(), other.close()]);
      for (const to of subscribers) {
        assert.deepEqual(idsOf(to), sent);
        await to.close();
      }
    });

    test('a hub delivers what another one has stored, which is closed', async () => {
      const { hub, owner, address } = await hubOn(database, {
        allowLoopbackWebhooks: true,
        webhooks: { baseMs: 60_000 },
      });
      const to = await receiver((_request, response) => response.writeHead(503).end());
      await subscribe(owner, to);
      await owner('POST', TO, { body: 'later' });
      await until(async () => (await rowsOf(address)).some(({ attempts }) => attempts === 1), 'an attempt');
      await hub.close();
      await database.query(address, 'UPDATE deliveries SET due_at = 0');
      await database.query(address, 'UPDATE webhooks SET paused_until = 0');
      to.answer = (_request, response) => response.writeHead(204).end();
      const other = await openHub({ database: address, allowLoopbackWebhooks: true });
      await to.count(2);
      assert.equal(new Set(to.posted.map(({ headers }) => headers['webhook-id'])).size, 1);
      await other.close();
      await to.close();
    });

    test('a hub that closes lets what is under way end, begins nothing, and leaves the rest', async () => {
      const options = { allowLoopbackWebhooks: true };
      const { hub, owner, address } = await hubOn(database, options);
      let finish;
      const to = await receiver((_request, response) => {
        finish = () => response.writeHead(204).end();
      });
      await subscribe(owner, to);
      for (const body of ['first', 'second']) await owner('POST', TO, { body });
      await to.count(1);
      const closed = hub.close();
      finish();
      await closed;
      assert.deepEqual(to.texts(), ['first']);
      const [left, ...more] = await rowsOf(address);
      assert.deepEqual([left.attempts, more], [0, []]);
      to.answer = (_request, response) => response.writeHead(204).end();
      const again = await openHub({ database: address, ...options });
      await to.count(2);
      assert.deepEqual(to.texts(), ['first', 'second']);
      await again.close();
      await to.close();
    });
  });
}

for (const server of SERVERS) {
  test('PostgreSQL goes away while a delivery is under way, and comes back: it is delivered and written down', async () => {
    const running = await server.startServer();
    const database = { make: async () => running.address('postgres') };
    const lines = [];
    const { hub, owner, address } = await hubOn(database, {
      allowLoopbackWebhooks: true,
      webhooks: { timeoutMs: 1000, baseMs: 20 },
      log: (line) => lines.push(line),
    });
    let finish;
    const to = await receiver((_request, response) => {
      finish = () => response.writeHead(204).end();
    });
    await subscribe(owner, to);
    await owner('POST', TO, { body: 'during' });
    await to.count(1);
    to.answer = (_request, response) => response.writeHead(204).end();
    await running.stop();
    finish();
    await until(() => lines.some(({ event }) => event === 'courier_failed'), 'the failure');
    await running.start();
    const rows = () => server.query(address, 'SELECT * FROM deliveries');
    await until(async () => (await rows()).length === 0, 'the end of the outbox');
    assert.equal(new Set(to.posted.map(({ headers }) => headers['webhook-id'])).size, 1);
    assert.ok(to.posted.length <= 2);
    await hub.close();
    await to.close();
  });
}
