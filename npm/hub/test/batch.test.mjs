// Sends that share a commit: one that fails takes no other with it, and leaves nothing; and a database that is away is not
// waited for once for each. On both databases.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openHub } from '@chirp-protocol/hub';
import pg from 'pg';
import { DATABASES, SERVERS } from './databases.mjs';
import { client, envelope, hubOn, member } from './hub.mjs';
import { bodies, read } from './reader.mjs';
import { until } from './until.mjs';

const TO = '/api/v1/channels/general/messages';
const PROGRAM = fileURLToPath(new URL('hub-process.mjs', import.meta.url));

/** Has a database refuse the words of a message, after the message was written. */
const POISON = {
  SQLite: `CREATE TRIGGER poison BEFORE INSERT ON texts WHEN new.words = 'poison'
    BEGIN SELECT RAISE(ABORT, 'poison'); END`,
  PostgreSQL: "ALTER TABLE texts ADD CONSTRAINT poison CHECK (words <> 'poison')",
};

for (const database of DATABASES) {
  describe(database.name, () => {
    let opened;
    let hub;
    let owner;

    before(async () => {
      opened = await hubOn(database);
      ({ hub, owner } = opened);
      await database.query(opened.address, POISON[database.name]);
    });
    after(() => hub.close());

    test('a send that fails after it wrote leaves nothing, and the others of its commit are there once, and told once', async () => {
      const url = await hub.listen({ port: 0 });
      const reader = read(url, opened.token);
      await reader.ready();
      const agent = await member(hub, owner, { channels: ['general'], sources: ['agent/builder'] });
      const ways = [
        (index) => ({ body: `good ${index}` }),
        () => ({ body: 'poison' }),
        () => ({ protocol: envelope('same', { delivery: { dedupe_key: 'same' } }) }),
        (index) => ({ protocol: envelope(`other ${index}`, { delivery: { dedupe_key: 'same' } }) }),
        (index) => ({ protocol: envelope(`typed ${index}`) }),
        () => ({ protocol: envelope('x', { source: { kind: 'agent', id: 'another' } }) }),
        () => ({ body: 'x', thread_id: 'absent' }),
      ];
      const answers = await Promise.all(
        Array.from({ length: 140 }, async (_, index) => {
          const { status, body } = await agent('POST', TO, ways[index % ways.length](index));
          return { way: index % ways.length, status, body };
        }),
      );
      const statuses = (way) => [
        ...new Set(answers.filter((one) => one.way === way).map(({ status }) => status)),
      ];
      assert.deepEqual([statuses(0), statuses(1), statuses(4), statuses(5)], [[201], [500], [201], [403]]);
      assert.equal(
        statuses(6).every((status) => status === 404 || status === 422 || status === 409),
        true,
      );
      const made = answers.filter(({ status }) => status === 201);
      // Of the key `same` one message was made, by whoever came first.
      assert.equal(made.filter(({ way }) => way === 2 || way === 3).length, 1);
      assert.equal(new Set(made.map(({ body }) => body.id)).size, made.length);

      const rows = await database.query(
        opened.address,
        'SELECT id, cursor, body FROM messages ORDER BY cursor',
      );
      assert.deepEqual(new Set(rows.map(({ id }) => id)), new Set(made.map(({ body }) => body.id)));
      assert.deepEqual(
        rows.map(({ cursor }) => Number(cursor)),
        made.map((_, index) => index + 1),
      );
      const last = rows.at(-1).id;
      await reader.until(({ message }) => message?.id === last);
      assert.deepEqual(
        bodies(reader.frames),
        rows.map(({ body }) => body),
      );
      reader.socket.close();
    });
  });
}

for (const database of SERVERS) {
  describe(`${database.name}, which is not to be had`, () => {
    test('sends that wait together for what is held are refused together', { timeout: 60_000 }, async () => {
      const opened = await hubOn(database);
      const { address, owner } = opened;
      const limited = `${address}${address.includes('?') ? '&' : '?'}options=${encodeURIComponent('-c lock_timeout=2000')}`;
      const hub = await openHub({ database: limited });
      const agent = client(hub, opened.token);
      const holder = new pg.Client({ connectionString: address });
      await holder.connect();
      await holder.query('BEGIN');
      await holder.query('SELECT cursor FROM workspaces FOR UPDATE');
      // One by one they would wait for two minutes.
      const answers = await Promise.all(
        Array.from({ length: 64 }, (_, index) => agent('POST', TO, { body: `held ${index}` })),
      );
      for (const { status, body } of answers) assert.deepEqual([status, body.code], [503, 'unavailable']);
      await holder.query('ROLLBACK');
      await holder.end();
      assert.equal((await agent('POST', TO, { body: 'free' })).status, 201);
      const { messages } = (await owner('GET', TO)).body;
      assert.deepEqual(
        messages.map(({ body }) => body),
        ['free'],
      );
      await hub.close();
      await opened.hub.close();
    });

    test('a hub that is frozen while it holds a workspace lets go of it', { timeout: 120_000 }, async () => {
      const { hub, owner, token, address } = await hubOn(database);
      const child = spawn(process.execPath, [PROGRAM, address], { stdio: ['ignore', 'pipe', 'inherit'] });
      try {
        const [line] = await once(createInterface(child.stdout), 'line');
        const holder = new pg.Client({ connectionString: address });
        await holder.connect();
        await holder.query('BEGIN');
        await holder.query('SELECT cursor FROM workspaces FOR UPDATE');
        const sending = fetch(`${JSON.parse(line).url}${TO}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
          body: JSON.stringify({ body: 'of the frozen' }),
        });
        const waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
        await until(async () => (await database.query(address, waiting)).length > 0);
        child.kill('SIGSTOP');
        // Now the frozen hub has the workspace.
        await holder.query('ROLLBACK');
        await holder.end();
        await until(async () => (await owner('POST', TO, { body: 'of another' })).status === 201);
        child.kill('SIGCONT');
        // What it held is undone, and done again as a whole or not at all.
        const { status } = await sending;
        assert.ok([201, 503].includes(status), `${status}`);
        const { messages } = (await owner('GET', TO)).body;
        const late = messages.filter(({ body }) => body === 'of the frozen');
        assert.equal(late.length, status === 201 ? 1 : 0);
        assert.equal(messages[0].body, 'of another');
      } finally {
        child.kill('SIGKILL');
      }
      await hub.close();
    });

    test('two hubs write in several workspaces at once, with webhooks in each, and none is in the way of another', async () => {
      const { hub, address } = await hubOn(database, { allowLoopbackWebhooks: true });
      const other = await openHub({ database: address, allowLoopbackWebhooks: true });
      const spaces = [];
      for (let index = 0; index < 4; index += 1) spaces.push(await hub.createWorkspace());
      const ask = async (index, token, ...rest) => {
        const { status, text } = await client([hub, other][index % 2], token)(...rest);
        // A machine that is busy elsewhere may have no connection left for a while.
        assert.ok(status < 500 || status === 503, `${rest[0]} ${rest[1]}: ${text}`);
        return text === '' ? {} : JSON.parse(text);
      };
      const to = { url: 'http://127.0.0.1:9/', channels: ['*'] };
      await Promise.all(
        Array.from({ length: 12 }, async (_, index) => {
          for (let round = 0; round < 4; round += 1) {
            const { token } = spaces[(index + round) % spaces.length];
            const { id } = await ask(index, token, 'POST', '/api/v1/webhooks', to);
            const sent = await ask(index + 1, token, 'POST', TO, { body: `of ${index}` });
            await ask(index, token, 'PATCH', `/api/v1/messages/${sent.id}`, { body: 'edited' });
            await ask(index, token, 'POST', `/api/v1/webhooks/${id}/dead-letters/resend`);
            await ask(index, token, 'POST', '/api/v1/tokens', { label: 'x', account: `a${index}` });
            await ask(index + 1, token, 'PUT', `/api/v1/accounts/a${index}`, { roles: ['member'] });
            await ask(index, token, 'DELETE', `/api/v1/messages/${sent.id}`);
            await ask(index, token, 'DELETE', `/api/v1/accounts/a${index}`);
            await ask(index, token, 'DELETE', `/api/v1/webhooks/${id}`);
          }
        }),
      );
      await other.close();
      await hub.close();
      // Whoever counted them is gone, so that they have been told.
      const [{ deadlocks }] = await database.query(
        address,
        'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
      );
      assert.equal(Number(deadlocks), 0);
    });
  });
}
