// What an operator depends on: metrics, the log, request ids, and an end in good order. On both databases.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { logTo } from '@chirp-protocol/hub';
import { DATABASES } from './databases.mjs';
import { client, envelope, hubOn } from './hub.mjs';

const TO = '/api/v1/channels/general/messages';

for (const database of DATABASES) {
  describe(database.name, () => {
    let opened;
    const lines = [];

    before(async () => {
      opened = await hubOn(database, { log: (line) => lines.push(line) });
    });
    after(() => opened.hub.close());

    test('metrics are those of one hub, with those of the process, and hold nothing that was asked', async () => {
      const other = await hubOn(database);
      await opened.owner('POST', TO, { body: 'canary-text' });
      await opened.owner('GET', '/api/v1/messages/canary-id');
      await opened.owner('GET', '/canary-path');
      const { text, headers } = await opened.owner('GET', '/metrics');
      assert.match(headers.get('content-type'), /^text\/plain; version=0\.0\.4/);
      assert.match(text, /^chirp_hub_requests_total\{route="sendMessage",status="201"\} 1$/m);
      assert.match(text, /^chirp_hub_request_seconds_bucket\{le="\+Inf",route="sendMessage"\} 1$/m);
      assert.match(text, /^chirp_hub_requests_total\{route="none",status="404"\} 1$/m);
      assert.match(text, /^chirp_hub_closing 0$/m);
      assert.match(text, /^process_resident_memory_bytes \d+$/m);
      assert.match(text, /^nodejs_eventloop_lag_seconds /m);
      for (const line of text.split('\n').filter((one) => one !== ''))
        assert.match(line, /^(# (HELP|TYPE) |\w+(\{[^}]*\})? \S+$)/);
      assert.ok(!text.includes('canary') && !text.includes(opened.token));
      assert.ok(!(await other.owner('GET', '/metrics')).text.includes('sendMessage'));
      await other.hub.close();
    });

    test('every answer has a request id: the one that was given, if it can stand in a log', async () => {
      const idOf = async (given) => {
        const { headers } = await opened.owner('GET', '/healthz', undefined, { 'x-request-id': given });
        return headers.get('x-request-id');
      };
      for (const given of ['abc', '4bf92f3577b34da6a3ce929d0e0e4736', 'a.b:c-d_1', 'x'.repeat(64)])
        assert.equal(await idOf(given), given);
      for (const given of ['', 'a b', 'a"b', '{}', 'x'.repeat(65), 'é', '../x']) {
        const made = await idOf(given);
        assert.notEqual(made, given);
        assert.match(made, /^[\w-]{22}$/);
      }
      await opened.owner('GET', '/nowhere', undefined, { 'x-request-id': 'traced-1' });
      assert.ok(lines.some(({ request: id, status }) => id === 'traced-1' && status === 404));
    });

    test('the log has no text of a message, no address and no secret', async () => {
      const bad = client(opened.hub, 'chirp_canary-token');
      await bad('GET', '/api/v1/me');
      await opened.owner('POST', TO, {
        protocol: { ...envelope('canary-fallback'), canary: 'canary-member' },
      });
      await opened.owner('POST', TO, '{"body":"canary-broken');
      await opened.owner('GET', '/api/v1/channels/canary-channel/messages?after=canary-query');
      await opened.owner(
        'POST',
        '/mcp',
        { jsonrpc: '2.0', id: 1, method: 'canary-method' },
        {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
      );
      const text = JSON.stringify(lines);
      assert.ok(!text.includes('canary') && !text.includes(opened.token));
      for (const { time, level, event } of lines)
        assert.ok(
          !Number.isNaN(Date.parse(time)) && ['info', 'warn', 'error'].includes(level) && event !== '',
        );
    });

    test('a hub that is told to end says so first, finishes what it has, and ends', async () => {
      const { hub, owner, token, address } = await hubOn(database);
      const url = await hub.listen({ port: 0 });
      const ready = async () => {
        const { status, body } = await owner('GET', '/readyz');
        return [status, body.code ?? 'ok'];
      };
      assert.deepEqual(await ready(), [200, 'ok']);
      hub.drain();
      assert.deepEqual(await ready(), [503, 'closing']);
      assert.equal((await owner('GET', '/healthz')).status, 200);
      assert.match((await owner('GET', '/metrics')).text, /^chirp_hub_closing 1$/m);
      assert.equal((await owner('POST', TO, { body: 'late' })).status, 201);
      // One request has begun, and its body comes after the hub was told to close.
      const headers = { authorization: `Bearer ${token}`, expect: '100-continue' };
      const sending = request(`${url}${TO}`, { method: 'POST', headers });
      const answer = once(sending, 'response');
      sending.flushHeaders();
      await once(sending, 'continue');
      sending.write('{"body":');
      const closed = hub.close();
      sending.end('"begun before"}');
      const [response] = await answer;
      // The connection goes too, and is not waited for.
      assert.deepEqual([response.statusCode, response.headers.connection], [201, 'close']);
      response.resume();
      await closed;
      await hub.close();
      await assert.rejects(fetch(`${url}/healthz`));
      const rows = await database.query(address, 'SELECT body FROM messages ORDER BY cursor');
      assert.deepEqual(
        rows.map(({ body }) => body),
        ['late', 'begun before'],
      );
    });
  });
}

test('lines of the log are JSON, of a level or above, without what would be a secret', () => {
  const written = [];
  const log = logTo((line) => written.push(line), 'warn');
  const time = '2026-01-01T00:00:00Z';
  log({ time, level: 'info', event: 'request' });
  log({ time, level: 'warn', event: 'odd', token: 'canary', secret: 'canary', more: 'a\nb' });
  log({ time, level: 'error', event: 'failed', at: 'here' });
  assert.deepEqual(
    written.map((line) => [line.endsWith('\n'), line.trimEnd().includes('\n'), JSON.parse(line)]),
    [
      [true, false, { level: 'warn', time, event: 'odd', more: 'a\nb' }],
      [true, false, { level: 'error', time, event: 'failed', at: 'here' }],
    ],
  );
});
