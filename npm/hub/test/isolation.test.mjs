// What is foreign reads as what is absent, on every route that the hub says it has, for a stranger of the same workspace and
// for one of another; and nobody speaks as somebody else, whichever way. On both databases.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { signedIn } from './browser.mjs';
import { DATABASES } from './databases.mjs';
import { client, draft, envelope, hubOn, member } from './hub.mjs';
import { rowsOf } from './rows.mjs';

const DIGEST = `sha256:${'0'.repeat(64)}`;

/** What a request has where the route takes a body. A new route has to say it here. */
const BODIES = {
  sendMessage: () => ({ body: 'x' }),
  editMessage: () => ({ body: 'x' }),
  validate: () => ({ body: 'x' }),
  invokeAction: () => ({ digest: DIGEST, invocation_id: 'i' }),
  removeRevision: () => ({ reason: 'privacy' }),
  createChannel: (stranger) => ({ id: `of-${stranger}` }),
  createToken: () => ({ label: 'x' }),
  setAccount: () => ({ roles: ['member'] }),
  invite: () => ({ account: 'guest' }),
};

for (const database of DATABASES) {
  describe(database.name, () => {
    let opened;
    let hub;
    let owner;
    /** By the segment before a parameter and its name: what is there and foreign, and what is not there. */
    let known;
    /** What must be in no answer to a stranger. */
    let secrets;

    before(async () => {
      opened = await hubOn(database);
      ({ hub, owner } = opened);
      await owner('POST', '/api/v1/channels', { id: 'private', name: 'canary-name' });
      const inside = await member(hub, owner, {
        label: 'canary-label',
        account: 'canary-account',
        channels: ['private'],
        sources: ['agent/builder'],
      });
      await owner('PUT', '/api/v1/accounts/canary-account', { roles: ['member'] });
      await owner('PUT', '/api/v1/channels/private/members/canary-account');
      const path = '/api/v1/channels/private/messages?draft=1';
      const first = (await inside('POST', path, { protocol: draft('x', 'canary-text') })).body;
      const head = (await inside('POST', path, { protocol: draft('x', 'canary-head') })).body;
      const plain = (await inside('POST', '/api/v1/channels/private/messages', { body: 'canary-plain' }))
        .body;
      const { series } = head.instrument;
      known = {
        'channels/{channel}': ['private', 'absent'],
        'members/{account}': ['canary-account', 'absent'],
        'accounts/{account}': ['canary-account', 'absent'],
        'messages/{id}': [head.id, 'absent'],
        'actions/{action}': ['ok', 'ok'],
        'instruments/{series}': [series, DIGEST],
        'revisions/{revision}': ['1', '1'],
        'tokens/{token}': [inside.id, 'absent'],
      };
      secrets = ['canary', 'private', first.id, head.id, plain.id, series, inside.id];
    });
    after(() => hub.close());

    /** Every route, `[method, path, id, takesBody]`. */
    const routes = async () => {
      const { paths } = (await client(hub)('GET', '/openapi.json')).body;
      const all = Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { operationId, requestBody }]) => [
          method.toUpperCase(),
          path,
          operationId,
          requestBody !== undefined,
        ]),
      );
      // Whoever has signed out is nobody from then on.
      return all.sort(([, , one], [, , other]) => (one === 'signOut') - (other === 'signOut'));
    };

    const filled = (path, which) =>
      path.replace(/([^/]+)\/(\{\w+\})/g, (_, before, name) => {
        const values = known[`${before}/${name}`];
        assert.ok(values, `${path}: say what a foreign ${before}/${name} is, and an absent one`);
        return `${before}/${encodeURIComponent(values[which])}`;
      });

    /** An answer without what differs in any two: the names in the question, times. */
    const comparable = ({ status, text }) => {
      let rest = text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time');
      for (const values of Object.values(known))
        for (const value of values) rest = rest.replaceAll(value, 'name');
      return `${status} ${rest}`;
    };

    const strangers = async () => {
      const { token } = await hub.createWorkspace();
      await owner('POST', '/api/v1/invitations', { account: 'eve' });
      return {
        neighbour: await member(hub, owner, {
          account: 'eve',
          channels: ['*', 'general'],
          sources: ['agent/builder', 'person/eve'],
        }),
        guest: await signedIn(hub, await hub.signInLink('eve')),
        foreigner: client(hub, token),
      };
    };

    test('what is foreign reads as what is absent, on every route, to the byte', async () => {
      const all = await routes();
      assert.ok(all.length > 25);
      const people = await strangers();
      const ours = async () => {
        const { sessions: _, workspaces, ...tables } = await rowsOf(database, opened.address);
        // Whoever signs out changes how often somebody's rights did.
        tables.workspaces = workspaces.map(({ rights: _, ...workspace }) => workspace);
        const rows = Object.entries(tables).map(([name, rows]) => [
          name,
          rows.filter(({ workspace, id }) =>
            [workspace, name === 'workspaces' && id].includes(opened.workspace),
          ),
        ]);
        return JSON.stringify(rows);
      };
      const before = await ours();
      for (const [who, ask] of Object.entries(people)) {
        for (const [method, path, id, takesBody] of all) {
          const shown = `${who}: ${method} ${path}`;
          if (takesBody) assert.ok(BODIES[id], `${id}: say what its body is`);
          const body = BODIES[id]?.(who);
          const found = await ask(method, filled(path, 0), body);
          assert.ok(found.status < 500, shown);
          if (path.includes('{')) {
            const none = await ask(method, filled(path, 1), body);
            assert.equal(comparable(found), comparable(none), shown);
          } else {
            for (const secret of secrets) assert.ok(!found.text.includes(secret), `${shown}: ${secret}`);
          }
        }
      }
      assert.equal(await ours(), before, 'nobody changed anything');
    });

    test('a neighbour and a foreigner read 404 where it is about a channel, a message or a series', async () => {
      const about = (await routes()).filter(([, path]) => /\{(channel|id|series)\}/.test(path));
      assert.ok(about.length > 10);
      const { neighbour, foreigner } = await strangers();
      for (const ask of [neighbour, foreigner])
        for (const [method, path, id] of about) {
          const { status, body } = await ask(method, filled(path, 0), BODIES[id]?.('x'));
          const isRefused = path.startsWith('/api/v1/admin/') && ask === neighbour;
          assert.deepEqual(
            [status, body.code],
            isRefused ? [403, 'forbidden'] : [404, 'not_found'],
            `${method} ${path}`,
          );
        }
    });

    test('nobody speaks as another, by any way in', async () => {
      const program = await member(hub, owner, {
        account: 'eve',
        channels: ['general'],
        sources: ['agent/mine', 'agent/team/*'],
      });
      await owner('PUT', '/api/v1/channels/general/members/eve');
      await owner('POST', '/api/v1/invitations', { account: 'eve' });
      const page = await signedIn(hub, await hub.signInLink('eve'));
      const to = '/api/v1/channels/general/messages';
      const root = (await owner('POST', to, { body: 'root' })).body;
      const forged = [
        ['agent', 'builder'],
        ['agent', 'mine2'],
        ['agent', 'team'],
        ['agent', 'MINE'],
        ['agent', '*'],
        ['person', opened.account],
        ['person', 'mine'],
        ['person', '*'],
        ['integration', 'mine'],
        ['system', 'chirp'],
      ];
      const ways = (source) => [
        [to, { protocol: envelope('x', { source }) }],
        [to, { protocol: envelope('x', { source }), thread_id: root.id }],
        [to, { protocol: envelope('x', { source, delivery: { dedupe_key: 'k' } }), body: 'x' }],
        [`${to}?draft=1`, { protocol: draft('forged', 'x', { source }) }],
      ];
      for (const ask of [program, page])
        for (const [kind, id] of forged)
          for (const [path, body] of ways({ kind, id })) {
            const answer = await ask('POST', path, body);
            assert.deepEqual([answer.status, answer.body.code], [403, 'source_not_allowed'], `${kind}/${id}`);
          }
      const act = await program('POST', `/api/v1/messages/${root.id}/actions/ok`, BODIES.invokeAction());
      assert.deepEqual([act.status, act.body.code], [403, 'forbidden']);
      assert.equal((await program('POST', to, ways({ kind: 'agent', id: 'team/x' })[0][1])).status, 201);
    });

    test('a workspace has its own accounts, channels and members, of the same names', async () => {
      const other = await hub.createWorkspace();
      const theirs = client(hub, other.token);
      assert.notEqual(other.workspace, opened.workspace);
      assert.equal((await theirs('GET', '/api/v1/me')).body.workspace, other.workspace);
      assert.equal((await theirs('POST', '/api/v1/channels', { id: 'private' })).status, 201);
      await theirs('PUT', '/api/v1/accounts/canary-account', { roles: ['owner'] });
      const page = await signedIn(hub, await hub.signInLink(other.account));
      assert.equal((await page('GET', '/api/v1/me')).body.workspace, other.workspace);
      assert.deepEqual((await page('GET', '/api/v1/channels/private/messages')).body.messages, []);
      assert.equal((await theirs('DELETE', '/api/v1/accounts/canary-account')).status, 204);
      const { accounts } = (await owner('GET', '/api/v1/accounts')).body;
      assert.ok(accounts.some(({ account }) => account === 'canary-account'));
    });
  });
}
