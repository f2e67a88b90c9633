// The stream when something breaks: connections, hubs, the database, readers that do not read. Nothing is lost or repeated.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { after, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { openHub } from '@chirp-protocol/hub';
import { DATABASES, SERVERS } from './databases.mjs';
import { client, envelope, hubOn, member } from './hub.mjs';
import { bodies, read } from './reader.mjs';
import { until } from './until.mjs';

const TO = '/api/v1/channels/general/messages';

/** Reads until every one of `wanted` messages came, whatever happens to its connections. `places` gives the addresses to try. */
function persistent(places, token, wanted) {
  const got = [];
  let current;
  let isStopped = false;
  let connections = 0;
  const done = (async () => {
    let after;
    while (!isStopped && got.length < wanted) {
      current = read(places[connections % places.length], token, after);
      connections += 1;
      const { socket, frames } = current;
      const closed = current.closed;
      await Promise.race([
        closed,
        current.until(() => got.length + bodies(frames).length >= wanted).catch(() => {}),
      ]);
      socket.terminate();
      await closed;
      after = frames.at(-1)?.cursor ?? after;
      got.push(...bodies(frames));
      if (frames.length === 0) await wait(20);
    }
    return got;
  })();
  return {
    done,
    first: () => until(() => (current?.frames.length ?? 0) > 0),
    kill: () => current?.socket.terminate(),
    stop: () => {
      isStopped = true;
      current?.socket.terminate();
    },
    get connections() {
      return connections;
    },
  };
}

/** The bytes of a handshake, for a socket that reads when it is told to. */
function handshake(token, after) {
  return [
    `GET /api/v1/stream${after === undefined ? '' : `?after=${after}`} HTTP/1.1`,
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    `Authorization: Bearer ${token}`,
    '',
    '',
  ].join('\r\n');
}

/** The frames in the bytes that a server wrote after its handshake: texts, and the close. */
function framesIn(bytes) {
  let at = bytes.indexOf('\r\n\r\n') + 4;
  const texts = [];
  while (at + 2 <= bytes.length) {
    const opcode = bytes[at] & 15;
    let length = bytes[at + 1] & 127;
    at += 2;
    if (length === 126) {
      length = bytes.readUInt16BE(at);
      at += 2;
    } else if (length === 127) {
      length = Number(bytes.readBigUInt64BE(at));
      at += 8;
    }
    if (at + length > bytes.length) break;
    const body = bytes.subarray(at, at + length);
    at += length;
    if (opcode === 8) return { texts, code: body.readUInt16BE(0), reason: body.toString('utf8', 2) };
    if (opcode === 1) texts.push(JSON.parse(body.toString('utf8')));
  }
  return { texts };
}

for (const database of DATABASES) {
  describe(`a stream that breaks, over ${database.name}`, () => {
    const hubs = [];

    after(() => Promise.all(hubs.map((hub) => hub.close())));

    async function listening(options) {
      const opened = await hubOn(database, options);
      hubs.push(opened.hub);
      return { ...opened, url: await opened.hub.listen({ port: 0 }) };
    }

    test('readers whose connections are killed have every message once, in one order', async () => {
      const { owner, token, url } = await listening();
      const [writers, each] = [8, 25];
      const readers = Array.from({ length: 4 }, () => persistent([url], token, writers * each));
      await Promise.all(readers.map((reader) => reader.first()));
      const sent = await Promise.all(
        Array.from({ length: writers }, async (_, writer) => {
          for (let index = 0; index < each; index += 1) {
            const answer = await owner('POST', TO, { body: `${writer}/${index}` });
            assert.equal(answer.status, 201);
            readers[Math.floor(Math.random() * readers.length)].kill();
          }
        }),
      );
      assert.equal(sent.length, writers);
      const order = await allBodies(owner);
      for (const reader of readers) {
        assert.deepEqual(await reader.done, order);
        assert.ok(reader.connections > 1);
      }
    });

    test('a reader that does not read is closed with its cursor, and the hub holds little for it', async () => {
      const { hub, owner, token, url } = await listening();
      const agent = await member(hub, owner, { channels: ['general'], sources: ['agent/builder'] });
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      const chunks = [];
      socket.on('data', (data) => chunks.push(data));
      socket.write(handshake(token));
      await until(() => Buffer.concat(chunks).includes('"ready"'));
      socket.pause();
      const quick = read(url, token);
      await quick.ready();
      // More than sockets and the hub hold.
      const pubmark = 'long '.repeat(13_000);
      for (let index = 0; index < 200; index += 1) {
        const { status, body } = await agent('POST', TO, {
          protocol: envelope('', { presentation: { fallback: `${index}`, pubmark } }),
        });
        assert.equal(status, 201);
        await quick.until(({ message }) => message?.id === body.id);
      }
      await until(async () =>
        (await owner('GET', '/metrics')).text.includes('chirp_hub_stream_slow_readers_total 1'),
      );
      const order = await allBodies(owner);
      assert.deepEqual(bodies(quick.frames), order);
      quick.socket.close();
      socket.resume();
      await until(() => framesIn(Buffer.concat(chunks)).code !== undefined);
      const { texts, code, reason } = framesIn(Buffer.concat(chunks));
      socket.destroy();
      assert.equal(code, 4008);
      assert.equal(reason, texts.at(-1).cursor);
      assert.ok(texts.length < order.length);
      const again = read(url, token, reason);
      await again.until(({ message }) => message?.body === order.at(-1));
      assert.deepEqual([...bodies(texts), ...bodies(again.frames)], order);
      again.socket.close();
    });

    test('a reader that vanishes while much waits for it is forgotten', async () => {
      const { hub, owner, token, url } = await listening();
      const agent = await member(hub, owner, { channels: ['general'], sources: ['agent/builder'] });
      const readers = async () =>
        Number(/^chirp_hub_stream_readers (\d+)$/m.exec((await owner('GET', '/metrics')).text)[1]);
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      socket.once('data', () => socket.pause());
      socket.write(handshake(token));
      await until(async () => (await readers()) === 1);
      const pubmark = 'long '.repeat(13_000);
      const { cursor } = await read(url, token).ready();
      for (let index = 0; index < 120; index += 1)
        await agent('POST', TO, {
          protocol: envelope('', { presentation: { fallback: `${index}`, pubmark } }),
        });
      socket.resetAndDestroy();
      // Others are served meanwhile, one that is behind as well.
      const other = read(url, token, cursor);
      await other.until(({ message }) => message?.body === '119');
      assert.equal(bodies(other.frames).length, 120);
      await until(async () => (await readers()) === 2);
    });

    test('who is far behind and reads slowly is served all of it, in one connection', async () => {
      const { hub, owner, token, url } = await listening();
      const agent = await member(hub, owner, { channels: ['general'], sources: ['agent/builder'] });
      const start = read(url, token);
      const { cursor } = await start.ready();
      start.socket.close();
      const pubmark = 'long '.repeat(13_000);
      for (let index = 0; index < 120; index += 1)
        await agent('POST', TO, {
          protocol: envelope('', { presentation: { fallback: `${index}`, pubmark } }),
        });
      const reader = read(url, token, cursor);
      // It stops after each frame, for a while.
      reader.socket.on('message', () => {
        reader.socket.pause();
        setTimeout(() => reader.socket.resume(), 2);
      });
      const order = await allBodies(owner);
      await reader.until(({ message }) => message?.body === order.at(-1));
      assert.deepEqual(bodies(reader.frames), order);
      reader.socket.close();
    });

    test('when the hub fails, its readers are closed, and the log says where and not what', async () => {
      const lines = [];
      const { owner, token, url, address } = await listening({ log: (line) => lines.push(line) });
      const readers = [read(url, token), read(url, token)];
      await Promise.all(readers.map(({ ready }) => ready()));
      await database.query(address, 'DROP TABLE changes');
      assert.equal((await owner('POST', TO, { body: 'canary' })).status, 201);
      for (const { closed } of readers) assert.equal((await closed).code, 1011);
      const failures = lines.filter(({ level }) => level === 'error');
      assert.ok(failures.length > 0);
      assert.ok(failures.every(({ event, at }) => event === 'failed' && at.includes('at ')));
      assert.ok(!JSON.stringify(lines).includes('canary') && !JSON.stringify(lines).includes(token));
    });

    test('a hub that closes tells what was committed, and says that it goes', async () => {
      const { hub, token, address, url } = await listening();
      const readers = Array.from({ length: 5 }, () => read(url, token));
      await Promise.all(readers.map(({ ready }) => ready()));
      const sending = Array.from({ length: 30 }, (_, index) =>
        fetch(`${url}${TO}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
          body: JSON.stringify({ body: `${index}` }),
        }),
      );
      await Promise.race(sending);
      await hub.close();
      const sent = (await Promise.allSettled(sending)).filter(({ value }) => value?.status === 201);
      const next = await openHub({ database: address });
      const order = await allBodies(client(next, token));
      await next.close();
      assert.ok(order.length >= sent.length && sent.length > 0);
      for (const { frames, closed } of readers) {
        assert.deepEqual(await closed, { code: 1001, reason: frames.at(-1).cursor });
        assert.deepEqual(bodies(frames), order);
      }
    });

    async function allBodies(ask) {
      const found = [];
      let page = (await ask('GET', `${TO}?limit=200`)).body;
      while (page.messages.length > 0) {
        found.unshift(...page.messages.map(({ body }) => body));
        page = (await ask('GET', `${TO}?limit=200&before=${page.before}`)).body;
      }
      return found;
    }
  });
}

for (const server of SERVERS) {
  test('two hubs on one database deliver each other’s messages, also after what they listen by is gone', async (t) => {
    const { hub, owner, token, address } = await hubOn(server);
    const other = await openHub({ database: address });
    const hubs = [hub, other];
    t.after(() => Promise.all(hubs.map((each) => each.close())));
    const urls = await Promise.all(hubs.map((each) => each.listen({ port: 0 })));
    const readers = urls.map((url) => read(url, token));
    await Promise.all(readers.map(({ ready }) => ready()));
    const ask = hubs.map((each) => client(each, token));
    const sent = [];
    const send = async (from) => {
      const body = `${sent.length}`;
      assert.equal((await ask[from]('POST', TO, { body })).status, 201);
      sent.push(body);
    };
    for (let index = 0; index < 20; index += 1) await send(index % 2);
    for (const { until } of readers) await until(({ message }) => message?.body === sent.at(-1));
    const listening =
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'SELECT id FROM workspaces%'";
    for (let round = 0; round < 3; round += 1) {
      await until(async () => {
        const ended = await server.query(address, `${listening} AND datname = current_database()`);
        return ended.length === 2;
      });
      for (let index = 0; index < 10; index += 1) await send(index % 2);
      for (const { until } of readers) await until(({ message }) => message?.body === sent.at(-1));
    }
    // Rights travel too.
    const eve = await member(hub, owner, { channels: ['general'] });
    const reader = read(urls[1], eve.token);
    await reader.ready();
    await owner('DELETE', `/api/v1/tokens/${eve.id}`);
    assert.equal((await reader.closed).code, 4001);
    for (const { frames, socket } of readers) {
      assert.deepEqual(bodies(frames), sent);
      socket.close();
    }
  });

  test('a reader that moves between hubs has every message once, in one order', async (t) => {
    const { hub, owner, token, address } = await hubOn(server);
    const others = await Promise.all([1, 2].map(() => openHub({ database: address })));
    const hubs = [hub, ...others];
    t.after(() => Promise.all(hubs.map((each) => each.close())));
    const urls = await Promise.all(hubs.map((each) => each.listen({ port: 0 })));
    const total = 160;
    const reader = persistent(urls, token, total);
    await reader.first();
    await Promise.all(
      Array.from({ length: 8 }, async (_, writer) => {
        const ask = client(hubs[writer % hubs.length], token);
        for (let index = 0; index < total / 8; index += 1) {
          assert.equal((await ask('POST', TO, { body: `${writer}/${index}` })).status, 201);
          if (index % 4 === writer % 4) reader.kill();
        }
      }),
    );
    const { messages } = (await owner('GET', `${TO}?limit=200`)).body;
    assert.deepEqual(
      await reader.done,
      messages.map(({ body }) => body),
    );
    assert.ok(reader.connections > 3);
  });

  test('while the database is away nothing is half-written, and afterwards everything arrives once', async (t) => {
    const running = await server.startServer();
    const address = running.address('postgres');
    const hub = await openHub({ database: address });
    t.after(() => hub.close());
    const { token } = hub.firstRun;
    const url = await hub.listen({ port: 0 });
    const owner = client(hub, token);
    const agent = await member(hub, owner, { channels: ['general'], sources: ['agent/builder'] });
    const reader = read(url, token);
    await reader.ready();
    const keyed = (key) => ({ protocol: envelope(key, { delivery: { dedupe_key: key } }) });
    assert.equal((await agent('POST', TO, keyed('before'))).status, 201);
    await reader.until(({ message }) => message?.body === 'before');
    await running.stop();
    const away = await agent('POST', TO, keyed('away'));
    assert.deepEqual(
      [away.status, away.body.code, away.headers.get('retry-after')],
      [503, 'unavailable', '1'],
    );
    assert.equal((await owner('GET', '/readyz')).status, 503);
    await running.start();
    const keys = ['away', 'after-1', 'after-2'];
    for (const key of keys) {
      await until(async () => [200, 201].includes((await agent('POST', TO, keyed(key))).status));
    }
    await reader.until(({ message }) => message?.body === 'after-2');
    assert.deepEqual(bodies(reader.frames), ['before', ...keys]);
    assert.equal(reader.socket.readyState, 1);
    const { messages } = (await owner('GET', TO)).body;
    assert.deepEqual(
      messages.map(({ body }) => body),
      ['before', ...keys],
    );
    reader.socket.close();
  });
}
