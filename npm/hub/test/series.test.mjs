// Series: revisions decided, read, removed, exported. On both databases.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { verifyHistory } from '@chirp-protocol/protocol/instruments';
import { DATABASES } from './databases.mjs';
import { draft, hubOn, member, revision } from './hub.mjs';

for (const database of DATABASES) {
  describe(database.name, () => {
    let hub;
    let owner;
    let agent;
    let address;
    const to = '/api/v1/channels/general/messages';
    const send = (protocol, path = to) => agent('POST', path, { protocol });

    before(async () => {
      ({ hub, owner, address } = await hubOn(database));
      agent = await member(hub, owner, { channels: ['general'], sources: ['agent/builder'] });
    });
    after(() => hub.close());

    test('revisions follow each other, and a refused one says the head and stores nothing', async () => {
      const first = await send(revision('a', 1, undefined, 'step 1'));
      const digest = first.body.protocol.integrity.digest;
      assert.equal(first.status, 201);
      const { series } = first.body.instrument;
      assert.deepEqual(first.body.instrument, { series, revision: 1, head: { revision: 1, digest } });
      const second = await send(revision('a', 2, digest, 'step 2'));
      assert.equal(second.status, 201);
      const head = { revision: 2, digest: second.body.protocol.integrity.digest };
      for (const [number, predecessor, code] of [
        [2, digest, 'revision_fork'],
        [4, head.digest, 'revision_skipped'],
        [3, digest, 'stale_predecessor'],
        [3, `sha256:${'0'.repeat(64)}`, 'unknown_predecessor'],
      ]) {
        const { status, body } = await send(revision('a', number, predecessor, 'other'));
        assert.deepEqual([status, body.code, body.head], [409, code, head]);
      }
      const again = await send(revision('a', 1, undefined, 'step 1'));
      assert.deepEqual([again.status, again.body.id], [200, first.body.id]);
      const { body } = await agent('GET', `/api/v1/instruments/${series}/revisions`);
      assert.deepEqual(
        [body.head, body.more, body.revisions.map(({ revision }) => revision)],
        [head, false, [1, 2]],
      );
      assert.deepEqual((await agent('GET', `/api/v1/instruments/${series}`)).body.message, second.body);
    });

    test('a draft becomes the next revision; sent again it is the same message', async () => {
      const delivery = { dedupe_key: 'draft-1' };
      const drafted = (fallback, more) => send(draft('b', fallback, more), `${to}?draft=1`);
      const first = await drafted('step 1', { delivery });
      const second = await drafted('step 2');
      assert.deepEqual([first.body.instrument.revision, second.body.instrument.revision], [1, 2]);
      assert.equal(second.body.protocol.instrument.predecessor, first.body.protocol.integrity.digest);
      const again = await drafted('step 1', { delivery });
      assert.deepEqual([again.status, again.body.id], [200, first.body.id]);
      const other = await drafted('step 3', { delivery });
      assert.deepEqual([other.status, other.body.code], [409, 'dedupe_conflict']);
      assert.equal((await send(draft('b', 'step 3'))).status, 422);
    });

    test('a series lives in one channel, and says nothing of itself in another', async () => {
      await owner('POST', '/api/v1/channels', { id: 'other' });
      const both = await member(hub, owner, { channels: ['general', 'other'], sources: ['agent/builder'] });
      await both('POST', to, { protocol: revision('c', 1, undefined, 'here') });
      const there = await both('POST', '/api/v1/channels/other/messages', {
        protocol: revision('c', 2, `sha256:${'0'.repeat(64)}`, 'there'),
      });
      assert.deepEqual([there.status, there.body.code, there.body.head], [409, 'series_channel', undefined]);
    });

    test('a revision is neither edited nor deleted; removed, it leaves a gap that the chain goes on from', async () => {
      const first = (await send(revision('d', 1, undefined, 'a name'))).body;
      const digest = first.protocol.integrity.digest;
      for (const [method, body] of [
        ['PATCH', { body: 'x' }],
        ['DELETE', undefined],
      ]) {
        const refused = await agent(method, `/api/v1/messages/${first.id}`, body);
        assert.deepEqual([refused.status, refused.body.code], [409, 'revision_indexed']);
      }
      const path = `/api/v1/admin/instruments/${first.instrument.series}/revisions/1`;
      assert.equal((await agent('DELETE', path, { reason: 'privacy' })).status, 403);
      assert.equal((await owner('DELETE', path, { reason: 'dislike' })).status, 422);
      const gone = await owner('DELETE', path, { reason: 'privacy' });
      assert.deepEqual([gone.status, gone.body.gap.reason, gone.body.gap.digest], [200, 'privacy', digest]);
      assert.deepEqual((await owner('DELETE', path, { reason: 'retention' })).body, gone.body);
      assert.equal((await agent('GET', `/api/v1/messages/${first.id}`)).status, 404);
      const head = (await agent('GET', `/api/v1/instruments/${first.instrument.series}`)).body;
      assert.deepEqual(
        [head.head, head.gap, head.message],
        [{ revision: 1, digest }, gone.body.gap, undefined],
      );
      const again = await send(revision('d', 1, undefined, 'a name'));
      assert.deepEqual([again.status, again.body.code], [410, 'message_deleted']);
      const second = await send(revision('d', 2, digest, 'step 2'));
      assert.equal(second.status, 201);
      const held = await database.query(address, "SELECT body FROM messages WHERE body LIKE '%a name%'");
      assert.deepEqual(held, []);
    });

    test('the history that is exported verifies, gaps included, in both forms', async () => {
      let last;
      for (const step of [1, 2, 3]) last = (await send(draft('e', `step ${step}`), `${to}?draft=1`)).body;
      const { series, head } = last.instrument;
      await owner('DELETE', `/api/v1/admin/instruments/${series}/revisions/2`, { reason: 'retention' });
      const document = await agent('GET', `/api/v1/instruments/${series}/history`);
      const lines = await agent('GET', `/api/v1/instruments/${series}/history`, undefined, {
        accept: 'application/x-ndjson',
      });
      assert.equal(lines.headers.get('content-type'), 'application/x-ndjson');
      for (const { text } of [document, lines]) {
        const report = verifyHistory(text, { head: head.digest });
        assert.deepEqual([report.ok, report.revisions, report.gaps, report.head], [true, 3, 1, head]);
      }
      const { body } = await agent('GET', `/api/v1/instruments/${series}/revisions?after=1&limit=1`);
      assert.deepEqual(
        [body.more, body.revisions.map(({ revision, gap }) => [revision, gap.reason])],
        [true, [[2, 'retention']]],
      );
      assert.equal(
        (await agent('GET', `/api/v1/instruments/${series}/revisions/3`)).body.message.id,
        last.id,
      );
      assert.equal((await agent('GET', `/api/v1/instruments/${series}/revisions/4`)).status, 404);
    });
  });
}
