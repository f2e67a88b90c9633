// Sends that share a commit: one that fails takes no other with it, and leaves nothing; and a database that is away is not
// waited for once for each. On both databases.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openHub } from '@chirp-protocol/hub';
import pg from 'pg';
import { DATABASES, SERVERS } from './databases.mjs';
import { client, envelope, hubOn, member } from './hub.mjs';
import { bodies, read } from './reader.mjs';

const TO = '/api/v1/channels/general/messages';

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
  });
}
