// The hub as a server: what it does with strange, large, slow and foreign requests, what it logs, how it closes.

import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { openHub } from '@chirp-protocol/hub';
import { Validator } from '@seriousme/openapi-schema-validator';
import { DATABASES } from './databases.mjs';
import { client, envelope, hubOn, member } from './hub.mjs';

const [SQLITE] = DATABASES;
const TO = '/api/v1/channels/general/messages';

describe('a hub that listens', () => {
  const lines = [];
  let opened;
  let hub;
  let url;

  before(async () => {
    opened = await hubOn(SQLITE, { log: (line) => lines.push(line) });
    hub = opened.hub;
    url = await hub.listen({ port: 0 });
  });
  after(() => hub.close());

  /** What comes back for raw bytes; the connection stays open unless the server closes it. */
  async function raw(...parts) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (data) => {
      text += data;
    });
    socket.on('error', () => {});
    for (const part of parts) socket.write(part);
    while (!/\r\n\r\n/.test(text) && !socket.closed) await wait(10);
    socket.destroy();
    return text;
  }

  const head = (method, path, ...more) =>
    [
      `${method} ${path} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${opened.token}`,
      ...more,
      '',
      '',
    ].join('\r\n');

  test('every answer has an id of its own, and none may be kept or guessed at', async () => {
    const answers = await Promise.all(
      ['/healthz', '/readyz', '/nothing', '/api/v1/me'].map((path) => fetch(url + path)),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 404, 401],
    );
    assert.equal(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size, 4);
    for (const { headers } of answers) {
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('access-control-allow-origin'), null);
    }
  });

  test('an address that is asked by another method says which it takes', async () => {
    const { status, headers } = await fetch(`${url}${TO}`, { method: 'PUT' });
    assert.deepEqual([status, headers.get('allow')], [405, 'POST, GET']);
  });

  test('the hub answers to its own names only', async () => {
    assert.match(await raw('GET /healthz HTTP/1.1\r\nHost: evil.example\r\n\r\n'), /^HTTP\/1\.1 421 /);
    assert.match(await raw('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:1\r\n\r\n'), /^HTTP\/1\.1 200 /);
    const named = await openHub({ database: await SQLITE.make(), hosts: ['hub.example'] });
    const ask = async (host) => (await named.fetch(new Request(`http://${host}/healthz`))).status;
    assert.deepEqual([await ask('hub.example'), await ask('localhost')], [200, 421]);
    await named.close();
  });

  test('a body that is too large is refused before it has arrived, however it is sent', async () => {
    const large = 'x'.repeat(400_000);
    assert.match(await raw(head('POST', TO, 'Content-Length: 1000000000'), large), /^HTTP\/1\.1 413 /);
    const chunk = `${large.length.toString(16)}\r\n${large}\r\n`;
    assert.match(await raw(head('POST', TO, 'Transfer-Encoding: chunked'), chunk), /^HTTP\/1\.1 413 /);
    assert.equal((await fetch(`${url}/healthz`)).status, 200);
  });

  test('a body that stops arriving does not hold the hub', async () => {
    const text = await raw(head('POST', TO, 'Content-Length: 100'), '{"body":');
    assert.match(text, /^HTTP\/1\.1 408 /);
    assert.match(text, /x-request-id/i);
  });

  test('requests that are no HTTP, or have no end of headers, end in an answer', async () => {
    assert.match(await raw('nonsense\r\n\r\n'), /^HTTP\/1\.1 400 /);
    assert.match(
      await raw(`GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`),
      /^HTTP\/1\.1 431 /,
    );
    for (const path of ['/api/v1/messages/%', '/api/v1/messages/%00', '/api/v1/instruments/%ff/revisions/1'])
      assert.match(await raw(head('GET', path)), /^HTTP\/1\.1 4\d\d /, path);
  });

  test('the log has no secret and no text of a message', async () => {
    const canary = 'canary-7d1f';
    const agent = await member(hub, opened.owner, {
      label: canary,
      channels: ['general'],
      sources: ['agent/builder'],
    });
    await agent('POST', TO, { body: canary });
    await agent('POST', TO, { protocol: envelope(canary, { delivery: { dedupe_key: canary } }) });
    await agent('POST', TO, { protocol: envelope(`${canary} ${canary}`, { kind: canary }) });
    await agent('GET', `/api/v1/messages/${canary}?q=${canary}`);
    await client(hub, `chirp_${canary}`)('GET', '/api/v1/me');
    const log = JSON.stringify(lines);
    assert.ok(lines.some(({ event, route }) => event === 'request' && route === 'sendMessage'));
    for (const secret of [canary, agent.token, opened.token]) assert.ok(!log.includes(secret));
  });

  test('the OpenAPI document is one, and names every route that answers', async () => {
    const document = await (await fetch(`${url}/openapi.json`)).json();
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    assert.ok(valid, JSON.stringify(errors));
    assert.equal(document.openapi, '3.1.0');
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    assert.equal(new Set(ids).size, ids.length);
    const names = [...JSON.stringify(document).matchAll(/"#\/components\/(\w+)\/(\w+)"/g)];
    for (const [, kind, name] of names) assert.ok(document.components[kind][name], name);
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const method of Object.keys(methods)) {
        const { status } = await fetch(url + path.replace(/\{\w+\}/g, 'x'), { method: method.toUpperCase() });
        assert.ok(status < 500 && ![404, 405].includes(status), `${method} ${path}: ${status}`);
      }
    }
  });
});

test('a hub that closes finishes what it has begun', async () => {
  const { hub, token } = await hubOn(SQLITE);
  const url = await hub.listen({ port: 0 });
  const sends = Array.from({ length: 20 }, (_, index) =>
    fetch(`${url}${TO}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ body: `${index}` }),
    }),
  );
  // The first answer says that the others have arrived.
  await Promise.race(sends);
  await Promise.all([hub.close(), hub.close()]);
  for (const result of await Promise.allSettled(sends)) {
    if (result.status === 'fulfilled') assert.equal(result.value.status, 201);
  }
  await assert.rejects(fetch(`${url}/healthz`));
});

test('a port that is taken is an error', async () => {
  const { hub } = await hubOn(SQLITE);
  const url = await hub.listen({ port: 0 });
  const other = (await hubOn(SQLITE)).hub;
  await assert.rejects(other.listen({ port: Number(new URL(url).port) }), /EADDRINUSE/);
  await Promise.all([hub.close(), other.close()]);
});

for (const database of DATABASES) {
  test(`${database.name}: a database of another schema is not touched`, async () => {
    const { hub, address } = await hubOn(database);
    await hub.close();
    const again = await openHub({ database: address });
    assert.equal(again.firstRun, undefined);
    await again.close();
    const failed = /changed after it was applied|does not know/;
    await database.query(
      address,
      "INSERT INTO migrations (name, checksum, applied_at) VALUES ('9999-newer.sql', '', '')",
    );
    await assert.rejects(openHub({ database: address }), failed);
    await database.query(address, "DELETE FROM migrations WHERE name = '9999-newer.sql'");
    await database.query(address, "UPDATE migrations SET checksum = 'other'");
    await assert.rejects(openHub({ database: address }), failed);
  });

  test(`${database.name}: of hubs that start at once on an empty database, one makes the workspace`, async () => {
    const address = await database.make();
    const hubs = await Promise.all(Array.from({ length: 4 }, () => openHub({ database: address })));
    assert.equal(hubs.filter(({ firstRun }) => firstRun !== undefined).length, 1);
    await Promise.all(hubs.map((hub) => hub.close()));
  });
}
