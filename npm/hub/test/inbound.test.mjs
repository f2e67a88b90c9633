// What other systems send to a hook: who makes one, what a delivery becomes, in which order, and what is refused. On both
// databases.

import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { after, before, describe, test } from 'node:test';
import { openHub } from '@chirp-protocol/hub';
import { verifyHistory } from '@chirp-protocol/protocol/instruments';
import { Webhook } from '@chirp-protocol/webhook';
import fc from 'fast-check';
import { Webhook as Standard } from 'standardwebhooks';
import { DATABASES } from './databases.mjs';
import { client, draft, envelope, hubOn, member } from './hub.mjs';

const MUTANTS = 10_000;
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const examples = createRequire(import.meta.url)('@octokit/webhooks-examples');
const repository = { full_name: 'octo-org/app', html_url: 'https://github.com/octo-org/app' };

/** A delivery about the run `id`. */
function run(id, status, more = {}) {
  const conclusion = status === 'completed' ? 'success' : null;
  const updated_at = { queued: '2026-03-01T10:00:00Z', in_progress: '2026-03-01T10:01:00Z' }[status];
  const workflow_run = {
    id,
    name: 'CI',
    status,
    conclusion,
    updated_at: updated_at ?? '2026-03-01T10:05:00Z',
    ...more,
  };
  return { action: status, repository, workflow_run };
}

const gitHub = (text, event = 'workflow_run', secret = SECRET, delivery = randomUUID()) => ({
  'x-github-event': event,
  'x-github-delivery': delivery,
  'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`,
});

/** The headers of a signed request, made by the library that others use. */
function signed(text, { id = randomUUID(), at = new Date(), secrets = [SECRET] } = {}) {
  const signatures = secrets.map((secret) => new Standard(secret).sign(id, at, text));
  return {
    'webhook-id': id,
    'webhook-timestamp': `${Math.floor(at.getTime() / 1000)}`,
    'webhook-signature': signatures.join(' '),
  };
}

const permutations = (list) =>
  list.length < 2
    ? [list]
    : list.flatMap((item, index) => permutations(list.toSpliced(index, 1)).map((rest) => [item, ...rest]));

for (const database of DATABASES) {
  describe(database.name, () => {
    const lines = [];
    let hub;
    let owner;
    let nobody;
    let address;

    before(async () => {
      ({ hub, owner, address } = await hubOn(database, { log: (line) => lines.push(JSON.stringify(line)) }));
      nobody = client(hub, undefined);
    });
    after(() => hub.close());

    /** A new hook, with a function that delivers to it. */
    async function hookOf(request = {}) {
      const { status, body } = await owner('POST', '/api/v1/hooks', {
        label: 'test',
        channel: 'general',
        ...request,
      });
      assert.equal(status, 201, JSON.stringify(body));
      const deliver = (payload, headers = {}, query = '') =>
        nobody('POST', `${body.path}${query}`, payload, headers);
      return Object.assign(deliver, body);
    }

    /** The head of the run `id`. */
    async function headOf(id) {
      const { body } = await owner('GET', '/api/v1/instruments?lens=runs&limit=200');
      return body.heads.find(({ message }) => message.protocol.subject.id === `octo-org/app/run/${id}`);
    }

    test('JSON that is called a form is taken, as curl sends it, and so is a form', async () => {
      const deliver = await hookOf({ kind: 'github' });
      const run = (id) =>
        JSON.stringify({
          action: 'completed',
          repository: { full_name: 'octo-org/app' },
          workflow_run: { id, name: 'CI', status: 'completed', conclusion: 'failure' },
        });
      const headers = {
        'x-github-event': 'workflow_run',
        'content-type': 'application/x-www-form-urlencoded',
      };
      for (const body of [run(71), `${new URLSearchParams({ payload: run(72) })}`])
        assert.equal((await deliver(body, headers)).status, 201);
      assert.equal((await deliver('neither=1', headers)).body.code, 'bad_parameter');
    });

    describe('hooks', () => {
      test('are made, listed and revoked by who runs the workspace, and the token is shown once', async () => {
        const deliver = await hookOf({ label: 'CI', kind: 'github', secret: SECRET });
        const { token, path, ...shown } = deliver;
        assert.equal(path, `/api/v1/hooks/${token}`);
        assert.deepEqual([shown.kind, shown.signed, shown.sources], ['github', true, ['integration/*']]);
        const { text } = await owner('GET', '/api/v1/hooks');
        const listed = JSON.parse(text).hooks.find(({ id }) => id === shown.id);
        assert.deepEqual(listed, { ...shown });
        assert.ok(!text.includes(token) && !text.includes(SECRET));
        const rows = JSON.stringify(await database.query(address, 'SELECT * FROM hooks'));
        assert.ok(!rows.includes(token));

        for (let time = 0; time < 2; time += 1)
          assert.equal((await owner('DELETE', `/api/v1/hooks/${shown.id}`)).status, 204);
        const absent = await nobody('POST', '/api/v1/hooks/chirphook_none', '{}');
        const revoked = await deliver('{}');
        assert.deepEqual([revoked.status, revoked.text], [401, absent.text]);
        const bearer = { authorization: `Bearer ${token}` };
        assert.equal((await nobody('POST', '/api/v1/hooks', '{}', bearer)).status, 401);
      });

      test('are nothing for others to make, see or revoke', async () => {
        const other = await member(hub, owner, { channels: ['general'], sources: [] });
        const { id, token } = await hookOf();
        assert.equal((await other('GET', '/api/v1/hooks')).status, 403);
        assert.equal((await other('POST', '/api/v1/hooks', { label: 'x', channel: 'general' })).status, 403);
        assert.equal((await other('DELETE', `/api/v1/hooks/${id}`)).status, 403);
        assert.equal((await owner('DELETE', '/api/v1/hooks/nothing')).status, 404);
        assert.equal((await nobody('POST', '/api/v1/hooks', { label: 'x', channel: 'general' })).status, 401);
        // The token of a hook is none of the API.
        assert.equal((await client(hub, token)('GET', '/api/v1/me')).status, 401);
      });

      test('are refused that cannot be what they say', async () => {
        for (const wrong of [
          { channel: undefined },
          { label: ' ' },
          { kind: 'gitlab' },
          { secret: 'short' },
          { secret: 'whsec_%%%%%%%%%%%%%%%%%%%%%%%%' },
          { secret: 'whsec_c2hvcnQ=' },
          { surprise: 1 },
        ]) {
          const request = { label: 'x', channel: 'general', ...wrong };
          const { status, body } = await owner('POST', '/api/v1/hooks', request);
          assert.deepEqual([status, body.code], [400, 'bad_parameter'], JSON.stringify(wrong));
        }
        for (const source of ['person/ana', 'person/*', '*']) {
          const request = { label: 'x', channel: 'general', sources: [source] };
          const { status, body } = await owner('POST', '/api/v1/hooks', request);
          assert.deepEqual([status, body.code], [422, 'person_not_allowed'], source);
        }
        const { status } = await owner('POST', '/api/v1/hooks', { label: 'x', channel: 'nowhere' });
        assert.equal(status, 404);
      });
    });

    describe('plain sends', () => {
      test('are what they are elsewhere: a body, an envelope, a draft, a reply, and every refusal', async () => {
        const deliver = await hookOf({ sources: ['agent/*'] });
        const plain = await deliver({ body: 'hello' });
        assert.deepEqual([plain.status, plain.body.body, plain.body.sender], [201, 'hello', deliver.account]);
        const reply = await deliver({ body: 'and', thread_id: plain.body.id });
        assert.equal(reply.body.thread_id, plain.body.id);
        for (const payload of [{ protocol: envelope('typed') }, envelope('bare')])
          assert.equal((await deliver(payload)).body.protocol.integrity.digest.length, 71);
        for (const [index, payload] of [
          draft('plain', 'one'),
          { protocol: draft('plain', 'two') },
        ].entries()) {
          const { status, body } = await deliver(payload, {}, '?draft=1');
          assert.deepEqual([status, body.instrument.revision], [201, index + 1]);
        }
        for (const [payload, status, code] of [
          ['{', 400, 'json_syntax'],
          ['{"body":"a","body":"b"}', 400, 'json_duplicate_key'],
          [`${JSON.stringify(envelope('x')).slice(0, -1)},"kind":"event"}`, 400, 'json_duplicate_key'],
          [new Uint8Array([0xff, 0xfe]), 400, 'json_syntax'],
          ['{}', 422, 'missing_member'],
          ['', 400, 'json_syntax'],
          [{ body: 'x', more: 1 }, 422, 'unknown_member'],
          [envelope('x', { source: { kind: 'system', id: 'x' } }), 403, 'source_not_allowed'],
          [{ body: 'x', thread_id: 'none' }, 422, 'unknown_thread'],
          [`{"body":"${'x'.repeat(2 ** 20)}"}`, 413, 'too_large'],
        ]) {
          const { status: found, body, headers } = await deliver(payload);
          assert.equal(headers.get('content-type'), 'application/problem+json');
          assert.deepEqual([found, body.code], [status, code], `${payload}`.slice(0, 80));
        }
      });

      test('are delivered with the token as Bearer too', async () => {
        const { token } = await hookOf();
        const { status, body } = await client(hub, token)('POST', '/api/v1/hooks', { body: 'by header' });
        assert.deepEqual([status, body.body], [201, 'by header']);
      });

      test('are one message for one id, which is answered again', async () => {
        const deliver = await hookOf({ secret: SECRET });
        const text = JSON.stringify({ body: 'once' });
        const headers = signed(text);
        const answers = await Promise.all(Array.from({ length: 16 }, () => deliver(text, headers)));
        assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array(15).fill(200), 201]);
        assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1);
        await owner('DELETE', `/api/v1/messages/${answers[0].body.id}`);
        const other = await hookOf({ secret: SECRET });
        assert.equal((await other(text, headers)).status, 201);
      });

      test('signed as they must be, and not otherwise', async () => {
        const deliver = await hookOf({ secret: SECRET });
        const text = JSON.stringify({ body: 'signed' });
        const old = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
        const at = (seconds) => new Date(Date.now() + 1000 * seconds);
        for (const [headers, status] of [
          [signed(text), 201],
          [signed(text, { secrets: [old, SECRET] }), 201],
          [signed(text, { at: at(-280) }), 201],
          [signed(text, { at: at(280) }), 201],
          [signed(text, { secrets: [old] }), 401],
          [signed(text, { at: at(-310) }), 401],
          [signed(text, { at: at(310) }), 401],
          [signed(`${text} `), 401],
          [{ ...signed(text), 'webhook-id': 'another' }, 401],
          [{}, 401],
          [gitHub(text, 'workflow_run', 'another secret'), 401],
        ]) {
          const { status: found, body } = await deliver(text, headers);
          assert.equal(found, status, JSON.stringify(headers));
          if (status === 401) assert.equal(body.code, 'bad_signature');
        }
        // Whoever has overheard a request cannot have it taken again: not under an id that is not signed.
        const heard = signed(text, { id: 'heard' });
        assert.equal((await deliver(text, heard)).status, 201);
        for (const more of [{}, { 'x-github-delivery': randomUUID() }, { 'x-request-id': 'other' }])
          assert.equal((await deliver(text, { ...heard, ...more })).status, 200, JSON.stringify(more));
        // An id by which a request could not be known again is none.
        for (const id of ['x'.repeat(300), 'an id'])
          assert.equal((await deliver(text, signed(text, { id }))).body.code, 'bad_signature');
        const ours = new Webhook(SECRET).sign('ours', new Date(), text);
        const now = `${Math.floor(Date.now() / 1000)}`;
        const headers = { 'webhook-id': 'ours', 'webhook-timestamp': now, 'webhook-signature': ours };
        assert.equal((await deliver(text, headers)).status, 201);
      });
    });

    describe('GitHub', () => {
      test('every example of the events that have a mapping becomes a revision, once', async () => {
        const deliver = await hookOf({ kind: 'github', secret: SECRET });
        for (const { name, examples: payloads } of examples) {
          for (const payload of payloads.slice(0, 3)) {
            const text = JSON.stringify(payload);
            const headers = gitHub(text, name);
            const first = await deliver(text, headers);
            if (first.body.ignored !== undefined) {
              assert.equal(first.status, 200);
              continue;
            }
            assert.equal(first.status, 201, `${name}: ${first.text}`);
            assert.equal(first.body.protocol.delivery.dedupe_key, headers['x-github-delivery']);
            const again = await deliver(text, headers);
            assert.deepEqual([again.status, again.text], [200, first.text]);
          }
        }
      });

      test('ping, and what has no mapping, is answered 200 and stores nothing', async () => {
        const deliver = await hookOf({ kind: 'github', secret: SECRET });
        const count = async () => (await database.query(address, 'SELECT COUNT(*) AS n FROM messages'))[0].n;
        const before = await count();
        for (const [event, text, reason] of [
          ['ping', '{"zen":"x"}', 'a ping'],
          ['push', '{"ref":', 'an event without a mapping'],
          ['workflow_run', '{"action":"completed"}', 'nothing that there is a mapping for'],
          ['workflow_run', 'null', 'nothing that there is a mapping for'],
        ]) {
          const { status, body } = await deliver(text, gitHub(text, event));
          assert.deepEqual([status, body], [200, { ignored: reason }]);
        }
        const unsigned = await deliver('{"zen":"x"}', { 'x-github-event': 'ping' });
        assert.deepEqual([unsigned.status, unsigned.body.code], [401, 'bad_signature']);
        const broken = await deliver('{', gitHub('{'));
        assert.deepEqual([broken.status, broken.body.code], [400, 'bad_parameter']);
        assert.equal(await count(), before);
      });

      test('a form, and a body of 25 MiB, are read where the signature is right', async () => {
        const deliver = await hookOf({ kind: 'github', secret: SECRET });
        const form = new URLSearchParams({ payload: JSON.stringify(run(9001, 'queued')) }).toString();
        const type = { 'content-type': 'application/x-www-form-urlencoded' };
        assert.equal((await deliver(form, { ...gitHub(form), ...type })).status, 201);
        const large = JSON.stringify({ ...run(9002, 'queued'), more: 'x'.repeat(25 * 2 ** 20 - 2000) });
        assert.equal((await deliver(large, gitHub(large))).status, 201);
        const larger = `${large}${' '.repeat(4000)}`;
        assert.equal((await deliver(larger, gitHub(larger))).status, 413);
        const open = await hookOf({ kind: 'github' });
        assert.equal((await open(large, { 'x-github-event': 'workflow_run' })).status, 413);
      });

      test('deliveries of a run in every order give the newest head', async () => {
        const deliver = await hookOf({ kind: 'github' });
        const statuses = ['queued', 'in_progress', 'completed'];
        const times = { apart: {}, 'in one second': { updated_at: '2026-03-01T10:00:00Z' } };
        let id = 100;
        for (const [name, more] of Object.entries(times)) {
          for (const order of permutations(statuses)) {
            id += 1;
            const answers = [];
            for (const status of order) {
              const text = JSON.stringify(run(id, status, more));
              answers.push(await deliver(text, gitHub(text)));
            }
            const { message, revision } = await headOf(id);
            assert.equal(message.protocol.lifecycle.state, 'succeeded', `${name}: ${order}`);
            const stored = answers.filter(({ status }) => status === 201);
            assert.equal(revision, stored.length);
            for (const { status, body } of answers.filter((answer) => !stored.includes(answer)))
              assert.deepEqual([status, body], [200, { ignored: 'older than the head' }]);
          }
        }
      });

      test('one that is older is passed over again when it comes again', async () => {
        const deliver = await hookOf({ kind: 'github' });
        const [late, early] = ['completed', 'queued'].map((status) => JSON.stringify(run(300, status)));
        const headers = gitHub(early);
        await deliver(late, gitHub(late));
        for (let time = 0; time < 2; time += 1)
          assert.deepEqual((await deliver(early, headers)).body, { ignored: 'older than the head' });
      });

      test('another attempt of a run is newer than the end of the one before', async () => {
        const deliver = await hookOf({ kind: 'github' });
        for (const [status, run_attempt] of [
          ['completed', 1],
          ['queued', 2],
        ]) {
          const text = JSON.stringify(run(301, status, { run_attempt, updated_at: '2026-03-01T10:05:00Z' }));
          assert.equal((await deliver(text, gitHub(text))).status, 201);
        }
        assert.equal((await headOf(301)).message.protocol.lifecycle.state, 'queued');
      });

      test('64 at once for one series: a linear history, and the newest is the head', async () => {
        const deliver = await hookOf({ kind: 'github' });
        const minutes = Array.from({ length: 64 }, (_, index) => `${(index * 37) % 64}`.padStart(2, '0'));
        const answers = await Promise.all(
          minutes.map((minute) => {
            const updated_at = `2026-03-01T1${minute > '59' ? 1 : 0}:${`${minute % 60}`.padStart(2, '0')}:00Z`;
            const text = JSON.stringify(run(302, 'in_progress', { updated_at }));
            return deliver(text, gitHub(text));
          }),
        );
        assert.ok(answers.every(({ status }) => status === 200 || status === 201));
        const stored = answers.filter(({ status }) => status === 201).map(({ body }) => body);
        const { series, message } = await headOf(302);
        const latest = stored
          .map(({ protocol }) => protocol.occurred_at)
          .sort()
          .at(-1);
        assert.deepEqual(
          [message.protocol.occurred_at, latest],
          ['2026-03-01T11:03:00Z', '2026-03-01T11:03:00Z'],
        );
        const { text } = await owner('GET', `/api/v1/instruments/${series}/history`);
        const report = verifyHistory(text);
        assert.deepEqual([report.ok, report.revisions], [true, stored.length]);
      });

      test('a hook speaks only as the sources that it has, and takes only what it is for', async () => {
        const text = JSON.stringify(run(303, 'queued'));
        const narrow = await hookOf({ sources: ['integration/github.com/octo-org/other'] });
        const { status, body } = await narrow(text, gitHub(text));
        assert.deepEqual([status, body.code], [403, 'source_not_allowed']);
        for (const kind of ['plain', 'claude_code'])
          assert.equal((await (await hookOf({ kind }))(text, gitHub(text))).status, 400);
        assert.equal((await (await hookOf({ kind: 'github' }))({ body: 'x' })).status, 400);
      });
    });

    describe('Claude Code', () => {
      const event = (hook_event_name, more = {}) => ({
        session_id: 's-1',
        cwd: '/home/ana/app',
        hook_event_name,
        ...more,
      });

      test('is answered without a word, whatever it sends', async () => {
        const deliver = await hookOf({ kind: 'claude_code' });
        const told = await hookOf({ sources: ['agent/other'] });
        for (const [to, payload, status] of [
          [deliver, event('SessionStart', { source: 'startup' }), 204],
          [deliver, event('PostToolUse', { tool_name: 'Bash' }), 204],
          [deliver, event('SomethingNew', { with: ['more'] }), 204],
          [deliver, event('Stop', { session_id: 7 }), 204],
          [deliver, event('Stop'), 204],
          [deliver, { body: 'plain' }, 400],
          [deliver, '{', 400],
          [deliver, '', 400],
          [deliver, `"${'x'.repeat(2 ** 20)}"`, 413],
          [told, event('Stop'), 403],
        ]) {
          const { status: found, text, headers } = await to(payload);
          assert.deepEqual(
            [found, text, headers.get('content-type')],
            [status, '', null],
            JSON.stringify(payload),
          );
        }
      });

      test('a session is a series, in the order in which it was heard', async () => {
        const deliver = await hookOf({ kind: 'claude_code' });
        const at = { session_id: 's-2' };
        await deliver(event('UserPromptSubmit', { ...at, prompt: 'canary-8812' }));
        await deliver(
          event('PermissionRequest', { ...at, tool_name: 'Bash', tool_input: { command: 'canary-8812' } }),
        );
        const needing = async () => {
          const { body } = await owner('GET', '/api/v1/instruments?lens=needs_me');
          return body.heads.find(({ message }) => message.protocol.subject.id === 's-2');
        };
        const { message, revision } = await needing();
        assert.deepEqual(
          [revision, message.body.split('\n')[0]],
          [2, 'Claude Code in app: asks for a permission: Bash'],
        );
        await deliver(event('Notification', { ...at, notification_type: 'idle_prompt' }));
        assert.equal(await needing(), undefined);
        const stored = JSON.stringify(await database.query(address, 'SELECT body FROM messages'));
        assert.ok(!stored.includes('canary-8812'));
      });

      test('a failure of a tool that is told twice is one message', async () => {
        const deliver = await hookOf({ kind: 'claude_code' });
        const failed = event('PostToolUseFailure', {
          session_id: 's-3',
          tool_use_id: 't',
          tool_name: 'Bash',
        });
        for (let time = 0; time < 2; time += 1) assert.equal((await deliver(failed)).status, 204);
        const { body } = await owner('GET', '/api/v1/instruments?lens=runs');
        assert.equal(body.heads.find(({ message }) => message.protocol.subject.id === 's-3').revision, 1);
      });
    });

    test('two hubs on one database take a delivery once, and keep a run in order', async () => {
      const second = await openHub({ database: address });
      const { path } = await hookOf({ kind: 'github' });
      const ask = [nobody, client(second, undefined)];
      const statuses = ['queued', 'in_progress', 'completed'];
      const deliveries = Array.from({ length: 8 }, (_, index) =>
        statuses.map((status) => {
          const text = JSON.stringify(run(500 + index, status));
          return { text, headers: gitHub(text) };
        }),
      ).flat();
      const answers = await Promise.all(
        deliveries.flatMap(({ text, headers }) => ask.map((each) => each('POST', path, text, headers))),
      );
      assert.ok(answers.every(({ status }) => status === 200 || status === 201));
      const ids = answers
        .filter(({ status }) => status === 201)
        .map(({ body }) => body.protocol.delivery.dedupe_key);
      assert.equal(new Set(ids).size, ids.length);
      for (let index = 0; index < 8; index += 1)
        assert.equal((await headOf(500 + index)).message.protocol.lifecycle.state, 'succeeded');
      await second.close();
    });

    test('over a socket: a large delivery, in pieces, and one that is too large', async () => {
      const url = await hub.listen({ port: 0 });
      const { path } = await hookOf({ kind: 'github', secret: SECRET });
      const post = (body, headers) => fetch(url + path, { method: 'POST', body, headers, duplex: 'half' });
      const text = JSON.stringify({ ...run(600, 'queued'), more: 'é'.repeat(5 * 2 ** 20) });
      const taken = await post(new Blob([text]).stream(), gitHub(text));
      assert.deepEqual([taken.status, (await taken.json()).instrument.revision], [201, 1]);
      const larger = 'x'.repeat(26 * 2 ** 20);
      const refused = await post(larger, gitHub(larger)).then(
        ({ status }) => status,
        ({ cause }) => cause.code,
      );
      // The hub answers before it has read it all, and may be gone by the time that the rest is sent.
      assert.ok([413, 'EPIPE', 'ECONNRESET', 'UND_ERR_SOCKET'].includes(refused), `${refused}`);
      assert.equal((await fetch(`${url}/healthz`)).status, 200);
    });

    test('whatever comes is no failure of the hub', async () => {
      const open = await hookOf({ sources: ['agent/*'] });
      const event = fc.option(fc.constantFrom('workflow_run', 'issues', 'ping', 'x'), { nil: undefined });
      const body = fc.oneof(
        fc.uint8Array({ maxLength: 64 }),
        fc.json({ stringUnit: 'binary' }),
        fc
          .record({ hook_event_name: fc.string(), session_id: fc.string() })
          .map((value) => JSON.stringify(value)),
        fc.constant('['.repeat(100_000)),
      );
      await fc.assert(
        fc.asyncProperty(event, body, async (name, payload) => {
          const { status } = await open(payload, name === undefined ? {} : { 'x-github-event': name });
          assert.ok(status < 500, `${status}`);
        }),
        { numRuns: 200 },
      );
    });

    test('the log names no token, no secret and no text', async () => {
      const deliver = await hookOf({ secret: SECRET });
      const text = JSON.stringify({ body: 'canary-4471' });
      assert.equal((await deliver(text, signed(text))).status, 201);
      assert.equal((await deliver(text)).status, 401);
      assert.ok(lines.length > 0);
      for (const word of [deliver.token, 'chirphook_', SECRET, 'canary-4471', 'canary-8812'])
        assert.ok(!lines.some((line) => line.includes(word)), word);
    });
  });
}

describe('signatures', () => {
  let hub;
  let owner;
  let address;
  before(async () => {
    ({ hub, owner, address } = await hubOn(DATABASES[0], { limits: { hooks: 10 * MUTANTS } }));
  });
  after(() => hub.close());

  for (const kind of ['github', 'plain']) {
    test(`of ${MUTANTS} mutants of a signed delivery none is taken (${kind})`, async () => {
      const { body } = await owner('POST', '/api/v1/hooks', {
        ...{ label: 'test', channel: 'general', kind, secret: SECRET, sources: ['integration/*'] },
      });
      const text =
        kind === 'github' ? JSON.stringify(run(1, 'queued')) : JSON.stringify({ body: 'mutated: é' });
      const headers = kind === 'github' ? gitHub(text) : signed(text);
      const secure = Object.keys(headers).filter((name) => !/^x-github-/.test(name));
      const bytes = Buffer.from(text);
      const nobody = client(hub, undefined);
      const random = (below) => Math.floor(Math.random() * below);
      for (let index = 0; index < MUTANTS; index += 1) {
        const mutant = { bytes: Buffer.from(bytes), headers: { ...headers } };
        const at = random(bytes.length);
        const name = secure[random(secure.length)];
        const value = headers[name];
        const place = random(value.length);
        const letter = String.fromCharCode(33 + random(94));
        const how = [
          () => {
            mutant.bytes[at] ^= 1 << random(8);
          },
          () => {
            mutant.bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);
          },
          () => {
            mutant.bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(letter), bytes.subarray(at)]);
          },
          () => {
            mutant.headers[name] = `${value.slice(0, place)}${letter}${value.slice(place + 1)}`;
          },
          () => {
            mutant.headers[name] = `${value.slice(0, place)}${letter}${value.slice(place)}`;
          },
          () => {
            mutant.headers[name] = `${value}${letter}`;
          },
          () => {
            mutant.headers[name] = value.slice(0, place) + value.slice(place + 1);
          },
          () => {
            delete mutant.headers[name];
          },
        ];
        how[index % how.length]();
        if (mutant.bytes.equals(bytes) && mutant.headers[name] === value) continue;
        const { status } = await nobody('POST', body.path, new Uint8Array(mutant.bytes), mutant.headers);
        assert.equal(status, 401, JSON.stringify(mutant.headers));
      }
      const [{ n }] = await DATABASES[0].query(address, 'SELECT COUNT(*) AS n FROM messages');
      assert.equal(Number(n), 0);
    });
  }
});
