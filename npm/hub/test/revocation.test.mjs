// Rights that end while a request is under way: what was asked with them and was not done yet is not done. On both databases.

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { DATABASES } from './databases.mjs';
import { client, draft, envelope, hubOn, member } from './hub.mjs';

const TO = '/api/v1/channels/team/messages';

/**
 * Asks with a body that has not come yet. `known` resolves when the hub waits for it, so that it knows who asks; `finish`
 * lets it come and gives the answer.
 */
function slowly(hub, method, path, headers, body) {
  let begun;
  let end;
  const known = new Promise((resolve) => {
    begun = resolve;
  });
  const ended = new Promise((resolve) => {
    end = resolve;
  });
  const stream = new ReadableStream(
    {
      async pull(controller) {
        begun();
        await ended;
        controller.enqueue(new TextEncoder().encode(JSON.stringify(body)));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const request = new Request(`http://localhost${path}`, { method, headers, body: stream, duplex: 'half' });
  const answer = hub.fetch(request).then(async (response) => {
    const text = await response.text();
    // MCP answers with an event.
    const json = /^data: (.*)$/m.exec(text)?.[1] ?? text;
    return { status: response.status, body: json === '' ? undefined : JSON.parse(json) };
  });
  return {
    known: Promise.race([known, answer]),
    finish() {
      end();
      return answer;
    },
  };
}

for (const database of DATABASES) {
  describe(database.name, () => {
    let opened;
    let hub;
    let owner;
    let person;

    before(async () => {
      opened = await hubOn(database);
      ({ hub, owner } = opened);
      await owner('POST', '/api/v1/channels', { id: 'team' });
    });
    after(() => hub.close());

    beforeEach(async () => {
      // The owner of the test may be none any more; this one stays.
      const made = await owner('POST', '/api/v1/invitations', { roles: ['admin'] });
      const { account, path } = made.body;
      await owner('PUT', `/api/v1/channels/team/members/${account}`);
      const code = new URLSearchParams({ code: path.split('=')[1] }).toString();
      const origin = 'http://localhost';
      const signedIn = await client(hub)('POST', '/signin', code, { origin });
      const cookie = signedIn.headers.get('set-cookie').split(';')[0];
      const token = await member(hub, owner, {
        account,
        roles: ['admin'],
        sources: [`person/${account}`, 'agent/builder'],
      });
      const plain = await token('POST', TO, { body: 'a text' });
      const typed = await owner('POST', TO, {
        protocol: envelope('act', {
          source: { kind: 'person', id: opened.account },
          actions: [{ id: 'ack', label: 'Ack', capability: 'chirp.acknowledge' }],
        }),
      });
      const revised = await token('POST', `${TO}?draft=1`, { protocol: draft(account, 'one') });
      assert.deepEqual([plain.status, typed.status, revised.status], [201, 201, 201]);
      person = {
        account,
        token,
        sessionHeaders: { cookie, origin },
        tokenHeaders: { authorization: `Bearer ${token.token}` },
        message: plain.body.id,
        series: revised.body.instrument.series,
        typed: typed.body,
      };
    });

    /** What writes, as [method, path, body]. */
    const writes = ({ account, message, series, typed }) => ({
      'a send': ['POST', TO, { body: 'too late' }],
      'a typed send': [
        'POST',
        `${TO}?draft=1`,
        { protocol: draft(account, 'too late', { source: { kind: 'person', id: account } }) },
      ],
      'an edit': ['PATCH', `/api/v1/messages/${message}`, { body: 'too late' }],
      'an action': [
        'POST',
        `/api/v1/messages/${typed.id}/actions/ack`,
        { digest: typed.protocol.integrity.digest, invocation_id: `late-${account}` },
      ],
      'a removal': ['DELETE', `/api/v1/admin/instruments/${series}/revisions/1`, { reason: 'privacy' }],
      'a channel': ['POST', '/api/v1/channels', { id: `late-${Math.random().toString(36).slice(2)}` }],
      'a token': ['POST', '/api/v1/tokens', { label: 'too late' }],
      'an account': ['PUT', '/api/v1/accounts/late', { roles: ['admin'] }],
      'an invitation': ['POST', '/api/v1/invitations', { roles: ['admin'] }],
      'a hook': ['POST', '/api/v1/hooks', { label: 'too late', channel: 'team' }],
      'a webhook': ['POST', '/api/v1/webhooks', { url: 'https://1.1.1.1/too-late', channels: ['team'] }],
      'a tool of MCP': [
        'POST',
        '/mcp',
        {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'send_message', arguments: { channel: 'team', body: 'too late' } },
        },
      ],
    });

    /** What a write may leave behind. */
    const traces = async () => {
      const counts = {};
      for (const table of [
        'messages',
        'invocations',
        'channels',
        'tokens',
        'accounts',
        'hooks',
        'webhooks',
        'changes',
        'sign_in_codes',
      ]) {
        const [{ count }] = await database.query(opened.address, `SELECT COUNT(*) AS count FROM ${table}`);
        counts[table] = Number(count);
      }
      return counts;
    };

    const accept = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };

    /** Asks for everything, ends the rights, and lets the requests go on: none of them leaves anything. */
    async function nothingHappens(headers, end, only) {
      const under = Object.entries(writes(person))
        .filter(([name]) => only === undefined || only.includes(name))
        .map(([name, [method, path, body]]) => [
          name,
          slowly(hub, method, path, { ...accept, ...headers }, body),
        ]);
      await Promise.all(under.map(([, { known }]) => known));
      const ended = await end();
      assert.ok(ended.status < 300, ended.text);
      const before = await traces();
      for (const [name, { finish }] of under) {
        const { status, body } = await finish();
        if (name === 'a tool of MCP') assert.equal(body.result.isError, true, JSON.stringify(body));
        else assert.ok([401, 403, 404].includes(status), `${name}: ${status} ${JSON.stringify(body)}`);
      }
      assert.deepEqual(await traces(), before);
    }

    test('nothing is written with a token that was revoked meanwhile', () =>
      nothingHappens(person.tokenHeaders, () => owner('DELETE', `/api/v1/tokens/${person.token.id}`)));

    test('nothing is written with a session that was ended meanwhile', () =>
      nothingHappens(person.sessionHeaders, () =>
        owner('DELETE', `/api/v1/accounts/${person.account}/sessions`),
      ));

    test('nothing is written for an account that was erased meanwhile, and nothing of it is left', async () => {
      const { account } = person;
      await nothingHappens(person.sessionHeaders, () => owner('DELETE', `/api/v1/accounts/${account}`));
      const rows = await database.query(
        opened.address,
        `SELECT id FROM messages WHERE sender = '${account}'`,
      );
      assert.deepEqual(rows, []);
    });

    test('who runs the workspace no more changes nothing in it', () =>
      nothingHappens(
        person.sessionHeaders,
        () => owner('PUT', `/api/v1/accounts/${person.account}`, { roles: ['member'] }),
        ['a removal', 'a channel', 'a token', 'an account', 'an invitation', 'a hook', 'a webhook'],
      ));

    test('who is no member any more writes nothing in the channel', async () => {
      await owner('PUT', `/api/v1/accounts/${person.account}`, { roles: ['member'] });
      await nothingHappens(
        person.sessionHeaders,
        () => owner('DELETE', `/api/v1/channels/team/members/${person.account}`),
        ['a send', 'a typed send', 'an edit', 'an action', 'a tool of MCP'],
      );
    });

    test('what others may do goes on whoever else loses a right meanwhile', async () => {
      const send = slowly(hub, 'POST', TO, person.sessionHeaders, { body: 'still here' });
      await send.known;
      const other = await member(hub, owner, {});
      await owner('DELETE', `/api/v1/tokens/${other.id}`);
      assert.equal((await send.finish()).status, 201);
    });

    test('a hook that was revoked meanwhile takes nothing', async () => {
      for (const inPath of [true, false]) {
        const { body } = await owner('POST', '/api/v1/hooks', { label: 'h', channel: 'team', kind: 'plain' });
        const delivery = slowly(
          hub,
          'POST',
          inPath ? `/api/v1/hooks/${body.token}` : '/api/v1/hooks',
          inPath ? {} : { authorization: `Bearer ${body.token}` },
          { body: 'too late' },
        );
        await delivery.known;
        assert.equal((await owner('DELETE', `/api/v1/hooks/${body.id}`)).status, 204);
        const before = await traces();
        assert.equal((await delivery.finish()).status, 401);
        assert.deepEqual(await traces(), before);
      }
    });

    test('an admin decides about no owner: neither a person nor a program', async () => {
      const admin = await member(hub, owner, { roles: ['admin'] });
      const ops = await member(hub, owner, { account: `ops-${person.account}`, roles: ['owner'] });
      for (const [method, path, body] of [
        ['DELETE', `/api/v1/tokens/${ops.id}`],
        ['PUT', `/api/v1/accounts/${ops.account}`, { roles: [] }],
        ['DELETE', `/api/v1/accounts/${ops.account}`],
        ['DELETE', `/api/v1/accounts/${ops.account}/sessions`],
        ['POST', '/api/v1/invitations', { account: ops.account, roles: ['member'] }],
        ['POST', '/api/v1/tokens', { label: 'x', account: ops.account, sources: [`person/${ops.account}`] }],
      ])
        assert.equal((await admin(method, path, body)).status, 403, `${method} ${path}`);
      assert.deepEqual((await ops('GET', '/api/v1/me')).body.roles, ['owner']);
      assert.equal((await owner('DELETE', `/api/v1/tokens/${ops.id}`)).status, 204);
    });
  });
}
