// Signed requests: what verifies and what does not, and how they are received, as a Request and by Node's server.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { describe, test } from 'node:test';
import { nodeHandler, Webhook, WebhookVerificationError, webhookHandler } from '@chirp-protocol/webhook';
import { Webhook as Standard } from 'standardwebhooks';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
const PAYLOAD = { type: 'message.created', text: 'grüße 𝒳' };

function signed(text, { id = randomUUID(), at = new Date(), secret = SECRET } = {}) {
  return {
    'webhook-id': id,
    'webhook-timestamp': `${Math.floor(at.getTime() / 1000)}`,
    'webhook-signature': new Standard(secret).sign(id, at, text),
  };
}

describe('Webhook', () => {
  const text = JSON.stringify(PAYLOAD);
  const webhook = new Webhook(SECRET);

  test('verifies what the library signs, and the library what it signs', () => {
    const headers = signed(text);
    const bytes = new TextEncoder().encode(text);
    for (const raw of [text, bytes, Buffer.from(text), bytes.buffer])
      for (const form of [headers, new Headers(headers), upper(headers)])
        assert.deepEqual(webhook.verify(raw, form), PAYLOAD);
    const at = new Date();
    const ours = { ...signed(text, { id: 'a', at }), 'webhook-signature': webhook.sign('a', at, text) };
    assert.deepEqual(new Standard(SECRET).verify(text, ours), PAYLOAD);
    const raw = new Webhook(new TextEncoder().encode('as it is'));
    const own = { ...signed(text, { id: 'a', at }), 'webhook-signature': raw.sign('a', at, text) };
    assert.deepEqual(raw.verify(text, own), PAYLOAD);
  });

  test('says what to pass instead of something that was parsed', () => {
    for (const body of [PAYLOAD, null, undefined, 5, [text]])
      assert.throws(() => webhook.verify(body, signed(text)), {
        name: 'TypeError',
        message: /pass the raw body/,
      });
  });

  test('refuses what is not signed so, and what only begins as it must', () => {
    const headers = signed(text);
    const [timestamp, signature] = [headers['webhook-timestamp'], headers['webhook-signature']];
    for (const [raw, given] of [
      [text, {}],
      [text, signed(text, { secret: OTHER })],
      [text, signed(text, { at: new Date(Date.now() - 301_000) })],
      [text, signed(text, { at: new Date(Date.now() + 301_000) })],
      [`${text} `, headers],
      [`\uFEFF${text}`, headers],
      [text, { ...headers, 'webhook-timestamp': `${timestamp}x` }],
      [text, { ...headers, 'webhook-timestamp': `0${timestamp}` }],
      [text, { ...headers, 'webhook-signature': `${signature},more` }],
      [text, { ...headers, 'webhook-signature': signature.slice(3) }],
      [text, { ...headers, 'webhook-signature': signature.replace('v1', 'v2') }],
      [text, { ...headers, 'webhook-id': [headers['webhook-id']] }],
      [new Uint8Array([0xff]), headers],
    ])
      assert.throws(() => webhook.verify(raw, given), WebhookVerificationError, JSON.stringify(given));
    assert.throws(() => webhook.verify('{', signed('{')), /no JSON/);
    // Bytes that are no text and what a lenient reader makes of them have one signature.
    assert.throws(() => webhook.verify(new Uint8Array([0x22, 0xff, 0x22]), signed('"\uFFFD"')), /no UTF-8/);
  });

  test('has a secret that is base64', () => {
    for (const secret of ['', 'whsec_', 'whsec_%%%%']) assert.throws(() => new Webhook(secret), secret);
  });
});

describe('webhookHandler', () => {
  const request = (text, headers = signed(text), method = 'POST') =>
    new Request('http://localhost/hook', { method, headers, ...(method === 'GET' ? {} : { body: text }) });
  const text = JSON.stringify(PAYLOAD);

  test('gives a payload to who takes its type, once for each id', async () => {
    const taken = [];
    const handler = webhookHandler({
      secret: [OTHER, SECRET],
      on: {
        'message.created': (payload, { id }) => taken.push([payload.type, id]),
        '*': ({ type }) => taken.push([type]),
      },
    });
    const headers = signed(text);
    const answers = await Promise.all([1, 2, 3].map(() => handler(request(text, headers))));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [204, 204, 204],
    );
    for (const type of ['constructor', 'other']) await handler(request(JSON.stringify({ type })));
    assert.deepEqual(taken, [['message.created', headers['webhook-id']], ['constructor'], ['other']]);
    assert.equal((await webhookHandler({ secret: SECRET, on: {} })(request(text))).status, 204);
  });

  test('says what is wrong with a request, and tells who wants to hear of signatures', async () => {
    const heard = [];
    const on = { '*': assert.fail };
    const onInvalidSignature = (error) => heard.push(error.name);
    const handler = webhookHandler({ secret: SECRET, on, onInvalidSignature, maxBytes: 100 });
    for (const [given, status] of [
      [request(text, signed(text, { secret: OTHER })), 401],
      [request(text, {}), 401],
      [request('x'.repeat(101)), 413],
      [request('[1]'), 400],
      [request('{"type":1}'), 400],
      [request('', signed('')), 400],
      [request(text, {}, 'GET'), 405],
    ])
      assert.equal((await handler(given)).status, status);
    assert.deepEqual(heard, ['WebhookVerificationError', 'WebhookVerificationError']);
    assert.throws(() => webhookHandler({ secret: [], on: {} }), TypeError);
  });

  test('asks for another try when a listener throws, and then takes it', async () => {
    const errors = [];
    let tries = 0;
    const handler = webhookHandler({
      secret: SECRET,
      on: {
        async '*'() {
          tries += 1;
          if (tries === 1) throw new Error('not now');
        },
      },
      onError: (error) => errors.push(error.message),
    });
    const headers = signed(text);
    const statuses = [];
    for (let time = 0; time < 3; time += 1) statuses.push((await handler(request(text, headers))).status);
    assert.deepEqual([statuses, tries, errors], [[500, 204, 204], 2, ['not now']]);
  });

  test('is a listener of the server of Node', async () => {
    const taken = [];
    const handler = webhookHandler({
      secret: SECRET,
      on: { '*': (payload) => taken.push(payload) },
      maxBytes: 2 ** 20,
    });
    const server = createServer(nodeHandler(handler));
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${server.address().port}/`;
    const large = JSON.stringify({ ...PAYLOAD, more: 'x'.repeat(500_000) });
    const post = async (body, headers) => (await fetch(url, { method: 'POST', body, headers })).status;
    assert.equal(await post(large, signed(large)), 204);
    assert.equal(await post(text, {}), 401);
    assert.equal((await fetch(url)).status, 405);
    assert.equal(await post('x'.repeat(2 ** 20 + 1), {}), 413);
    assert.deepEqual(taken, [JSON.parse(large)]);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});

const upper = (headers) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
