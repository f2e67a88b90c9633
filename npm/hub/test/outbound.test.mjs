// Webhooks out: what subscribers are sent, when and how often. On both databases, with subscribers that are servers.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { verify } from '@chirp-protocol/protocol';
import { Webhook } from 'standardwebhooks';
import { DATABASES } from './databases.mjs';
import { client, draft, envelope, hubOn, member } from './hub.mjs';
import { receiver } from './receiver.mjs';
import { until } from './until.mjs';

const TO = '/api/v1/channels/general/messages';

/** Retries that do not keep a test waiting. */
const QUICK = { attempts: 3, baseMs: 20, timeoutMs: 2000 };

const OPTIONS = { allowLoopbackWebhooks: true, webhooks: QUICK };

for (const database of DATABASES) {
  describe(database.name, () => {
    const lines = [];
    const subscribers = [];
    let opened;
    let hub;
    let owner;
    let agent;

    before(async () => {
      opened = await hubOn(database, { ...OPTIONS, log: (line) => lines.push(line) });
      ({ hub, owner } = opened);
      agent = await member(hub, owner, { channels: ['general'], sources: ['agent/builder'] });
    });
    after(async () => {
      await hub.close();
      await Promise.all(subscribers.map((subscriber) => subscriber.close()));
    });

    /** A subscriber with its webhook, which is gone when the test ends. */
    async function subscribe(context, { answer, ...request } = {}) {
      const to = await receiver(answer);
      subscribers.push(to);
      const { status, body } = await owner('POST', '/api/v1/webhooks', {
        url: to.url,
        channels: ['general'],
        ...request,
      });
      assert.equal(status, 201, JSON.stringify(body));
      context.after(() => owner('DELETE', `/api/v1/webhooks/${body.id}`));
      return Object.assign(to, { id: body.id, secret: body.secret, path: `/api/v1/webhooks/${body.id}` });
    }

    const say = async (text) => {
      const { status, body } = await agent('POST', TO, { body: text });
      assert.equal(status, 201);
      return body;
    };

    const deadLetters = async ({ path }, query = '') =>
      (await owner('GET', `${path}/dead-letters${query}`)).body.dead_letters;

    test('a message is posted, signed so that the library of Standard Webhooks verifies it', async (context) => {
      const to = await subscribe(context);
      const plain = await say('hello, \u{1f426} & “you”');
      await agent('POST', TO, { protocol: envelope('typed') });
      await to.count(2);
      const [first, second] = to.posted;
      for (const { headers, text, body } of to.posted) {
        assert.deepEqual(new Webhook(to.secret).verify(text, headers), body);
        assert.throws(() => new Webhook(to.secret).verify(`${text} `, headers));
        assert.match(headers['content-type'], /^application\/json/);
      }
      assert.notEqual(first.headers['webhook-id'], second.headers['webhook-id']);
      assert.deepEqual(first.body, {
        type: 'message.created',
        timestamp: plain.created_at,
        data: { message: plain },
      });
      assert.ok(verify(JSON.stringify(second.body.data.message)).ok);
      assert.equal(second.body.data.message.protocol.presentation.fallback, 'typed');
    });

    test('what is edited, deleted and removed is told; what was deleted says nothing of what it said', async (context) => {
      const to = await subscribe(context);
      const { id } = await say('before');
      await to.count(1);
      await agent('PATCH', `/api/v1/messages/${id}`, { body: 'after' });
      await to.count(2);
      await agent('DELETE', `/api/v1/messages/${id}`);
      const sent = (await agent('POST', `${TO}?draft=1`, { protocol: draft('removed', 'a secret') })).body;
      await to.count(4);
      await owner('DELETE', `/api/v1/admin/instruments/${sent.instrument.series}/revisions/1`, {
        reason: 'privacy',
      });
      await to.count(5);
      const [, edited, deleted, , removed] = to.posted.map(({ body }) => body);
      assert.deepEqual([edited.type, edited.data.message.body], ['message.edited', 'after']);
      assert.deepEqual(
        [deleted.type, deleted.data],
        ['message.deleted', { message: { id, channel: 'general' } }],
      );
      assert.deepEqual(removed.data, {
        message: { id: sent.id, channel: 'general', digest: sent.protocol.integrity.digest },
        series: sent.instrument.series,
        revision: 1,
        reason: 'privacy',
      });
    });

    test('what is deleted before it was delivered is not delivered', async (context) => {
      let isDown = true;
      const answer = (_request, response) => response.writeHead(isDown ? 503 : 204).end();
      const to = await subscribe(context, { answer });
      const { id } = await say('canary-unsaid');
      await until(async () => (await deadLetters(to)).length === 1);
      await agent('DELETE', `/api/v1/messages/${id}`);
      to.posted.length = 0;
      isDown = false;
      await owner('POST', `${to.path}/dead-letters/resend`);
      await until(() => to.posted.some(({ body }) => body.type === 'message.deleted'));
      await until(async () => (await rows(to)).length === 0);
      assert.ok(!to.posted.some(({ text }) => text.includes('canary-unsaid')));
    });

    /** What the outbox holds for a subscriber, past the hub. */
    const rows = ({ id }) =>
      database.query(opened.address, `SELECT * FROM deliveries WHERE webhook = '${id}' ORDER BY position`);

    test('what no webhook may carry is told to nobody, nor is what was done with it', async (context) => {
      const to = await subscribe(context);
      const ann = await member(hub, owner, {
        account: 'ann',
        channels: ['general'],
        sources: ['person/ann'],
      });
      const protocol = draft('quiet', 'canary-quiet: Acknowledge', {
        handling: { outbound_webhooks: 'suppress' },
        actions: [{ id: 'ack', label: 'Acknowledge', capability: 'chirp.acknowledge' }],
      });
      const quiet = (await agent('POST', `${TO}?draft=1`, { protocol })).body;
      const invocation = { digest: quiet.protocol.integrity.digest, invocation_id: 'quiet' };
      const used = await ann('POST', `/api/v1/messages/${quiet.id}/actions/ack`, invocation);
      assert.equal(used.status, 201, used.text);
      // The reply names the subject, so it is as restricted as the message is.
      assert.deepEqual(used.body.message.protocol.handling, { outbound_webhooks: 'suppress' });
      await owner('DELETE', `/api/v1/admin/instruments/${quiet.instrument.series}/revisions/1`, {
        reason: 'privacy',
      });
      await say('loud');
      await to.count(1);
      await until(async () => (await rows(to)).length === 0);
      assert.deepEqual(to.texts(), ['loud']);
    });

    test('an action that is used is told to the subscribers of its channel, and the producer can answer', async (context) => {
      const to = await subscribe(context, { events: ['action.invoked'] });
      const ann = await member(hub, owner, {
        account: 'ann',
        channels: ['general'],
        sources: ['person/ann'],
      });
      const protocol = draft('told', 'Assign', {
        actions: [
          { id: 'assign', label: 'Assign', capability: 'chirp.assign', arguments: { assignee: 'canary-7' } },
        ],
      });
      const head = (await agent('POST', `${TO}?draft=1`, { protocol })).body;
      const digest = head.protocol.integrity.digest;
      const use = () =>
        ann('POST', `/api/v1/messages/${head.id}/actions/assign`, { digest, invocation_id: 'told' });
      const { body } = await use();
      await use();
      await to.count(1);
      const [told] = to.posted;
      assert.deepEqual(new Webhook(to.secret).verify(told.text, told.headers), {
        type: 'action.invoked',
        timestamp: body.invocation.at,
        data: {
          invocation: { id: 'told', at: body.invocation.at },
          message: { id: head.id, channel: 'general', digest },
          series: head.instrument.series,
          revision: 1,
          action: { id: 'assign', capability: 'chirp.assign' },
          by: { account: 'ann' },
        },
      });
      const next = await agent('POST', `${TO}?draft=1`, { protocol: draft('told', 'assigned') });
      assert.equal(next.body.instrument.revision, 2);
      assert.equal(to.posted.length, 1);
    });

    test('only the channels and events of a webhook are told, and to a disabled one nothing', async (context) => {
      await owner('POST', '/api/v1/channels', { id: 'other' });
      const [here, everywhere, edits, off] = [
        await subscribe(context),
        await subscribe(context, { channels: ['*'] }),
        await subscribe(context, { events: ['message.edited'] }),
        await subscribe(context, { enabled: false }),
      ];
      await owner('POST', '/api/v1/channels/other/messages', { body: 'there' });
      const { id } = await say('here');
      await agent('PATCH', `/api/v1/messages/${id}`, { body: 'edited' });
      await Promise.all([here.count(2), everywhere.count(3), edits.count(1)]);
      assert.deepEqual(edits.texts(), ['edited']);
      assert.ok(!here.texts().includes('there'));
      assert.ok(everywhere.texts().includes('there'));
      assert.deepEqual(await rows(off), []);
      assert.equal((await owner('PATCH', off.path, { enabled: true })).body.enabled, true);
      await say('now');
      await off.count(1);
      assert.deepEqual(off.texts(), ['now']);
    });

    test('a failure is tried again under the same id, and later messages need not wait for it', async (context) => {
      let failures = 2;
      const answer = (_request, response) => response.writeHead(failures-- > 0 ? 500 : 200).end('fine');
      const to = await subscribe(context, { answer });
      await say('again');
      await to.count(3);
      assert.equal(new Set(to.posted.map(({ headers }) => headers['webhook-id'])).size, 1);
      for (const { text, headers } of to.posted) new Webhook(to.secret).verify(text, headers);
      await until(async () => (await rows(to)).length === 0);
      assert.deepEqual(await deadLetters(to), []);
    });

    test('messages come in order, each once, when nothing fails', async (context) => {
      const to = await subscribe(context);
      const texts = Array.from({ length: 120 }, (_, index) => `number ${index}`);
      for (const text of texts) await say(text);
      await to.count(texts.length);
      await until(async () => (await rows(to)).length === 0);
      assert.deepEqual(to.texts(), texts);
    });

    test('what waits goes over one connection; one that the subscriber closes is no failure', async (context) => {
      let finish;
      const answer = (_request, response) => {
        finish = () => response.writeHead(204).end();
      };
      const to = await subscribe(context, { answer });
      await say('0');
      await to.count(1);
      for (let index = 1; index < 20; index += 1) await say(`${index}`);
      to.answer = (_request, response) => response.writeHead(200).end('x'.repeat(1000));
      finish();
      await to.count(20);
      assert.deepEqual([to.connections, to.posted.length], [1, 20]);
      await until(async () => (await rows(to)).length === 0);

      to.answer = answer;
      await say('first');
      await to.count(21);
      for (const text of ['second', 'third']) await say(text);
      // The subscriber answers, and closes without a word about it.
      to.answer = (request, response) => {
        response.writeHead(204).end();
        request.socket.end();
      };
      finish();
      await to.count(23);
      await until(async () => (await rows(to)).length === 0);
      // One that was on its way when the connection was closed may have arrived, and comes once more.
      const names = new Map(
        to.posted.map(({ headers, body }) => [headers['webhook-id'], body.data.message.body]),
      );
      assert.deepEqual([...names.values()].slice(20), ['first', 'second', 'third']);
      assert.ok(!lines.some(({ webhook }) => webhook === to.id), 'a failure was counted');
    });

    test('whatever is no answer of 2xx in time is a failure, and then a dead letter', async (context) => {
      const away = await receiver();
      subscribers.push(away);
      const answers = {
        redirect: [(_request, response) => response.writeHead(302, { location: away.url }).end(), 302],
        status: [(_request, response) => response.writeHead(404).end(), 404],
        time: [() => {}],
        too_large: [(_request, response) => response.writeHead(200).end(Buffer.alloc(10_000_000)), 200],
        connection: [(request) => request.socket.destroy()],
      };
      const endless = (_request, response) => {
        response.writeHead(200).write('.');
      };
      const upgrading = (request) =>
        request.socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n');
      const made = await Promise.all([
        ...Object.entries(answers).map(async ([reason, [answer, status]]) => ({
          to: await subscribe(context, { answer }),
          reason,
          status,
        })),
        { to: await subscribe(context, { answer: endless }), reason: 'time' },
        { to: await subscribe(context, { answer: upgrading }), reason: 'connection' },
        {
          to: await subscribe(context, { answer: (request) => request.socket.end('nonsense\r\n\r\n') }),
          reason: 'connection',
        },
      ]);
      const { id } = await say('lost');
      for (const { to, reason, status } of made) {
        const [letter] = await until(async () => {
          const letters = await deadLetters(to);
          return letters.length > 0 && letters;
        }, reason);
        assert.deepEqual(
          [letter.reason, letter.status, letter.attempts, letter.type, letter.message],
          [reason, status, QUICK.attempts, 'message.created', id],
        );
        assert.equal(to.posted.length, QUICK.attempts, reason);
        assert.equal(letter.id, to.posted[0].headers['webhook-id']);
      }
      assert.equal(away.posted.length, 0, 'a redirect was followed');
    });

    test('dead letters are listed in pages, and sent again one by one or all at once', async (context) => {
      let isDown = true;
      const to = await subscribe(context, {
        answer: (_request, response) => response.writeHead(isDown ? 503 : 204).end(),
      });
      for (const text of ['one', 'two', 'three']) await say(text);
      await until(async () => (await deadLetters(to)).length === 3);
      const page = (await owner('GET', `${to.path}/dead-letters?limit=2`)).body;
      assert.deepEqual([page.dead_letters.length, page.more], [2, true]);
      const rest = (await owner('GET', `${to.path}/dead-letters?after=${page.after}`)).body;
      assert.deepEqual([rest.dead_letters.length, rest.more], [1, false]);
      isDown = false;
      to.posted.length = 0;
      const [{ id }] = rest.dead_letters;
      const one = await owner('POST', `${to.path}/dead-letters/${id}/resend`);
      assert.deepEqual([one.status, one.body], [202, { resent: 1 }]);
      await to.count(1);
      assert.deepEqual([to.posted[0].headers['webhook-id'], to.texts()], [id, ['three']]);
      assert.equal((await owner('POST', `${to.path}/dead-letters/${id}/resend`)).status, 404);
      const all = await owner('POST', `${to.path}/dead-letters/resend`);
      assert.deepEqual([all.status, all.body], [202, { resent: 2 }]);
      await to.count(3);
      assert.deepEqual(to.texts(), ['three', 'one', 'two']);
      assert.deepEqual(await deadLetters(to), []);
    });

    test('a webhook that answers 410 is disabled, until it is enabled again', async (context) => {
      const to = await subscribe(context, { answer: (_request, response) => response.writeHead(410).end() });
      await say('gone');
      const shown = async () =>
        (await owner('GET', '/api/v1/webhooks')).body.webhooks.find(({ id }) => id === to.id);
      await until(async () => (await shown()).enabled === false);
      assert.equal((await shown()).disabled_reason, 'gone');
      await say('unheard');
      assert.equal((await deadLetters(to)).length, 1);
      assert.equal((await rows(to)).length, 1);
      to.answer = (_request, response) => response.writeHead(204).end();
      const { body } = await owner('PATCH', to.path, { enabled: true });
      assert.deepEqual([body.enabled, 'disabled_reason' in body], [true, false]);
      await owner('POST', `${to.path}/dead-letters/resend`);
      await to.count(2);
      assert.deepEqual(to.texts(), ['gone', 'gone']);
    });

    test('after a rotation both secrets sign for a day, and then the new one alone', async (context) => {
      const to = await subscribe(context);
      const { status, body } = await owner('POST', `${to.path}/secret`);
      assert.equal(status, 200);
      assert.notEqual(body.secret, to.secret);
      await say('both');
      await to.count(1);
      const [both] = to.posted;
      for (const secret of [to.secret, body.secret]) new Webhook(secret).verify(both.text, both.headers);
      await database.query(
        opened.address,
        `UPDATE webhooks SET former_until = ${Date.now() - 1} WHERE id = '${to.id}'`,
      );
      await say('new');
      await to.count(2);
      const last = to.posted[1];
      new Webhook(body.secret).verify(last.text, last.headers);
      assert.throws(() => new Webhook(to.secret).verify(last.text, last.headers));
    });

    test('a subscriber that hangs holds up none of the others', async (context) => {
      const hanging = await Promise.all(
        Array.from({ length: 8 }, () => subscribe(context, { answer: () => {} })),
      );
      const to = await subscribe(context);
      const begun = Date.now();
      for (let index = 0; index < 20; index += 1) await say(`past ${index}`);
      await to.count(20);
      // They are still in their first attempts.
      assert.ok(hanging.every(({ posted }) => posted.length <= 1 + (Date.now() - begun) / QUICK.timeoutMs));
      assert.ok(hanging.every(({ posted }) => posted.length >= 1));
    });

    test('webhooks are for who runs the workspace, within the channels that they may read', async (context) => {
      const to = await subscribe(context);
      const admin = await member(hub, owner, { roles: ['admin'], channels: ['general'] });
      await owner('POST', '/api/v1/channels', { id: 'hidden' });
      const foreign = await subscribe(context, { channels: ['hidden'] });
      const wide = await subscribe(context, { channels: ['*'] });
      const request = { url: to.url, channels: ['general'] };
      for (const [method, path, body] of [
        ['GET', '/api/v1/webhooks'],
        ['POST', '/api/v1/webhooks', request],
        ['PATCH', to.path, { enabled: false }],
        ['DELETE', to.path],
        ['POST', `${to.path}/secret`],
        ['GET', `${to.path}/dead-letters`],
        ['POST', `${to.path}/dead-letters/resend`],
        ['POST', `${to.path}/dead-letters/x/resend`],
      ])
        assert.equal((await agent(method, path, body)).status, 403, `${method} ${path}`);
      const listed = (await admin('GET', '/api/v1/webhooks')).body.webhooks.map(({ id }) => id);
      assert.deepEqual(
        [listed.includes(to.id), listed.includes(foreign.id), listed.includes(wide.id)],
        [true, false, false],
      );
      for (const [method, more, body] of [
        ['PATCH', '', { enabled: false }],
        ['DELETE', ''],
        ['POST', '/secret'],
        ['GET', '/dead-letters'],
        ['POST', '/dead-letters/resend'],
        ['POST', '/dead-letters/x/resend'],
      ]) {
        const absent = await admin(method, `/api/v1/webhooks/absent${more}`, body);
        for (const { path } of [foreign, wide]) {
          const found = await admin(method, `${path}${more}`, body);
          assert.deepEqual([found.status, found.text], [404, absent.text], `${method} ${more}`);
        }
      }
      for (const channels of [['hidden'], ['absent'], ['*']]) {
        const refused = await admin('POST', '/api/v1/webhooks', { ...request, channels });
        assert.deepEqual(
          [refused.status, refused.body.detail],
          [400, '`channels` names one that is not there'],
        );
      }
      const { text } = await owner('GET', '/api/v1/webhooks');
      assert.ok(!text.includes(to.secret));
    });

    test('a request that is not what it must be says so', async () => {
      const url = 'http://127.0.0.1:9/';
      const wrong = [
        [{}, 400],
        [{ url, channels: [] }, 400],
        [{ url, channels: ['general'], events: [] }, 400],
        [{ url, channels: ['general'], events: ['message.read'] }, 400],
        [{ url, channels: ['general'], enabled: 'yes' }, 400],
        [{ url, channels: ['general'], description: '' }, 400],
        [{ url, channels: ['general'], secret: 'whsec_x' }, 400],
        [{ url: 'http://example.com/', channels: ['general'] }, 422],
        [{ url: 'nonsense', channels: ['general'] }, 422],
      ];
      for (const [body, status] of wrong)
        assert.equal((await owner('POST', '/api/v1/webhooks', body)).status, status, JSON.stringify(body));
    });

    test('metrics count attempts by what came of them, and what waits; the log has no secret and no URL', async () => {
      const { text } = await client(hub)('GET', '/metrics');
      assert.match(text, /^chirp_hub_webhook_deliveries\{state="waiting"\} \d+$/m);
      assert.match(text, /^chirp_hub_webhook_deliveries\{state="dead"\} \d+$/m);
      for (const outcome of ['delivered', 'time', 'redirect', 'too_large', 'status', 'connection'])
        assert.match(
          text,
          new RegExp(`^chirp_hub_webhook_attempts_total\\{outcome="${outcome}"\\} [1-9]`, 'm'),
        );
      const log = JSON.stringify(lines);
      for (const event of ['delivery_failed', 'delivery_given_up', 'webhook_disabled'])
        assert.ok(
          lines.some((line) => line.event === event),
          event,
        );
      assert.ok(!/whsec_|127\.0\.0\.1|canary/.test(log));
    });
  });
}
