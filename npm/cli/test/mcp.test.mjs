// `chirp mcp` as a process, with the official client, over a hub that listens.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { openHub } from '@chirp-protocol/hub';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { bin, chirp, ENVELOPE, outcomeOf, start } from './chirp.mjs';

let hub;
let url;
const clients = [];

before(async () => {
  hub = await openHub({ database: join(mkdtempSync(join(tmpdir(), 'chirp-mcp-')), 'hub.db') });
  url = await hub.listen({ port: 0 });
});
after(async () => {
  for (const client of clients) await client.close();
  await hub.close();
});

/** A client of a process of its own. */
async function connect(env = {}, mode = 'legacy') {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bin, 'mcp'],
    env: { PATH: process.env.PATH, CHIRP_HUB_URL: url, CHIRP_TOKEN: hub.firstRun.token, ...env },
    stderr: 'pipe',
  });
  await client.connect(transport);
  clients.push(client);
  return client;
}

const call = (client, name, given) => client.callTool({ name, arguments: given });

for (const mode of ['legacy', 'auto'])
  test(`tools and resources are those of the hub (${mode})`, async () => {
    const client = await connect({}, mode);
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['send_message', 'reply_in_thread', 'validate_message'],
    );
    const sent = await call(client, 'send_message', { channel: 'general', body: 'hello' });
    const reply = await call(client, 'reply_in_thread', {
      message_id: sent.structuredContent.id,
      body: 'hi',
    });
    assert.equal(reply.structuredContent.thread_id, sent.structuredContent.id);
    const report = await call(client, 'validate_message', { protocol: ENVELOPE });
    assert.equal(report.structuredContent.ok, true);
    const refused = await call(client, 'send_message', { channel: 'general', protocol: ENVELOPE });
    assert.equal(refused.isError, true);
    assert.equal(refused.structuredContent.code, 'source_not_allowed');
    assert.deepEqual((await client.listResources()).resources, []);
    await assert.rejects(client.readResource({ uri: 'chirp://instruments/nothing' }), /not found|-32602/i);
  });

test('fifty calls at once are fifty messages', async () => {
  const client = await connect();
  const results = await Promise.all(
    Array.from({ length: 50 }, (_, number) =>
      call(client, 'send_message', { channel: 'general', body: `m${number}` }),
    ),
  );
  assert.equal(new Set(results.map(({ structuredContent: { id } }) => id)).size, 50);
});

test('a token that is not valid, and a hub that is away, are results that say so', async () => {
  const stranger = await connect({ CHIRP_TOKEN: 'chirp_wrong' });
  const refused = await call(stranger, 'send_message', { channel: 'general', body: 'x' });
  assert.deepEqual([refused.isError, refused.structuredContent.status], [true, 401]);
  const lonely = await connect({ CHIRP_HUB_URL: 'http://127.0.0.1:9' });
  const away = await call(lonely, 'validate_message', { body: 'x' });
  assert.deepEqual([away.isError, away.structuredContent.code], [true, 'unavailable']);
  assert.match(away.content[0].text, /cannot be reached/);
  const page = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<p>canary'),
  );
  await once(page.listen(0, '127.0.0.1'), 'listening');
  const lost = await connect({ CHIRP_HUB_URL: `http://127.0.0.1:${page.address().port}` });
  const strange = await call(lost, 'send_message', { channel: 'general', body: 'x' });
  assert.deepEqual([strange.isError, strange.structuredContent.code], [true, 'unavailable']);
  assert.match(strange.content[0].text, /something else than a hub/);
  assert.ok(!JSON.stringify(strange).includes('canary'));
  page.close();
});

test('lines that are no JSON-RPC are answered, and the next is served; nothing else is on standard output', async () => {
  const child = start(['mcp'], { env: { CHIRP_HUB_URL: url, CHIRP_TOKEN: hub.firstRun.token } });
  const ended = once(child, 'close');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async () => JSON.parse((await lines.next()).value);
  let complaints = '';
  child.stderr.on('data', (chunk) => {
    complaints += chunk;
  });
  const hello = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  };
  child.stdin.write(`${JSON.stringify(hello)}\n\n`);
  assert.equal((await next()).id, 1);
  const sending = (given) =>
    `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"send_message","arguments":${given}}}\n`;
  for (const [line, id, expected] of [
    ['canary-31 oops\n', null, /^json_/],
    ['\ufeff{}\n', null, /^json_/],
    [
      sending('{"channel":"general","body":"a","body":"b"}'),
      2,
      /^json_duplicate_key at \/params\/arguments\/body/,
    ],
    [sending('{"channel":"general","body":"\\ud800"}'), 2, /^json_lone_surrogate/],
    [sending(`{"channel":"general","body":"${'x'.repeat(1024 * 1024)}"}`), null, /^too_large/],
    [sending(`{"channel":"general","body":"${'x'.repeat(8 * 1024 * 1024)}"}`), null, /^too_large/],
  ]) {
    child.stdin.write(line);
    const { id: answered, error } = await next();
    assert.equal(error.code, -32700);
    assert.match(error.message, expected);
    if (id !== null) assert.equal(answered, id);
  }
  // However the bytes of a line come.
  for (const byte of Buffer.from(sending('{"channel":"general","body":"é\u{1f600}"}')))
    child.stdin.write(Buffer.of(byte));
  assert.equal((await next()).result.structuredContent.body, 'é\u{1f600}');
  child.stdin.write('{"jsonrpc":"2.0","id":3,"method":"tools/list"}\n');
  const { id, result } = await next();
  assert.deepEqual([id, result.tools.length], [3, 3]);
  child.stdin.end();
  assert.deepEqual(await ended, [0, null]);
  assert.ok(!complaints.includes('canary-31'));
});

test('it ends with its input, and says what it needs', async () => {
  const child = start(['mcp'], { env: { CHIRP_HUB_URL: url, CHIRP_TOKEN: 'x' } });
  const outcome = outcomeOf(child);
  child.stdin.end();
  assert.deepEqual(await outcome, { code: 0, stdout: '', stderr: '' });
  for (const [env, expected] of [
    [{ CHIRP_HUB_URL: 'nowhere', CHIRP_TOKEN: 'x' }, /CHIRP_HUB_URL must be/],
    [{ CHIRP_HUB_URL: 'file:///etc', CHIRP_TOKEN: 'x' }, /CHIRP_HUB_URL must be/],
    [{ CHIRP_HUB_URL: url, CHIRP_TOKEN: '' }, /CHIRP_TOKEN must be/],
    [{ CHIRP_HUB_URL: url, CHIRP_TOKEN: 'a\nb' }, /CHIRP_TOKEN must be/],
  ]) {
    const { code, stdout, stderr } = await chirp(['mcp'], { env });
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, expected);
  }
});
