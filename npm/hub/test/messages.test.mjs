// Messages: sent, repeated, read, edited, deleted. On both databases.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { splitPage } from '@chirp-protocol/protocol';
import { verify } from '@chirp-protocol/protocol/compile';
import { DATABASES } from './databases.mjs';
import { envelope, hubOn, member } from './hub.mjs';

for (const database of DATABASES) {
  describe(database.name, () => {
    let hub;
    let owner;
    let agent;
    const to = '/api/v1/channels/general/messages';

    before(async () => {
      ({ hub, owner } = await hubOn(database));
      agent = await member(hub, owner, { channels: ['general'], sources: ['agent/builder'] });
    });
    after(() => hub.close());

    test('a plain message comes back as it was sent', async () => {
      const sent = await owner('POST', to, { body: 'hello\n*world* 👋🏽' });
      assert.equal(sent.status, 201);
      assert.equal(sent.body.body, 'hello\n*world* 👋🏽');
      assert.equal(sent.body.channel, 'general');
      assert.equal(sent.body.protocol, undefined);
      const read = await agent('GET', `/api/v1/messages/${sent.body.id}`);
      assert.equal(read.text, sent.text);
    });

    test('a typed message is sealed and compiled, and verifies as it is read', async () => {
      const typed = envelope('Build 412 passed', {
        presentation: { fallback: 'Build 412 passed', pubmark: '**Build 412** passed' },
      });
      const sent = await agent('POST', to, { protocol: typed });
      assert.equal(sent.status, 201);
      assert.equal(sent.body.body, 'Build 412 passed');
      const seen = verify(sent.text, { recompile: true });
      assert.deepEqual([seen.ok, seen.view, seen.reasons], [true, 'pubmark', []]);
      const page = await owner('GET', `${to}?limit=200`);
      const last = splitPage(page.text).at(-1);
      assert.deepEqual([verify(last).ok, verify(last).digest], [true, seen.digest]);
    });

    test('a repeated send is the first message; another content is a conflict that shows it', async () => {
      const delivery = { dedupe_key: 'once' };
      const first = await agent('POST', to, { protocol: envelope('one', { delivery }) });
      const again = await agent('POST', to, { protocol: envelope('one', { delivery }), body: 'one' });
      assert.deepEqual([first.status, again.status], [201, 200]);
      assert.equal(again.text, first.text);
      const other = await agent('POST', to, { protocol: envelope('two', { delivery }) });
      assert.deepEqual([other.status, other.body.code], [409, 'dedupe_conflict']);
      assert.deepEqual(other.body.message, first.body);
      assert.equal(other.headers.get('content-type'), 'application/problem+json');
    });

    test('of a message elsewhere that the sender may not read, a conflict shows nothing', async () => {
      await owner('POST', '/api/v1/channels', { id: 'elsewhere' });
      const there = await member(hub, owner, { channels: ['elsewhere'], sources: ['agent/builder'] });
      const delivery = { dedupe_key: 'hidden' };
      await agent('POST', to, { protocol: envelope('secret', { delivery }) });
      const other = await there('POST', '/api/v1/channels/elsewhere/messages', {
        protocol: envelope('secret', { delivery }),
      });
      assert.deepEqual(
        [other.status, other.body.code, other.body.message],
        [409, 'dedupe_conflict', undefined],
      );
    });

    test('the key of a deleted message stays taken', async () => {
      const sent = { protocol: envelope('gone', { delivery: { dedupe_key: 'gone' } }) };
      const { body } = await agent('POST', to, sent);
      assert.equal((await agent('DELETE', `/api/v1/messages/${body.id}`)).status, 204);
      assert.equal((await agent('GET', `/api/v1/messages/${body.id}`)).status, 404);
      const again = await agent('POST', to, sent);
      assert.deepEqual(
        [again.status, again.body.code, again.body.message],
        [410, 'message_deleted', undefined],
      );
      const page = await agent('GET', `${to}?limit=200`);
      assert.ok(page.body.messages.every(({ id }) => id !== body.id));
    });

    test('every problem of a send is reported, and nothing is stored', async () => {
      const count = async () => (await owner('GET', `${to}?limit=200`)).body.messages.length;
      const before = await count();
      const sent = await agent('POST', to, {
        protocol: envelope(' ', { kind: 'news', severity: 'loud' }),
        more: 1,
      });
      assert.equal(sent.status, 422);
      assert.deepEqual(sent.body.problems.map(({ code, at }) => `${code} ${at}`).sort(), [
        'blank /protocol/presentation/fallback',
        'unknown_member /more',
        'unknown_value /protocol/kind',
        'unknown_value /protocol/severity',
      ]);
      assert.equal(await count(), before);
    });

    test('a send has the status of what is wrong with it', async () => {
      const status = async (body, path = to) => {
        const { status, body: refusal } = await agent('POST', path, body);
        return [status, refusal.code];
      };
      assert.deepEqual(await status('{"body":'), [400, 'json_syntax']);
      assert.deepEqual(await status('{"body":"a","body":"b"}'), [400, 'json_duplicate_key']);
      assert.deepEqual(await status(new Uint8Array([0x7b, 0xff])), [400, 'json_syntax']);
      assert.deepEqual(await status('x'.repeat(300_000)), [413, 'too_large']);
      assert.deepEqual(await status({ body: 'x'.repeat(20_001) }), [422, 'too_long']);
      assert.deepEqual(await status(undefined), [400, 'json_syntax']);
      const source = { kind: 'agent', id: 'other' };
      assert.deepEqual(await status({ protocol: envelope('x', { source }) }), [403, 'source_not_allowed']);
      assert.deepEqual(await status({ body: 'x' }, `${to}?draft=2`), [400, 'bad_parameter']);
    });

    test('a person speaks as nobody but themselves', async () => {
      const me = (await owner('GET', '/api/v1/me')).body;
      const as = (kind, id) => owner('POST', to, { protocol: envelope('x', { source: { kind, id } }) });
      assert.equal((await as('person', me.account)).status, 201);
      assert.equal((await as('person', 'other')).status, 403);
      assert.equal((await as('agent', me.account)).status, 403);
    });

    test('an answer stands in the thread of a message that is there', async () => {
      const root = (await owner('POST', to, { body: 'root' })).body.id;
      const reply = await owner('POST', to, { body: 'reply', thread_id: root });
      assert.deepEqual([reply.status, reply.body.thread_id], [201, root]);
      for (const thread_id of [reply.body.id, 'nothing']) {
        const { status, body } = await owner('POST', to, { body: 'reply', thread_id });
        assert.deepEqual([status, body.code, body.problems[0].at], [422, 'unknown_thread', '/thread_id']);
      }
    });

    test('a plain message is edited and deleted by who sent it; a typed one is not edited', async () => {
      const plain = (await owner('POST', to, { body: 'helo' })).body;
      const edited = await owner('PATCH', `/api/v1/messages/${plain.id}`, { body: 'hello' });
      assert.deepEqual([edited.status, edited.body.body], [200, 'hello']);
      assert.ok(edited.body.edited_at >= plain.created_at);
      assert.equal((await agent('PATCH', `/api/v1/messages/${plain.id}`, { body: 'bye' })).status, 403);
      assert.equal((await agent('DELETE', `/api/v1/messages/${plain.id}`)).status, 403);
      assert.equal((await owner('PATCH', `/api/v1/messages/${plain.id}`, { body: ' ' })).status, 422);
      const typed = (await agent('POST', to, { protocol: envelope('typed') })).body;
      const refused = await agent('PATCH', `/api/v1/messages/${typed.id}`, { body: 'other' });
      assert.deepEqual([refused.status, refused.body.code], [409, 'message_sealed']);
      assert.equal((await agent('DELETE', `/api/v1/messages/${typed.id}`)).status, 204);
    });

    test('pages forwards and backwards hold every message once, in order', async () => {
      await owner('POST', '/api/v1/channels', { id: 'pages' });
      const path = '/api/v1/channels/pages/messages';
      assert.deepEqual((await owner('GET', path)).body, { messages: [], more: false });
      const sent = [];
      for (let index = 0; index < 7; index += 1)
        sent.push((await owner('POST', path, { body: `${index}` })).body.id);
      const walk = async (start, step, join) => {
        let page = (await owner('GET', `${path}?limit=3${start}`)).body;
        let ids = page.messages.map(({ id }) => id);
        while (page.more) {
          page = (await owner('GET', `${path}?limit=3&${step}=${page[step]}`)).body;
          ids = join(
            ids,
            page.messages.map(({ id }) => id),
          );
        }
        return ids;
      };
      const start = (await owner('GET', `${path}?limit=200`)).body.before;
      const behind = await walk(`&after=${start}`, 'after', (ids, more) => [...ids, ...more]);
      assert.deepEqual(behind, sent.slice(1));
      assert.deepEqual(await walk('', 'before', (ids, more) => [...more, ...ids]), sent);
      for (const wrong of ['limit=0', 'limit=201', 'limit=x', 'after=x', `after=${start}&before=${start}`])
        assert.equal((await owner('GET', `${path}?${wrong}`)).status, 400, wrong);
    });

    test('validate reports on a send or an envelope, always 200, and stores nothing', async () => {
      const asked = (body) => owner('POST', '/api/v1/protocol/validate', body);
      const good = await asked({ protocol: envelope('fine') });
      assert.deepEqual([good.status, good.body.ok], [200, true]);
      assert.match((await asked(envelope('fine'))).body.digest, /^sha256:/);
      const bad = await asked('{"protocol":');
      assert.deepEqual([bad.status, bad.body.ok, bad.body.problems[0].code], [200, false, 'json_syntax']);
      const large = await asked('x'.repeat(1_200_000));
      assert.deepEqual([large.status, large.body.problems[0].code], [200, 'too_large']);
    });
  });
}
