// The stream: who reads what happens, in which order, and what is refused. On both databases.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DATABASES } from './databases.mjs';
import { draft, envelope, hubOn, member, revision } from './hub.mjs';
import { bodies, read, refusal } from './reader.mjs';
import { until } from './until.mjs';

const TO = '/api/v1/channels/general/messages';

for (const database of DATABASES) {
  describe(`the stream over ${database.name}`, () => {
    let hub;
    let owner;
    let token;
    let url;

    before(async () => {
      ({ hub, owner, token } = await hubOn(database));
      url = await hub.listen({ port: 0 });
    });
    after(() => hub.close());

    const post = async (ask, body, to = TO) => {
      const answer = await ask('POST', to, body);
      assert.equal(answer.status, 201, answer.text);
      return answer.body;
    };

    test('a message arrives as it is answered elsewhere', async () => {
      await post(owner, { body: 'before' });
      const reader = read(url, token);
      assert.deepEqual(Object.keys(await reader.ready()), ['type', 'cursor']);
      const plain = await post(owner, { body: 'plain' });
      const agent = await member(hub, owner, { channels: ['general'], sources: ['agent/builder'] });
      const typed = await post(agent, {
        protocol: envelope('typed', { presentation: { fallback: 'typed', pubmark: '*typed*' } }),
      });
      await reader.until(({ message }) => message?.id === typed.id);
      const messages = reader.frames.slice(1).map(({ message }) => message);
      assert.deepEqual(messages, [plain, typed]);
      reader.socket.close();
    });

    test('a reader resumes behind any cursor that it was given', async () => {
      const reader = read(url, token);
      const { cursor } = await reader.ready();
      for (const body of ['1', '2', '3']) await post(owner, { body });
      await reader.until(({ message }) => message?.body === '3');
      reader.socket.close();
      await post(owner, { body: '4' });
      const cursors = [cursor, ...reader.frames.slice(1).map((frame) => frame.cursor)];
      for (const [index, after] of cursors.entries()) {
        const again = read(url, token, after);
        assert.equal((await again.ready()).cursor, after);
        await again.until(({ message }) => message?.body === '4');
        assert.deepEqual(bodies(again.frames), ['1', '2', '3', '4'].slice(index));
        again.socket.close();
      }
    });

    test('an edit, a deletion and a removal arrive, now and on resuming', async () => {
      const agent = await member(hub, owner, { channels: ['general'], sources: ['agent/builder'] });
      const reader = read(url, token);
      const { cursor } = await reader.ready();
      const kept = await post(owner, { body: 'kept' });
      const gone = await post(owner, { body: 'gone' });
      const first = await post(agent, { protocol: revision('edited', 1, undefined, 'one') });
      // Each is told as it is when it is told, so the reader first has to have them.
      await reader.until(({ type }) => type === 'head');
      const edited = (await owner('PATCH', `/api/v1/messages/${kept.id}`, { body: 'better' })).body;
      await reader.until(({ message }) => message?.body === 'better');
      assert.equal((await owner('DELETE', `/api/v1/messages/${gone.id}`)).status, 204);
      const { series } = first.instrument;
      await owner('DELETE', `/api/v1/admin/instruments/${series}/revisions/1`, { reason: 'privacy' });
      const last = await reader.until(
        ({ type, cursor }) => type === 'head' && cursor !== reader.frames[4]?.cursor,
      );
      const short = ({ type, cursor: _, message, ...rest }) => ({
        type,
        ...rest,
        ...(message && { body: message.body }),
      });
      const channel = 'general';
      assert.deepEqual(reader.frames.slice(1).map(short), [
        { type: 'message', body: 'kept' },
        { type: 'message', body: 'gone' },
        { type: 'message', body: 'one' },
        { type: 'head', series, revision: 1 },
        { type: 'message', body: 'better' },
        { type: 'deleted', id: gone.id, channel },
        { type: 'deleted', id: first.id, channel },
        { type: 'head', series, revision: 1 },
      ]);
      assert.deepEqual(reader.frames[5].message, edited);
      const again = read(url, token, cursor);
      await again.until((frame) => frame.cursor === last.cursor);
      assert.deepEqual(again.frames.slice(1).map(short), [
        { type: 'message', body: 'better' },
        { type: 'message', body: 'better' },
        { type: 'deleted', id: gone.id, channel },
        { type: 'deleted', id: first.id, channel },
        { type: 'head', series, revision: 1 },
      ]);
      for (const { socket } of [reader, again]) socket.close();
    });

    test('between a revision and its head a reader resumes with the head', async () => {
      const agent = await member(hub, owner, { channels: ['general'], sources: ['agent/builder'] });
      const reader = read(url, token);
      await reader.ready();
      await agent('POST', `${TO}?draft=1`, { protocol: draft('between', 'one') });
      const { cursor } = await reader.until(({ message }) => message !== undefined);
      const head = await reader.until(({ type }) => type === 'head');
      const again = read(url, token, cursor);
      assert.deepEqual(await again.until(({ type }) => type === 'head'), head);
      assert.deepEqual(bodies(again.frames), []);
      const page = (await owner('GET', `${TO}?after=${cursor}`)).body;
      assert.deepEqual(page.messages, []);
      for (const { socket } of [reader, again]) socket.close();
    });

    test('a reader never sees a channel that is not theirs, and sees one from when they may', async () => {
      await owner('POST', '/api/v1/channels', { id: 'closed' });
      const eve = await member(hub, owner, { account: 'eve', channels: ['*'] });
      await owner('PUT', '/api/v1/channels/general/members/eve');
      const reader = read(url, eve.token);
      const { cursor } = await reader.ready();
      const inside = '/api/v1/channels/closed/messages';
      await post(owner, { body: 'secret 1' }, inside);
      await post(owner, { body: 'open 1' });
      await reader.until(({ message }) => message?.body === 'open 1');
      await owner('PUT', '/api/v1/channels/closed/members/eve');
      await post(owner, { body: 'shown' }, inside);
      await reader.until(({ message }) => message?.body === 'shown');
      await owner('DELETE', '/api/v1/channels/closed/members/eve');
      const late = await post(owner, { body: 'secret 2' }, inside);
      await owner('DELETE', `/api/v1/messages/${late.id}`);
      await post(owner, { body: 'open 2' });
      await reader.until(({ message }) => message?.body === 'open 2');
      assert.deepEqual(bodies(reader.frames), ['open 1', 'shown', 'open 2']);
      const again = read(url, eve.token, cursor);
      await again.until(({ message }) => message?.body === 'open 2');
      assert.deepEqual(bodies(again.frames), ['open 1', 'open 2']);
      for (const { frames, socket } of [reader, again]) {
        assert.ok(!JSON.stringify(frames).includes(late.id));
        socket.close();
      }
    });

    test('who moves on with nothing to read is told where', async () => {
      await owner('POST', '/api/v1/channels', { id: 'other' });
      const eve = await member(hub, owner, { account: 'nobody', channels: ['other'] });
      const cursors = [];
      for (let turn = 0; turn < 2; turn += 1) {
        const reader = read(url, eve.token, cursors.at(-1));
        cursors.push((await reader.ready()).cursor);
        await post(owner, { body: 'elsewhere' });
        reader.socket.close();
      }
      await post(owner, { body: 'here' }, '/api/v1/channels/other/messages');
      const reader = read(url, eve.token, cursors[0]);
      await reader.until(({ message }) => message !== undefined);
      assert.deepEqual(bodies(reader.frames), ['here']);
      reader.socket.close();
    });

    test('a token that is revoked reads nothing more, and its reader is closed', async () => {
      const agent = await member(hub, owner, { channels: ['general'] });
      const reader = read(url, agent.token);
      await reader.ready();
      await post(owner, { body: 'seen' });
      await reader.until(({ message }) => message?.body === 'seen');
      assert.equal((await owner('DELETE', `/api/v1/tokens/${agent.id}`)).status, 204);
      await post(owner, { body: 'unseen' });
      assert.deepEqual(await reader.closed, { code: 4001, reason: '' });
      assert.deepEqual(bodies(reader.frames), ['seen']);
      const { status } = await refusal(url, '/api/v1/stream', { authorization: `Bearer ${agent.token}` });
      assert.equal(status, 401);
    });

    test('what may not be upgraded is refused before it is', async () => {
      const authorization = `Bearer ${token}`;
      const { port } = new URL(url);
      const cases = [
        ['/api/v1/stream', {}, 401, 'unauthorized'],
        ['/api/v1/stream', { authorization: 'Bearer chirp_wrong' }, 401, 'unauthorized'],
        ['/api/v1/stream?after=x', { authorization }, 400, 'bad_parameter'],
        ['/api/v1/stream?after=', { authorization }, 400, 'bad_parameter'],
        [
          `/api/v1/stream?after=${btoa('c999999999').replace(/=/g, '')}`,
          { authorization },
          400,
          'bad_parameter',
        ],
        ['/api/v1/stream', { authorization, host: 'evil.example' }, 421, 'host_not_allowed'],
        ['/api/v1/stream', { authorization, origin: 'http://evil.example' }, 403, 'origin_not_allowed'],
        ['/api/v1/stream', { authorization, origin: 'null' }, 403, 'origin_not_allowed'],
        ['/api/v1/stream', { authorization, origin: `http://127.0.0.1:${port}1` }, 403, 'origin_not_allowed'],
        ['/api/v1/streams', { authorization }, 404, 'not_found'],
        ['/api/v1/me', {}, 401, 'unauthorized'],
      ];
      for (const [path, headers, status, code] of cases) {
        const refused = await refusal(url, path, headers);
        assert.deepEqual(
          [refused.status, refused.body.code],
          [status, code],
          `${path} ${JSON.stringify(headers)}`,
        );
        assert.ok(refused.headers['x-request-id']);
      }
      const own = read(url, token, undefined, { origin: `http://127.0.0.1:${port}` });
      await own.ready();
      own.socket.close();
      const plain = await owner('GET', '/api/v1/stream');
      assert.deepEqual([plain.status, plain.body.code], [426, 'upgrade_required']);
    });

    test('what a reader sends is ignored, and closes it when it is much', async () => {
      const reader = read(url, token);
      await reader.ready();
      reader.socket.send('{"type":"hello"}');
      await post(owner, { body: 'still here' });
      await reader.until(({ message }) => message?.body === 'still here');
      reader.socket.send('x'.repeat(100_000));
      assert.equal((await reader.closed).code, 1009);
    });

    test('large messages arrive whole', async () => {
      const agent = await member(hub, owner, { channels: ['general'], sources: ['agent/builder'] });
      const reader = read(url, token);
      await reader.ready();
      const pubmark = `${'long '.repeat(12_000)}end`;
      const sent = [];
      for (let index = 0; index < 20; index += 1)
        sent.push(
          await post(agent, { protocol: envelope('x', { presentation: { fallback: `${index}`, pubmark } }) }),
        );
      await reader.until(({ message }) => message?.id === sent.at(-1).id);
      assert.deepEqual(
        reader.frames.slice(1).map(({ message }) => message),
        sent,
      );
      reader.socket.close();
    });

    test('the readers are counted', async () => {
      const count = async (name) =>
        Number(
          new RegExp(`^chirp_hub_stream_${name} (\\d+)$`, 'm').exec((await owner('GET', '/metrics')).text)[1],
        );
      await until(async () => (await count('readers')) === 0);
      const before = await count('frames_total');
      const reader = read(url, token);
      await reader.ready();
      await post(owner, { body: 'counted' });
      await reader.until(({ message }) => message !== undefined);
      assert.deepEqual([await count('readers'), await count('frames_total')], [1, before + 1]);
      assert.equal(await count('slow_readers_total'), 0);
      reader.socket.close();
      await until(async () => (await count('readers')) === 0);
    });
  });
}
