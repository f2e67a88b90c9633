// Many at once: one message for each key, one revision for each number, whoever asks. On both databases, and with several
// hubs on one PostgreSQL.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { openHub } from '@chirp-protocol/hub';
import { verifyHistory } from '@chirp-protocol/protocol/instruments';
import { DATABASES } from './databases.mjs';
import { client, envelope, hubOn, member, revision } from './hub.mjs';

const CLIENTS = 64;
const KEYS = process.env.LONG === undefined ? 20 : 1000;
const REVISIONS = process.env.LONG === undefined ? 8 : 100;
const TO = '/api/v1/channels/general/messages';

for (const database of DATABASES) {
  describe(database.name, () => {
    const hubs = [];
    let agents;
    let address;

    before(async () => {
      const opened = await hubOn(database);
      hubs.push(opened.hub);
      address = opened.address;
      const { token } = await member(opened.hub, opened.owner, {
        channels: ['general'],
        sources: ['agent/*'],
      });
      // A second hub on the same database; over SQLite it is another program on the same file.
      hubs.push(await openHub({ database: address }));
      assert.equal(hubs[1].firstRun, undefined);
      agents = hubs.map((hub) => client(hub, token));
    });
    after(() => Promise.all(hubs.map((hub) => hub.close())));

    const agent = (index) => agents[index % agents.length];

    test(`${CLIENTS} clients with ${KEYS} keys make one message for each key`, async () => {
      for (let key = 0; key < KEYS; key += 1) {
        const send = (index, fallback) =>
          agent(index)('POST', TO, {
            protocol: envelope(fallback, { delivery: { dedupe_key: `key-${key}` } }),
          });
        const answers = await Promise.all(
          Array.from({ length: CLIENTS }, (_, index) =>
            send(index, index % 4 === 3 ? `other ${index}` : 'same'),
          ),
        );
        const statuses = answers.map(({ status }) => status);
        assert.equal(statuses.filter((status) => status === 201).length, 1, `${statuses}`);
        assert.ok(
          statuses.every((status) => [200, 201, 409].includes(status)),
          `${statuses}`,
        );
        const ids = answers.map(({ body }) => (body.code === undefined ? body.id : body.message.id));
        assert.equal(new Set(ids).size, 1);
      }
      const [{ count }] = await database.query(
        address,
        "SELECT COUNT(*) AS count FROM messages WHERE dedupe_key LIKE 'key-%'",
      );
      assert.equal(Number(count), KEYS);
    });

    test(`${CLIENTS} writers of each of ${REVISIONS} revisions: one wins, and the chain is linear`, async () => {
      let digest;
      let series;
      for (let number = 1; number <= REVISIONS; number += 1) {
        const answers = await Promise.all(
          Array.from({ length: CLIENTS }, (_, index) =>
            agent(index)('POST', TO, {
              protocol: revision('race', number, digest, `step ${number} by ${index}`),
            }),
          ),
        );
        const [winner, ...others] = answers.filter(({ status }) => status === 201);
        assert.equal(others.length, 0);
        digest = winner.body.protocol.integrity.digest;
        series = winner.body.instrument.series;
        const refused = answers.filter((answer) => answer !== winner);
        assert.ok(refused.every(({ status, body }) => status === 409 && body.code === 'revision_fork'));
        assert.ok(refused.every(({ body }) => body.head.digest === digest));
      }
      const { text } = await agents[0]('GET', `/api/v1/instruments/${series}/history`);
      const report = verifyHistory(text, { head: digest });
      assert.deepEqual([report.ok, report.revisions], [true, REVISIONS]);
    });

    test('cursors are in the order of commits: a reader who follows misses nothing', async () => {
      const seen = [];
      let after = (await agents[0]('GET', `${TO}?limit=1`)).body.after;
      const follow = async () => {
        const { body } = await agents[1](
          'GET',
          `${TO}?limit=200${after === undefined ? '' : `&after=${after}`}`,
        );
        seen.push(...body.messages.map(({ id }) => id));
        after = body.after ?? after;
        return body.messages.length;
      };
      const sent = [];
      let isWriting = true;
      const writers = Promise.all(
        Array.from({ length: 8 }, async (_, writer) => {
          for (let index = 0; index < 10; index += 1)
            sent.push((await agent(writer)('POST', TO, { body: `${writer} ${index}` })).body.id);
        }),
      ).then(() => {
        isWriting = false;
      });
      while (isWriting) {
        await follow();
        // As requests from outside do, it lets timers run.
        await turn();
      }
      await writers;
      while ((await follow()) > 0);
      assert.deepEqual([...seen].sort(), [...sent].sort());
    });
  });
}
