// Who may do what: tokens, channels, members, and that what is foreign reads as what is absent. On both databases.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DATABASES } from './databases.mjs';
import { client, envelope, hubOn, member, revision } from './hub.mjs';

for (const database of DATABASES) {
  describe(database.name, () => {
    let opened;
    let hub;
    let owner;

    before(async () => {
      opened = await hubOn(database);
      ({ hub, owner } = opened);
    });
    after(() => hub.close());

    test('without a valid token there is nothing', async () => {
      for (const token of [undefined, 'chirp_wrong', `${opened.token}x`]) {
        const { status, body, headers } = await client(hub, token)('GET', '/api/v1/me');
        assert.deepEqual(
          [status, body.code, headers.get('www-authenticate')],
          [401, 'unauthorized', 'Bearer'],
        );
      }
    });

    test('the token is held nowhere', async () => {
      const rows = await database.query(opened.address, 'SELECT * FROM tokens');
      assert.ok(rows.length > 0);
      assert.ok(!JSON.stringify(rows).includes(opened.token));
    });

    test('a token is shown once, listed without itself, and revoked at once', async () => {
      const made = await member(hub, owner, { label: 'ci', channels: ['general'], sources: ['agent/ci'] });
      assert.equal((await made('GET', '/api/v1/channels/general/messages')).status, 200);
      const { text, body } = await owner('GET', '/api/v1/tokens');
      assert.ok(!text.includes(made.token));
      assert.ok(body.tokens.some(({ id, label }) => id === made.id && label === 'ci'));
      assert.equal((await owner('DELETE', `/api/v1/tokens/${made.id}`)).status, 204);
      assert.equal((await made('GET', '/api/v1/me')).status, 401);
      assert.equal((await owner('DELETE', `/api/v1/tokens/${made.id}`)).status, 204);
    });

    test('a token speaks as no other person than its account, by no spelling', async () => {
      const make = (sources, account = 'ann') =>
        owner('POST', '/api/v1/tokens', { label: 'x', account, sources });
      for (const source of ['person/bob', 'person/*', 'person*', 'p*', '*', 'person/an*'])
        assert.deepEqual(
          [(await make([source])).status, (await make([source])).body.code],
          [422, 'person_not_allowed'],
          source,
        );
      assert.equal((await make(['person/a*'], 'a*')).status, 400);
      for (const source of ['person/ann', 'agent/*', 'integration/github.com/*'])
        assert.equal((await make([source])).status, 201, source);
    });

    test('only who runs the workspace makes channels, members and tokens; only an owner makes owners', async () => {
      const plain = await member(hub, owner, {});
      const admin = await member(hub, owner, { roles: ['admin'] });
      for (const [method, path, body] of [
        ['POST', '/api/v1/channels', { id: 'x' }],
        ['POST', '/api/v1/tokens', { label: 'x' }],
        ['GET', '/api/v1/tokens'],
        ['DELETE', `/api/v1/tokens/${plain.id}`],
      ])
        assert.equal((await plain(method, path, body)).status, 403, `${method} ${path}`);
      assert.equal((await admin('POST', '/api/v1/tokens', { label: 'x', roles: ['owner'] })).status, 403);
      assert.equal((await admin('POST', '/api/v1/channels', { id: 'made' })).status, 201);
      assert.equal((await admin('POST', '/api/v1/channels', { id: 'made' })).status, 409);
    });

    test('a member of a channel reads and sends there, until they are none any more', async () => {
      await owner('POST', '/api/v1/channels', { id: 'team' });
      const ann = await member(hub, owner, { account: 'ann' });
      const path = '/api/v1/channels/team/messages';
      const seat = '/api/v1/channels/team/members/ann';
      assert.equal((await ann('GET', path)).status, 404);
      assert.equal((await owner('PUT', seat)).status, 204);
      assert.equal((await owner('PUT', seat)).status, 204);
      assert.equal((await ann('POST', path, { body: 'hello' })).status, 201);
      assert.deepEqual(
        (await ann('GET', '/api/v1/channels')).body.channels.map(({ id }) => id),
        ['team'],
      );
      assert.ok((await ann('GET', '/api/v1/channels/team/members')).body.members.includes('ann'));
      assert.equal((await ann('PUT', '/api/v1/channels/team/members/bob')).status, 403);
      assert.equal((await owner('DELETE', seat)).status, 204);
      assert.equal((await ann('GET', path)).status, 404);
    });

    test('a request of the hub that is not what it must be says so', async () => {
      const wrong = [
        ['/api/v1/channels', '{"id":"x","id":"y"}', 'json_duplicate_key'],
        ['/api/v1/channels', '[]', 'bad_parameter'],
        ['/api/v1/channels', { id: 'X Y' }, 'bad_parameter'],
        ['/api/v1/channels', { id: 'x', more: 1 }, 'bad_parameter'],
        ['/api/v1/tokens', {}, 'bad_parameter'],
        ['/api/v1/tokens', { label: 'x', roles: 'owner' }, 'bad_parameter'],
        ['/api/v1/tokens', { label: 'x', sources: [1] }, 'bad_parameter'],
      ];
      for (const [path, body, code] of wrong) {
        const answer = await owner('POST', path, body);
        assert.deepEqual([answer.status, answer.body.code], [400, code], JSON.stringify(body));
      }
      assert.equal((await owner('POST', '/api/v1/channels', `{"id":"${'x'.repeat(70_000)}"}`)).status, 413);
    });

    test('what is foreign reads as what is absent, on every route, to the byte', async () => {
      await owner('POST', '/api/v1/channels', { id: 'private' });
      const inside = await member(hub, owner, { channels: ['private'], sources: ['agent/builder'] });
      const stranger = await member(hub, owner, {
        account: 'eve',
        channels: ['general'],
        sources: ['agent/builder', 'person/eve'],
      });
      const sent = (
        await inside('POST', '/api/v1/channels/private/messages', { protocol: envelope('inside') })
      ).body;
      const first = (
        await inside('POST', '/api/v1/channels/private/messages', {
          protocol: revision('x', 1, undefined, 'inside'),
        })
      ).body;
      const { series } = first.instrument;
      const absent = `sha256:${'0'.repeat(64)}`;
      const pairs = [
        ['GET', '/api/v1/channels/private/messages', '/api/v1/channels/absent/messages'],
        ['POST', '/api/v1/channels/private/messages', '/api/v1/channels/absent/messages', { body: 'x' }],
        ['GET', '/api/v1/channels/private/members', '/api/v1/channels/absent/members'],
        ['PUT', '/api/v1/channels/private/members/ann', '/api/v1/channels/absent/members/ann'],
        ['DELETE', '/api/v1/channels/private/members/ann', '/api/v1/channels/absent/members/ann'],
        ['GET', `/api/v1/messages/${sent.id}`, '/api/v1/messages/absent'],
        ['PATCH', `/api/v1/messages/${sent.id}`, '/api/v1/messages/absent', { body: 'x' }],
        ['DELETE', `/api/v1/messages/${first.id}`, '/api/v1/messages/absent'],
        [
          'POST',
          `/api/v1/messages/${first.id}/actions/a`,
          '/api/v1/messages/absent/actions/a',
          { digest: absent, invocation_id: 'i' },
        ],
        ['GET', `/api/v1/instruments/${series}`, `/api/v1/instruments/${absent}`],
        ['GET', `/api/v1/instruments/${series}/revisions`, `/api/v1/instruments/${absent}/revisions`],
        ['GET', `/api/v1/instruments/${series}/revisions/1`, `/api/v1/instruments/${absent}/revisions/1`],
        ['GET', `/api/v1/instruments/${series}/history`, `/api/v1/instruments/${absent}/history`],
      ];
      for (const [method, foreign, missing, body] of pairs) {
        const [found, none] = [await stranger(method, foreign, body), await stranger(method, missing, body)];
        assert.deepEqual([found.status, found.text], [none.status, none.text], `${method} ${foreign}`);
        assert.equal(found.status, 404, `${method} ${foreign}`);
      }
      const reply = await stranger('POST', '/api/v1/channels/general/messages', {
        body: 'x',
        thread_id: sent.id,
      });
      assert.equal(reply.status, 422);
      assert.ok(!(await stranger('GET', '/api/v1/channels')).text.includes('private'));
      assert.ok((await inside('GET', `/api/v1/messages/${sent.id}`)).status === 200);
    });

    test('another workspace in the same database is absent altogether', async () => {
      const now = new Date().toISOString();
      const { createHash } = await import('node:crypto');
      const hash = createHash('sha256').update('chirp_other').digest('hex');
      await database.query(
        opened.address,
        `INSERT INTO workspaces (id, created_at) VALUES ('other', '${now}')`,
      );
      await database.query(
        opened.address,
        `INSERT INTO tokens (workspace, id, hash, label, account, roles, channels, sources, created_at)
         VALUES ('other', 't', '${hash}', 'x', 'eve', '["owner"]', '["*","general"]', '["agent/*"]', '${now}')`,
      );
      const eve = client(hub, 'chirp_other');
      const { id } = (await owner('POST', '/api/v1/channels/general/messages', { body: 'ours' })).body;
      assert.equal((await eve('GET', '/api/v1/me')).body.workspace, 'other');
      for (const path of ['/api/v1/channels/general/messages', `/api/v1/messages/${id}`])
        assert.equal((await eve('GET', path)).status, 404);
      assert.deepEqual((await eve('GET', '/api/v1/channels')).body.channels, []);
      assert.deepEqual(
        (await eve('GET', '/api/v1/tokens')).body.tokens.map(({ id }) => id),
        ['t'],
      );
    });
  });
}
