// A hub that is killed while it answers: what it acknowledged is there, once, and what it did not is there or not, once.
// On both databases; and a database that goes away while the hub runs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openHub } from '@chirp-protocol/hub';
import { verifyHistory } from '@chirp-protocol/protocol/instruments';
import { DATABASES, SERVERS } from './databases.mjs';
import { client, draft, envelope, hubOn, member } from './hub.mjs';
import { kill, start } from './processes.mjs';

const ROUNDS = process.env.LONG === undefined ? 10 : 200;
const SENDERS = 4;

for (const database of DATABASES) {
  test(`${database.name}: ${ROUNDS} times killed, nothing acknowledged is lost and nothing is there twice`, async () => {
    const { hub, owner, address } = await hubOn(database);
    const { token } = await member(hub, owner, { channels: ['general'], sources: ['agent/builder'] });
    await hub.close();
    const acknowledged = new Map();
    const unanswered = new Map();
    let next = 0;
    const post = async (url, key) => {
      const protocol = draft('crash', key, { delivery: { dedupe_key: key } });
      const response = await fetch(`${url}/api/v1/channels/general/messages?draft=1`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({ protocol }),
      });
      return { status: response.status, body: await response.json() };
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      const { child, url } = await start(address);
      let isKilled = false;
      // After so many answers of this round, in the middle of the others.
      let left = 1 + ((round * 7) % 23);
      await Promise.all(
        Array.from({ length: SENDERS }, async () => {
          while (!isKilled) {
            const key = `k${next++}`;
            try {
              const { status, body } = await post(url, key);
              assert.equal(status, 201);
              acknowledged.set(key, body.id);
              left -= 1;
              if (left === 0) {
                isKilled = true;
                await kill(child);
              }
            } catch (error) {
              if (!isKilled) throw error;
              if (!acknowledged.has(key)) unanswered.set(key, round);
            }
          }
        }),
      );
    }
    const again = await openHub({ database: address });
    const agent = client(again, token);
    for (const [key, id] of acknowledged) {
      const protocol = draft('crash', key, { delivery: { dedupe_key: key } });
      const { status, body } = await agent('POST', '/api/v1/channels/general/messages?draft=1', { protocol });
      assert.deepEqual([status, body.id], [200, id], key);
    }
    assert.ok(unanswered.size > 0, 'no send was under way when the hub was killed');
    for (const key of unanswered.keys()) {
      const protocol = draft('crash', key, { delivery: { dedupe_key: key } });
      const { status } = await agent('POST', '/api/v1/channels/general/messages?draft=1', { protocol });
      assert.ok(status === 200 || status === 201, `${key}: ${status}`);
    }
    const total = acknowledged.size + unanswered.size;
    const rows = await database.query(address, 'SELECT dedupe_key FROM messages');
    assert.equal(rows.length, total);
    assert.equal(new Set(rows.map(({ dedupe_key }) => dedupe_key)).size, total);
    const [{ series }] = await database.query(address, 'SELECT DISTINCT series FROM messages');
    const { text } = await agent('GET', `/api/v1/instruments/${series}/history`);
    const report = verifyHistory(text);
    assert.deepEqual([report.ok, report.revisions], [true, total]);
    await again.close();
  });
}

for (const { name, query, startServer } of SERVERS) {
  test(`${name} goes away and comes back; meanwhile the hub answers 503 and writes nothing by halves, and afterwards it goes on`, async () => {
    const server = await startServer();
    const database = { make: async () => server.address('postgres') };
    const lines = [];
    const { hub, owner, address } = await hubOn(database, { log: (line) => lines.push(line) });
    const agent = await member(hub, owner, { channels: ['general'], sources: ['agent/builder'] });
    const to = '/api/v1/channels/general/messages';
    const send = (key) => agent('POST', to, { protocol: envelope(key, { delivery: { dedupe_key: key } }) });
    assert.equal((await send('before')).status, 201);
    assert.equal((await owner('GET', '/readyz')).status, 200);
    // Some of these are under way when the server goes.
    const during = Array.from({ length: 20 }, (_, index) => send(`during-${index}`));
    await server.stop();
    for (const { status } of await Promise.all(during))
      assert.ok(status === 201 || status === 503, `${status}`);
    const gone = await send('gone');
    assert.deepEqual(
      [gone.status, gone.body.code, gone.headers.get('retry-after')],
      [503, 'unavailable', '1'],
    );
    assert.equal((await owner('GET', '/readyz')).status, 503);
    assert.equal((await owner('GET', '/healthz')).status, 200);
    await server.start();
    assert.equal((await send('gone')).status, 201);
    for (let index = 0; index < 20; index += 1) {
      const { status } = await send(`during-${index}`);
      assert.ok(status === 200 || status === 201);
    }
    const rows = await query(address, 'SELECT DISTINCT dedupe_key FROM messages');
    const all = await query(address, 'SELECT dedupe_key FROM messages');
    assert.deepEqual([rows.length, all.length], [22, 22]);
    const [{ cursor, last }] = await query(
      address,
      'SELECT w.cursor, (SELECT MAX(m.cursor) FROM messages m) AS last FROM workspaces w',
    );
    assert.equal(cursor, last);
    assert.ok(lines.some(({ event }) => event === 'store_unavailable'));
    await hub.close();
  });
}
