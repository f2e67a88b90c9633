// What a hub holds of a person: they can have it, and they can have it gone. On both databases.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openHub } from '@chirp-protocol/hub';
import { verifyHistory } from '@chirp-protocol/protocol/instruments';
import { signedIn } from './browser.mjs';
import { DATABASES } from './databases.mjs';
import { client, draft, envelope, hubOn, member } from './hub.mjs';
import { rowsOf } from './rows.mjs';

const TO = '/api/v1/channels/general/messages';
const PROGRAM = fileURLToPath(new URL('hub-process.mjs', import.meta.url));

/** Everything that a database holds, as text. */
async function everything(database, address) {
  const text = JSON.stringify(await rowsOf(database, address));
  assert.ok(text.includes('general'));
  return text;
}

/** Puts messages of an account into a database, past the hub. */
async function fill(database, address, workspace, account, count) {
  await database.query(
    address,
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
     INSERT INTO messages (workspace, id, cursor, channel, sender, created_at, body)
     SELECT '${workspace}', 'row-' || i, 1000 + i, 'general', '${account}', '2026-01-01T00:00:00Z', 'canary ' || i
     FROM n`,
  );
  await database.query(address, `UPDATE workspaces SET cursor = ${1000 + count} WHERE id = '${workspace}'`);
}

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

    const person = async (account, roles) => {
      const { body } = await owner('POST', '/api/v1/invitations', { account, ...(roles && { roles }) });
      await owner('PUT', `/api/v1/channels/general/members/${account}`);
      return signedIn(hub, body.path.replace('invitation', 'code'));
    };
    const exported = async (ask, account) => {
      const { status, text } = await ask('GET', `/api/v1/accounts/${account}/export`);
      assert.equal(status, 200);
      return text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    };
    const saying = (account, key, text) =>
      envelope(text, {
        source: { kind: 'person', id: account },
        ...(key && { delivery: { dedupe_key: key } }),
      });

    test('of a person who is erased nothing is left that names them or says what they said', async () => {
      const account = 'ann-7f3c';
      const ann = await person(account);
      const bot = await member(hub, owner, { account, sources: ['agent/ann-bot'] });
      const bob = await member(hub, owner, {
        account: 'bob',
        channels: ['general'],
        sources: ['agent/builder', 'person/bob'],
      });
      const asked = await bob('POST', `${TO}?draft=1`, {
        protocol: draft('release', 'may it go out', {
          instrument: { category: 'decision', layout: 'status' },
          actions: [{ id: 'ok', label: 'Go', capability: 'chirp.review.approve' }],
        }),
      });
      assert.equal(asked.status, 201, asked.text);
      const plain = (await ann('POST', TO, { body: 'canary plain' })).body;
      const answer = (await bob('POST', TO, { body: 'an answer', thread_id: plain.id })).body;
      const typed = await ann('POST', TO, { protocol: saying(account, 'once', 'canary typed') });
      assert.equal(typed.status, 201);
      const gone = (await ann('POST', TO, { protocol: saying(account, 'gone', 'canary gone') })).body;
      assert.equal((await ann('DELETE', `/api/v1/messages/${gone.id}`)).status, 204);
      const sent = [];
      for (const text of ['canary one', 'canary two'])
        sent.push(
          await bot('POST', `${TO}?draft=1`, {
            protocol: draft('mine', text, {
              source: { kind: 'agent', id: 'ann-bot' },
              delivery: { dedupe_key: text.replace('canary ', '') },
            }),
          }),
        );
      for (const { status, text } of sent) assert.equal(status, 201, text);
      const { series } = sent[1].body.instrument;
      const invoked = await ann('POST', `/api/v1/messages/${asked.body.id}/actions/ok`, {
        digest: asked.body.instrument.head.digest,
        invocation_id: 'i-1',
      });
      assert.equal(invoked.status, 201, invoked.text);

      const lines = await exported(ann, account);
      const of = (type) => lines.filter((line) => line.type === type);
      assert.deepEqual(lines.at(-1), { type: 'end' });
      assert.deepEqual(of('account')[0].roles, ['member']);
      assert.deepEqual(
        of('membership').map(({ channel }) => channel),
        ['general'],
      );
      assert.equal(of('session').length, 1);
      assert.deepEqual(
        of('token').map(({ id, sources }) => [id, sources]),
        [[bot.id, ['agent/ann-bot']]],
      );
      assert.deepEqual(
        of('message').map(({ message }) => message.body.replace(/^Approved.*/, 'Approved')),
        ['canary plain', 'canary typed', 'canary one', 'canary two', 'Approved'],
      );
      assert.equal(JSON.parse(of('invocation')[0].answer).invocation.id, 'i-1');
      assert.ok(!JSON.stringify(lines).match(/hash|chirp_[\w-]{43}/));

      const before = await bob('GET', `/api/v1/instruments?lens=runs`);
      assert.ok(before.body.heads.some((head) => head.series === series));
      assert.equal((await ann('DELETE', `/api/v1/accounts/${account}`)).status, 204);
      for (const ask of [ann, bot]) assert.equal((await ask('GET', '/api/v1/me')).status, 401);
      const after = await bob('GET', `/api/v1/instruments?lens=runs`);
      assert.ok(!after.body.heads.some((head) => head.series === series));
      const left = await everything(database, opened.address);
      for (const word of [account, 'canary', bot.id]) assert.ok(!left.includes(word), word);
      const { revisions } = (await bob('GET', `/api/v1/instruments/${series}/revisions`)).body;
      assert.deepEqual(
        revisions.map(({ revision, gap }) => [revision, gap.reason]),
        [
          [1, 'privacy'],
          [2, 'privacy'],
        ],
      );
      assert.equal((await bob('GET', `/api/v1/messages/${answer.id}`)).body.body, 'an answer');
      for (const { id } of [plain, typed.body, invoked.body.message])
        assert.equal((await bob('GET', `/api/v1/messages/${id}`)).status, 404);
      assert.equal((await owner('GET', '/api/v1/accounts')).text.includes(account), false);

      // What was done stays done, and what was sent is not accepted again.
      const again = await member(hub, owner, {
        account,
        channels: ['general'],
        sources: ['agent/ann-bot', `person/${account}`],
      });
      for (const [path, protocol] of [
        [TO, saying(account, 'once', 'canary typed')],
        [TO, saying(account, 'gone', 'another')],
        [
          `${TO}?draft=1`,
          draft('mine', 'canary two', {
            source: { kind: 'agent', id: 'ann-bot' },
            delivery: { dedupe_key: 'two' },
          }),
        ],
        [TO, sent[0].body.protocol],
      ]) {
        const { status, body } = await again('POST', path, { protocol });
        assert.deepEqual([status, body.code], [410, 'message_deleted']);
      }
      const twice = await bob('POST', `/api/v1/messages/${asked.body.id}/actions/ok`, {
        digest: asked.body.instrument.head.digest,
        invocation_id: 'i-2',
      });
      assert.deepEqual([twice.status, twice.body.code], [409, 'action_done']);
      const third = await again('POST', `${TO}?draft=1`, {
        protocol: draft('mine', 'the series goes on', { source: { kind: 'agent', id: 'ann-bot' } }),
      });
      assert.deepEqual([third.status, third.body.instrument.revision], [201, 3]);
      const history = await bob('GET', `/api/v1/instruments/${series}/history`);
      assert.equal(verifyHistory(history.text, { head: third.body.instrument.head.digest }).gaps, 2);
    });

    test('a person for themselves, whoever runs the workspace for others, and an owner for owners', async () => {
      const carl = await person('carl');
      const dora = await person('dora', ['admin']);
      const program = await member(hub, owner, {
        account: 'carl',
        channels: ['general'],
        sources: ['person/carl'],
      });
      for (const [ask, account] of [
        [carl, 'dora'],
        [carl, 'nobody'],
        [program, 'carl'],
      ])
        for (const [method, path] of [
          ['GET', '/export'],
          ['DELETE', ''],
        ]) {
          const { status, body } = await ask(method, `/api/v1/accounts/${account}${path}`);
          assert.deepEqual([status, body.code], [403, 'forbidden'], `${method} ${account}`);
        }
      assert.equal((await dora('DELETE', `/api/v1/accounts/${opened.account}`)).status, 403);
      const last = await owner('DELETE', `/api/v1/accounts/${opened.account}`);
      assert.deepEqual([last.status, last.body.code], [409, 'conflict']);
      assert.equal((await owner('GET', '/api/v1/me')).status, 200);
      assert.equal((await exported(dora, 'carl')).length, 5);
      assert.equal((await dora('DELETE', '/api/v1/accounts/carl')).status, 204);
      assert.equal((await carl('GET', '/api/v1/me')).status, 401);
      for (const account of ['carl', 'nobody', 'erased'])
        assert.equal((await dora('DELETE', `/api/v1/accounts/${account}`)).status, 404, account);
      for (const account of ['erased', 'erased:x', 'x*'])
        assert.equal((await owner('PUT', `/api/v1/accounts/${account}`, { roles: [] })).status, 400, account);
    });
  });

  test(`${database.name}: two people with the same keys are erased, and others work meanwhile`, async () => {
    const { hub, owner, address, workspace } = await hubOn(database);
    for (const account of ['first-9e', 'second-9e']) {
      const ask = await member(hub, owner, {
        account,
        channels: ['general'],
        sources: [`person/${account}`],
      });
      const protocol = envelope('canary', {
        source: { kind: 'person', id: account },
        delivery: { dedupe_key: 'key' },
      });
      assert.equal((await ask('POST', TO, { protocol })).status, 201);
    }
    await fill(database, address, workspace, 'many-9e', 3_000);
    let isOver = false;
    const erasing = owner('DELETE', '/api/v1/accounts/many-9e').then((answer) => {
      isOver = true;
      return answer;
    });
    assert.equal((await owner('POST', TO, { body: 'meanwhile' })).status, 201);
    assert.equal(isOver, false);
    for (const account of ['first-9e', 'second-9e'])
      assert.equal((await owner('DELETE', `/api/v1/accounts/${account}`)).status, 204);
    assert.equal((await erasing).status, 204);
    const text = await everything(database, address);
    for (const word of ['canary', 'many-9e', 'first-9e', 'second-9e']) assert.ok(!text.includes(word), word);
    const page = (await owner('GET', `${TO}?limit=10`)).body.messages;
    assert.deepEqual(
      page.map(({ body }) => body),
      ['meanwhile'],
    );
    await hub.close();
  });

  test(`${database.name}: an account that comes back while it is erased is erased again, with all that it sent`, async () => {
    const { hub, owner, address, workspace } = await hubOn(database);
    await fill(database, address, workspace, 'again-9e', 200);
    const erasing = [owner('DELETE', '/api/v1/accounts/again-9e')];
    for (let index = 0; index < 12; index += 1) {
      const ask = await member(hub, owner, { account: 'again-9e', channels: ['general'] });
      // An erasure that was asked for before may have come between.
      const { status } = await ask('POST', TO, { body: `canary ${index}` });
      assert.ok([201, 401].includes(status), `${status}`);
      erasing.push(owner('DELETE', '/api/v1/accounts/again-9e'));
      await erasing.at(index % 2 === 0 ? -1 : 0);
    }
    for (const { status } of await Promise.all(erasing)) assert.ok([204, 404].includes(status), `${status}`);
    const text = await everything(database, address);
    for (const word of ['canary', 'again-9e']) assert.ok(!text.includes(word), word);
    await hub.close();
  });

  test(`${database.name}: what subscribers are owed of one account stays when another of nearly that name is erased`, async () => {
    const { hub, owner, address } = await hubOn(database, { allowLoopbackWebhooks: true });
    const to = { url: 'http://127.0.0.1:9/', channels: ['*'], events: ['action.invoked'] };
    assert.equal((await owner('POST', '/api/v1/webhooks', to)).status, 201);
    const names = ['ann', 'Ann', 'a_n', 'an%'];
    for (const account of names) {
      const ask = await member(hub, owner, {
        account,
        channels: ['general'],
        sources: ['agent/builder', `person/${account}`],
      });
      const protocol = envelope('use it', {
        actions: [{ id: 'ack', label: 'Ack', capability: 'chirp.acknowledge' }],
        delivery: { dedupe_key: account },
      });
      const { id, protocol: sealed } = (await ask('POST', TO, { protocol })).body;
      const invocation = { digest: sealed.integrity.digest, invocation_id: 'i' };
      assert.equal((await ask('POST', `/api/v1/messages/${id}/actions/ack`, invocation)).status, 201);
    }
    for (const [index, account] of ['a_n', 'an%', 'ann'].entries()) {
      assert.equal((await owner('DELETE', `/api/v1/accounts/${encodeURIComponent(account)}`)).status, 204);
      const owed = await database.query(address, 'SELECT data FROM deliveries');
      assert.equal(owed.length, names.length - index - 1);
      assert.ok(owed.every(({ data }) => JSON.parse(data).by.account !== account));
    }
    await hub.close();
  });

  test(`${database.name}: an erasure in which the hub is killed is finished by the next one`, async () => {
    const { hub, token, address, workspace } = await hubOn(database);
    await hub.close();
    await fill(database, address, workspace, 'many-9e', 3_000);
    const child = spawn(process.execPath, [PROGRAM, address], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = await once(createInterface(child.stdout), 'line');
    const ended = once(child, 'exit');
    const asked = fetch(`${JSON.parse(line).url}/api/v1/accounts/many-9e`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    }).catch(() => undefined);
    const left = async () => {
      const [row] = await database.query(
        address,
        "SELECT COUNT(*) AS n FROM messages WHERE sender = 'many-9e'",
      );
      return Number(row.n);
    };
    while ((await left()) === 3_000) await wait(1);
    child.kill('SIGKILL');
    await ended;
    await asked;
    assert.ok((await left()) > 0, 'killed in the middle');
    const next = await openHub({ database: address });
    const deadline = Date.now() + 60_000;
    const begun = () => database.query(address, 'SELECT * FROM erasures');
    while ((await begun()).length > 0 && Date.now() < deadline) await wait(50);
    await next.close();
    const text = await everything(database, address);
    for (const word of ['canary', 'many-9e']) assert.ok(!text.includes(word), word);
    const again = await openHub({ database: address });
    assert.equal((await client(again, token)('DELETE', '/api/v1/accounts/many-9e')).status, 404);
    await again.close();
  });
}
