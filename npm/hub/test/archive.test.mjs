// Messages as lines, out of one hub and into another; and copies of the embedded database. On both databases.

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { backupDatabase, checkDatabase, exportMessages, importMessages, openHub } from '@chirp-protocol/hub';
import { verifyHistory } from '@chirp-protocol/protocol/hub';
import SqliteFile from 'better-sqlite3';
import { DATABASES } from './databases.mjs';
import { client, draft, envelope, hubOn, member, revision } from './hub.mjs';
import { kill, start } from './processes.mjs';

/** The lines of an export. */
async function exported(database, options = {}) {
  const lines = [];
  await exportMessages({ database, ...options, write: async (line) => lines.push(line) });
  return lines;
}

/** Imports lines, and gives what became of them. */
async function imported(database, lines, options = {}) {
  const refused = [];
  let firstRun;
  const bytes = lines.map((line) => (typeof line === 'string' ? Buffer.from(line) : line));
  const counts = await importMessages({
    database,
    ...options,
    lines: async function* () {
      for (const [index, one] of bytes.entries()) yield { number: index + 1, bytes: one };
    },
    refused: (line) => refused.push(line),
    made: (run) => {
      firstRun = run;
    },
  });
  return { ...counts, lines: refused, firstRun };
}

const DIGEST = `sha256:${'0'.repeat(64)}`;

const DRAFT = draft('drafted', 'drafted', { delivery: { dedupe_key: 'draft-1' } });

/** A hub with one of everything that a message can become; closed, with what is needed to go on. */
async function filled(database) {
  const opened = await hubOn(database);
  const { hub, owner, address } = opened;
  const to = '/api/v1/channels/general/messages';
  const agent = await member(hub, owner, { sources: ['agent/builder'], channels: ['general', 'zoo'] });
  const post = async (by, path, body, status = 201) => {
    const answer = await by('POST', path, body);
    assert.equal(answer.status, status, answer.text);
    return answer.body;
  };
  await post(owner, '/api/v1/channels', { id: 'zoo', name: 'Zoo' });
  const root = await post(owner, to, { body: 'root “é” \u{1f600}' });
  await post(agent, to, {
    protocol: envelope('typed', { presentation: { fallback: 'a b', pubmark: 'a **b**' } }),
    thread_id: root.id,
  });
  const edited = await post(owner, to, { body: 'before' });
  assert.equal((await owner('PATCH', `/api/v1/messages/${edited.id}`, { body: 'after' })).status, 200);
  const deleted = await post(owner, to, { body: 'canary-deleted' });
  await post(owner, to, { body: 'é'.repeat(20_000) });
  await post(owner, to, { body: 'an answer to what is gone', thread_id: deleted.id });
  assert.equal((await owner('DELETE', `/api/v1/messages/${deleted.id}`)).status, 204);
  const keyed = await post(agent, to, { protocol: envelope('once', { delivery: { dedupe_key: 'gone' } }) });
  assert.equal((await agent('DELETE', `/api/v1/messages/${keyed.id}`)).status, 204);
  await post(agent, `${to}?draft=1`, { protocol: DRAFT });
  // A series with a gap in the middle, and one whose head is a gap.
  let digest;
  for (const number of [1, 2, 3]) {
    const sent = await post(agent, '/api/v1/channels/zoo/messages', {
      protocol: revision('holes', number, digest, `revision ${number}`),
    });
    digest = sent.instrument.head.digest;
    opened.holes = sent.instrument;
  }
  const remove = (series, number) =>
    owner('DELETE', `/api/v1/admin/instruments/${series}/revisions/${number}`, {
      reason: 'privacy',
    });
  assert.equal((await remove(opened.holes.series, 2)).status, 200);
  const first = await post(agent, to, { protocol: revision('headless', 1, undefined, 'one') });
  const last = await post(agent, to, {
    protocol: revision('headless', 2, first.instrument.head.digest, 'canary-removed'),
  });
  opened.headless = last.instrument;
  assert.equal((await remove(last.instrument.series, 2)).status, 200);
  // A series of which nothing is left.
  const lost = await post(agent, to, { protocol: revision('lost', 1, undefined, 'canary-lost') });
  assert.equal((await remove(lost.instrument.series, 1)).status, 200);
  const waiting = await post(agent, `${to}?draft=1`, {
    protocol: draft('ask', 'Approve?', {
      kind: 'request',
      actions: [{ id: 'ok', label: 'OK', capability: 'chirp.review.approve' }],
    }),
  });
  opened.run = {
    path: `/api/v1/messages/${waiting.id}/actions/ok`,
    body: { digest: waiting.instrument.head.digest, invocation_id: 'run-1' },
  };
  opened.ran = await post(owner, opened.run.path, opened.run.body);
  await hub.close();
  return { ...opened, agent, address };
}

for (const [index, database] of DATABASES.entries()) {
  const other = DATABASES[1 - index];
  describe(database.name, () => {
    test(`to ${other.name} and out again is the same, byte for byte; a second import changes nothing`, async () => {
      const from = await filled(database);
      const lines = await exported(from.address);
      const types = lines.map((line) => JSON.parse(line).type);
      assert.deepEqual(types.slice(0, 3), ['workspace', 'channel', 'channel']);
      assert.deepEqual(
        ['message', 'gap', 'invocation'].map((type) => types.filter((one) => one === type).length),
        [11, 5, 1],
      );
      for (const canary of ['canary', from.token]) assert.ok(!lines.join('\n').includes(canary), canary);
      const address = await other.make();
      const result = await imported(address, lines);
      assert.deepEqual(
        [result.stored, result.present, result.lines, result.workspace],
        [lines.length - 2, 0, [], from.workspace],
      );
      assert.equal(result.complete, true);
      assert.deepEqual(await exported(address), lines);
      const again = await imported(address, lines);
      assert.deepEqual([again.stored, again.present, again.lines], [0, lines.length - 2, []]);
      assert.equal(again.firstRun, undefined);
      assert.deepEqual(await exported(address), lines);

      // And the hub goes on where the other one ended.
      const hub = await openHub({ database: address });
      try {
        const owner = client(hub, result.firstRun.token);
        const agent = await member(hub, owner, {
          sources: ['agent/builder'],
          channels: ['*'],
          roles: ['admin'],
        });
        const to = '/api/v1/channels/general/messages';
        assert.equal((await agent('POST', `${to}?draft=1`, { protocol: DRAFT })).status, 200);
        const gone = { protocol: envelope('once', { delivery: { dedupe_key: 'gone' } }) };
        assert.equal((await agent('POST', to, gone)).status, 410);
        const next = revision('headless', 3, from.headless.head.digest, 'three');
        assert.equal((await agent('POST', to, { protocol: next })).status, 201);
        const history = await owner('GET', `/api/v1/instruments/${from.holes.series}/history`);
        assert.deepEqual((({ ok, revisions, gaps }) => [ok, revisions, gaps])(verifyHistory(history.text)), [
          true,
          3,
          1,
        ]);
        const { path, body } = from.run;
        const run = await owner('POST', path, { ...body, invocation_id: 'run-2' });
        assert.deepEqual([run.status, run.body.code], [409, 'action_done']);
      } finally {
        await hub.close();
      }
    });

    test('an import that was ended is taken up again', async () => {
      const { address: source } = await filled(other);
      const lines = await exported(source);
      const address = await database.make();
      const made = [];
      for (const end of [2, 9, 15]) {
        const broken = importMessages({
          database: address,
          lines: async function* () {
            for (const [at, line] of lines.entries()) {
              if (at === end) throw new Error('the power went');
              yield { number: at + 1, bytes: Buffer.from(line) };
            }
          },
          refused: assert.fail,
          made: (run) => {
            made.push(run);
          },
        });
        await assert.rejects(broken, /the power went/);
        // Whoever owns it was told before.
        assert.equal(made.length, 1);
        // What is in the middle may be there in part: that of whole transactions.
        assert.equal((await imported(address, lines.slice(0, end))).complete, false);
      }
      await imported(address, lines);
      assert.deepEqual(await exported(address), lines);
    });

    test('a bad line is told by its number and passed over; everything else is there', async () => {
      const { address: source } = await filled(database);
      const lines = await exported(source);
      const typed = lines.findIndex((line) => line.includes('"pubmark":'));
      const bad = [
        [lines[typed].replace('a **b**', 'a **c**').replace(/"id":"[^"]*"/, '"id":"x1"'), 'digest_mismatch'],
        ['oops', 'json_syntax'],
        ['', 'json_syntax'],
        ['{"type":"message","type":"gap"}', 'json_duplicate_key'],
        ['{"type":"nothing"}', 'bad_parameter'],
        ['{"type":"constructor"}', 'bad_parameter'],
        ['[1]', 'bad_parameter'],
        [Buffer.from('{"a":"\xff"}', 'latin1'), 'json_syntax'],
        [`{"type":"message","cursor":1,"message":{"id":"${'x'.repeat(1024 * 1024)}"}}`, 'too_large'],
        [lines[0], 'bad_parameter'],
        [message({ id: 'x2', channel: 'nowhere' }), 'not_found'],
        [message({ id: 'x3', thread_id: 'nowhere' }), 'unknown_thread'],
        [message({ id: 'x4', body: ' ' }), undefined],
        [message({ id: 'x5', created_at: 'yesterday' }), 'bad_parameter'],
        [message({ id: 'x6', more: 1 }), 'bad_parameter'],
        [message({ id: 'x7', created_at: undefined }), 'bad_parameter'],
        [
          '{"type":"invocation","cursor":1,"account":"a","id":"i","digest":"d","action":"a","answer":"{}"}',
          'not_found',
        ],
        [
          lines
            .find((line) => line.startsWith('{"type":"invocation"'))
            .replace(/"answer":.*/, '"answer":"oops"}'),
          'bad_parameter',
        ],
        [gap({ series: 'unknown', revision: 2, digest: DIGEST, reason: 'privacy' }), 'conflict'],
        [gap({ series: 'unknown' }), 'bad_parameter'],
        [gap({ series: 'new', revision: 1, digest: 'd', reason: 'privacy' }), 'bad_parameter'],
        [gap({ series: 'new', revision: 1, digest: DIGEST, reason: 'because' }), 'unknown_value'],
        [gap({ series: 'new', revision: 1, digest: DIGEST }), 'missing_member'],
        [gap({ dedupe_key: 'k', source_kind: 'agent', source_id: 'a', content: 'c' }), 'bad_parameter'],
        [gap({ dedupe_key: 'k', source_kind: 'agent', source_id: 'a' }), 'bad_parameter'],
      ];
      const mixed = [...lines.slice(0, -1), ...bad.map(([line]) => line), lines.at(-1)];
      const address = await other.make();
      const result = await imported(address, mixed);
      assert.deepEqual(
        result.lines.map(({ line }) => line),
        bad.map((_, at) => lines.length + at),
      );
      for (const [at, { code, detail }] of result.lines.entries()) {
        assert.ok(detail.length > 0);
        if (bad[at][1] !== undefined) assert.equal(code, bad[at][1], `${bad[at][0]}`.slice(0, 100));
      }
      assert.equal(result.refused, bad.length);
      assert.deepEqual(await exported(address), lines);
      const absent = await DATABASES[0].make();
      for (const first of [
        [],
        ['oops'],
        lines.slice(1),
        [lines[0].replace('"version":1', '"version":2')],
        ['{"type":"workspace","version":1,"workspace":"a b"}'],
      ])
        await assert.rejects(imported(absent, first), RangeError);
      assert.ok(!existsSync(absent));
    });

    test('into another workspace, series are named anew and their chains hold', async () => {
      const { address: source, holes } = await filled(other);
      const lines = await exported(source);
      const target = await hubOn(database);
      await target.owner('POST', '/api/v1/channels/general/messages', { body: 'here before' });
      // The hub is used meanwhile.
      const [result, ...sent] = await Promise.all([
        imported(target.address, lines),
        ...Array.from({ length: 30 }, (_, number) =>
          target.owner('POST', '/api/v1/channels/general/messages', { body: `meanwhile ${number}` }),
        ),
      ]);
      for (const { status } of sent) assert.equal(status, 201);
      assert.equal(result.workspace, target.workspace);
      assert.equal(result.firstRun, undefined);
      // Of a series of which nothing is left, nobody can say what it is called here.
      assert.deepEqual(
        result.lines.map(({ line, code }) => [JSON.parse(lines[line - 1]).type, code]),
        [['gap', 'bad_parameter']],
      );
      assert.equal((await target.owner('GET', `/api/v1/instruments/${holes.series}`)).status, 404);
      const { body } = await target.owner('GET', '/api/v1/channels/zoo/messages');
      const { series } = body.messages[0].instrument;
      const history = await target.owner('GET', `/api/v1/instruments/${series}/history`);
      assert.equal(verifyHistory(history.text).ok, true);
      assert.equal(verifyHistory(history.text).gaps, 1);
      const again = await imported(target.address, lines);
      assert.equal(again.stored, 0);
      const page = await target.owner('GET', '/api/v1/channels/general/messages?limit=200');
      assert.equal(page.body.messages.filter(({ body: text }) => text.startsWith('meanwhile')).length, 30);
      await target.hub.close();
    });

    test('what came there by another way is not stored again, and what answers it finds it', async () => {
      const from = await hubOn(other);
      const protocol = envelope('once', { delivery: { dedupe_key: 'both' } });
      const to = '/api/v1/channels/general/messages';
      const first = await member(from.hub, from.owner, { sources: ['agent/builder'], channels: ['general'] });
      const sent = await first('POST', to, { protocol });
      await first('POST', to, { body: 'an answer', thread_id: sent.body.id });
      await from.hub.close();
      const target = await hubOn(database);
      const second = await member(target.hub, target.owner, {
        sources: ['agent/builder'],
        channels: ['general'],
      });
      const there = await second('POST', to, { protocol });
      const result = await imported(target.address, await exported(from.address));
      assert.deepEqual([result.stored, result.present, result.refused], [1, 2, 0]);
      const { body } = await second('GET', to);
      assert.deepEqual(
        body.messages.map(({ id, thread_id }) => thread_id ?? id),
        [there.body.id, there.body.id],
      );
      await target.hub.close();
    });

    test('one channel is exported alone, with what belongs to it', async () => {
      const { address } = await filled(database);
      const lines = (await exported(address, { channel: 'zoo' })).map((line) => JSON.parse(line));
      assert.deepEqual(
        lines.map(({ type }) => type),
        ['workspace', 'channel', 'message', 'gap', 'message', 'end'],
      );
      await assert.rejects(exported(address, { channel: 'nowhere' }), RangeError);
      await assert.rejects(exported(address, { workspace: 'nowhere' }), RangeError);
    });

    test('a database that is none of a hub is said, and not made', async () => {
      await assert.rejects(exported('/nowhere/hub.db'), { name: 'StoreUnavailable' });
      const address = await database.make();
      await assert.rejects(exported(address), /hub of this version|not there/);
      if (database.name === 'SQLite') assert.ok(!existsSync(address));
    });
  });
}

/** A line of a plain message. */
function message(more) {
  const usual = { id: 'x', channel: 'general', sender: 'a', body: 'b', created_at: '2026-01-01T00:00:00Z' };
  return JSON.stringify({ type: 'message', cursor: 1, message: { ...usual, ...more } });
}

/** A line of a gap. */
function gap(more) {
  const times = { created_at: '2026-01-01T00:00:00Z', deleted_at: '2026-01-01T00:00:00Z' };
  return JSON.stringify({
    type: 'gap',
    cursor: 1,
    id: 'g',
    channel: 'general',
    sender: 'a',
    ...times,
    ...more,
  });
}

describe('backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'chirp-backup-'));

  test('while eight writers send, a copy is whole, durable and has all that was acknowledged before', async () => {
    const database = join(folder, 'hub.db');
    const { child, url, token } = await start(database);
    let acknowledged = 0;
    let writing = true;
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let number = 0; writing; number += 1) {
        const response = await fetch(`${url}/api/v1/channels/general/messages`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
          body: JSON.stringify({ body: `${writer} ${number}` }),
        });
        assert.equal(response.status, 201);
        acknowledged += 1;
      }
    });
    const copies = [];
    for (const name of ['one.db', 'two.db', 'one.db']) {
      while (acknowledged < 20 * (copies.length + 1)) await new Promise(setImmediate);
      const before = acknowledged;
      await backupDatabase(database, join(folder, name));
      const copy = new SqliteFile(join(folder, name), { readonly: true });
      assert.equal(copy.pragma('integrity_check', { simple: true }), 'ok');
      const { count, last } = copy
        .prepare('SELECT count(*) AS count, max(cursor) AS last FROM messages')
        .get();
      copy.close();
      assert.equal(count, last);
      assert.ok(count >= before);
      copies.push(count);
    }
    writing = false;
    await Promise.all(writers);
    await kill(child);
    // A hub can be started on it, with the same tokens.
    const copy = join(folder, 'one.db');
    assert.deepEqual(await checkDatabase(copy), { pending: [] });
    const hub = await openHub({ database: copy });
    assert.equal((await client(hub, token)('GET', '/api/v1/me')).status, 200);
    await hub.close();
  });

  test('what cannot be copied, or not to there, is said, and nothing is left behind', async () => {
    const place = mkdtempSync(join(folder, 'place-'));
    const target = join(place, 'copy.db');
    const text = join(place, 'text.db');
    writeFileSync(text, 'no database'.repeat(100));
    writeFileSync(target, 'the last copy');
    await assert.rejects(backupDatabase('/nowhere/hub.db', target), { name: 'StoreUnavailable' });
    await assert.rejects(backupDatabase(text, target), { name: 'StoreUnavailable' });
    await assert.rejects(backupDatabase('postgres://x@y/z', target), /pg_dump/);
    const { hub, address } = await hubOn(DATABASES[0]);
    await assert.rejects(backupDatabase(address, '/nowhere/at/all/copy.db'), { name: 'StoreUnavailable' });
    assert.deepEqual(readdirSync(place).sort(), ['copy.db', 'text.db']);
    assert.equal(statSync(target).size, 'the last copy'.length);
    await backupDatabase(address, target);
    assert.equal(statSync(target).mode & 0o777, 0o600);
    await hub.close();
  });
});
