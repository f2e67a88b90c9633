// What the hub answers is what its OpenAPI document says: every route, every kind of success, and refusals of each.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { LENSES } from '@chirp-protocol/protocol/hub';
import Ajv from 'ajv/dist/2020.js';
import { DATABASES } from './databases.mjs';
import { draft, envelope, hubOn } from './hub.mjs';
import { receiver } from './receiver.mjs';
import { until } from './until.mjs';

const [SQLITE] = DATABASES;
const TO = '/api/v1/channels/general/messages';

/** Members that no schema names are a fault of the document, although its readers have to bear them. */
function closed(schema) {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(closed);
  const inside = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, closed(part)]));
  const isOpen = schema.type === 'object' && 'properties' in schema && !('additionalProperties' in schema);
  return isOpen ? { ...inside, additionalProperties: false } : inside;
}

/** The operations of a document, with what says whether an answer is one that it has. */
function operationsOf(document) {
  const ajv = new Ajv({ strict: false, allErrors: true });
  ajv.addFormat('date-time', (text) => /^\d{4}-.*Z$/.test(text) && !Number.isNaN(Date.parse(text)));
  ajv.addFormat('uri', (text) => URL.canParse(text));
  ajv.addSchema(closed(document), 'hub');
  const pointer = (...parts) =>
    parts.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId: id, responses, requestBody, security }]) => ({
      id,
      path,
      method: method.toUpperCase(),
      isOpen: security !== undefined,
      takesBody: requestBody !== undefined,
      successes: Object.keys(responses).filter((status) => Number(status) < 400),
      matches: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
      check({ status, text, headers }, what) {
        const said = `${id}: ${what}: ${status} ${text.slice(0, 400)}`;
        const response = responses[status];
        assert.ok(response !== undefined, `the document has no such status of ${said}`);
        const at = response.$ref?.slice(1) ?? pointer('paths', path, method, 'responses', `${status}`);
        const { content } = response.$ref === undefined ? response : document.components.responses.Refusal;
        if (content === undefined) return assert.equal(text, '', said);
        const [type] = headers.get('content-type').split(';');
        assert.ok(type in content, `the document has no ${type} of ${said}`);
        if (!/json$/.test(type) || /ndjson/.test(type)) return;
        const reference = encodeURI(`hub#${at}${pointer('content', type, 'schema')}`);
        const validate = ajv.compile({ $ref: reference });
        assert.ok(validate(JSON.parse(text)), `${ajv.errorsText(validate.errors)} in ${said}`);
      },
    })),
  );
}

describe('every answer is one that the document has', () => {
  const seen = new Set();
  let hub;
  let token;
  let program;
  let operations;
  /** Asks, and checks the answer against the document. */
  let ask;

  before(async () => {
    program = await receiver((_request, response) => response.writeHead(500).end());
    const webhooks = { attempts: 1, baseMs: 1, timeoutMs: 2000 };
    const opened = await hubOn(SQLITE, { webhooks, allowLoopbackWebhooks: true });
    ({ hub, token } = opened);
    operations = operationsOf((await opened.owner('GET', '/openapi.json')).body);
    ask = async (method, path, body, headers = {}) => {
      const isText = typeof body === 'string';
      const request = new Request(`http://localhost${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...headers },
        ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
      });
      if (headers.authorization === null) request.headers.delete('authorization');
      const response = await hub.fetch(request);
      const answer = { status: response.status, headers: response.headers, text: await response.text() };
      const { pathname } = new URL(request.url);
      const of = operations.filter((one) => one.method === method && one.matches.test(pathname));
      const operation = of.find((one) => one.path === pathname) ?? of[0];
      operation.check(answer, `${method} ${path}`);
      seen.add(`${operation.id} ${answer.status}`);
      const isJson = answer.headers.get('content-type')?.startsWith('application/json');
      return { ...answer, body: isJson ? JSON.parse(answer.text) : undefined };
    };
  });
  after(async () => {
    await hub.close();
    await program.close();
  });

  test('of messages', async () => {
    const { account } = (await ask('GET', '/api/v1/me')).body;
    const source = { kind: 'person', id: account };
    const keyed = {
      protocol: envelope('Built', {
        source,
        delivery: { dedupe_key: 'one' },
        presentation: { fallback: 'Built', pubmark: 'Built **well**' },
      }),
    };
    await ask('POST', TO, keyed);
    await ask('POST', TO, keyed);
    await ask('POST', TO, { protocol: envelope('Built badly', { source, delivery: { dedupe_key: 'one' } }) });
    const { id } = (await ask('POST', TO, { body: 'a text' })).body;
    await ask('POST', TO, { body: 'an answer', thread_id: id });
    await ask('PATCH', `/api/v1/messages/${id}`, { body: 'another text' });
    await ask('GET', `/api/v1/messages/${id}`);
    await ask('GET', TO);
    await ask('GET', `${TO}?limit=1`);
    await ask('GET', '/api/v1/search?q=text&limit=1');
    await ask('DELETE', `/api/v1/messages/${id}`);
    await ask('POST', '/api/v1/protocol/validate', keyed);
    await ask('POST', '/api/v1/protocol/validate', { protocol: { kind: 'none' } });
    await ask('GET', '/api/v1/stream');
  });

  test('of series, lenses and actions', async () => {
    const { account } = (await ask('GET', '/api/v1/me')).body;
    const source = { kind: 'person', id: account };
    const attention = { reason: 'waits', since: '2026-01-01T00:00:00Z' };
    const actions = [
      { id: 'ack', label: 'Acknowledge', capability: 'chirp.acknowledge' },
      { id: 'assign', label: 'Assign', capability: 'chirp.assign', arguments: { assignee: 'cleo' } },
      { id: 'page', label: 'Page', capability: 'acme.page' },
    ];
    const send = (text, more = {}) =>
      ask('POST', `${TO}?draft=1`, { protocol: draft('answers', text, { source, ...more }) });
    const { instrument } = (await send('Waits')).body;
    const category = { category: 'decision', layout: 'status', attention };
    const decision = (id) =>
      draft(id, 'Decide: Acknowledge, Assign, Page', { source, actions, instrument: category });
    const { id, protocol } = (await ask('POST', `${TO}?draft=1`, { protocol: decision('decide') })).body;
    const { digest } = protocol.integrity;
    const path = `/api/v1/messages/${id}/actions`;
    await ask('POST', `${path}/ack`, { digest, invocation_id: 'one' });
    await ask('POST', `${path}/ack`, { digest, invocation_id: 'two' });
    await ask('POST', `${path}/assign`, { digest, invocation_id: 'three' });
    await ask('POST', `${path}/page`, { digest, invocation_id: 'four' });
    await ask('GET', '/api/v1/capabilities');
    for (const lens of LENSES) await ask('GET', `/api/v1/instruments?lens=${lens}`);
    await send('Goes on');
    const series = `/api/v1/instruments/${instrument.series}`;
    await ask('GET', series);
    await ask('DELETE', `/api/v1/admin/instruments/${instrument.series}/revisions/1`, { reason: 'privacy' });
    await ask('GET', `${series}/revisions?limit=1`);
    await ask('GET', `${series}/revisions/1`);
    await ask('GET', `${series}/revisions/2`);
    await ask('GET', `${series}/history`);
    await ask('GET', `${series}/history`, undefined, { accept: 'application/x-ndjson' });
    await ask('DELETE', `/api/v1/admin/instruments/${instrument.series}/revisions/2`, {
      reason: 'retention',
    });
    await ask('GET', series);
  });

  test('of a workspace and its people', async () => {
    await ask('POST', '/api/v1/channels', { id: 'more', name: 'More' });
    await ask('GET', '/api/v1/channels');
    await ask('PUT', '/api/v1/channels/more/members/ann');
    await ask('GET', '/api/v1/channels/more/members');
    await ask('DELETE', '/api/v1/channels/more/members/ann');
    const { id } = (await ask('POST', '/api/v1/tokens', { label: 'ci', sources: ['agent/ci'] })).body;
    await ask('POST', '/api/v1/tokens', { label: 'ci', sources: ['person/other'] });
    await ask('DELETE', `/api/v1/tokens/${id}`);
    await ask('GET', '/api/v1/tokens');
    await ask('PUT', '/api/v1/accounts/ann', { roles: ['member'] });
    await ask('GET', '/api/v1/accounts');
    await ask('GET', '/api/v1/accounts/ann/export');
    const invited = (await ask('POST', '/api/v1/invitations', { account: 'ann' })).body.path;
    const nobody = { authorization: null };
    await ask('GET', invited, undefined, nobody);
    await ask('GET', '/signin?code=none', undefined, nobody);
    const link = await hub.signInLink('ann');
    const cookie = (answer) => ({ cookie: answer.headers.get('set-cookie').split(';')[0], ...nobody });
    const page = { origin: 'http://localhost' };
    const session = cookie(await ask('GET', link, undefined, nobody));
    await ask('GET', '/api/v1/me', undefined, session);
    const form = `code=${new URL(invited, 'http://localhost').searchParams.get('invitation')}`;
    await ask('POST', '/signin', form, { ...page, ...nobody });
    await ask('POST', '/signin', form, { ...page, ...nobody });
    await ask('POST', '/api/v1/signout', undefined, { ...page, ...session });
    await ask('DELETE', '/api/v1/accounts/ann/sessions');
    await ask('DELETE', '/api/v1/accounts/ann');
  });

  test('of webhooks', async () => {
    const { id } = (
      await ask('POST', '/api/v1/webhooks', { url: program.url, channels: ['*'], description: 'a program' })
    ).body;
    const path = `/api/v1/webhooks/${id}`;
    const dead = async () => (await ask('GET', `${path}/dead-letters`)).body.dead_letters;
    await ask('POST', TO, { body: 'for a program' });
    const [letter] = await until(
      async () => ((await dead()).length > 0 ? dead() : undefined),
      'a dead letter',
    );
    await ask('POST', `${path}/dead-letters/${letter.id}/resend`);
    await until(async () => (await dead()).length > 0, 'a second dead letter');
    await ask('POST', `${path}/dead-letters/resend`);
    await ask('GET', '/api/v1/webhooks');
    await ask('POST', `${path}/secret`);
    await ask('PATCH', path, { enabled: false });
    await ask('DELETE', path);
    await ask('POST', '/api/v1/webhooks', { url: 'https://10.0.0.1/', channels: ['*'] });
  });

  test('of hooks', async () => {
    const make = async (more) =>
      (await ask('POST', '/api/v1/hooks', { label: 'outside', channel: 'general', ...more })).body;
    const plain = await make({ sources: ['agent/builder'], secret: 'a secret of some length' });
    const open = await make({ kind: 'plain' });
    const agent = await make({ kind: 'claude_code' });
    await ask('GET', '/api/v1/hooks');
    await ask('POST', plain.path, { body: 'not signed' });
    const known = { 'webhook-id': 'one' };
    await ask('POST', open.path, { body: 'from outside' }, known);
    await ask('POST', open.path, { body: 'from outside' }, known);
    const by = (hook) => ({ authorization: `Bearer ${hook.token}` });
    await ask('POST', '/api/v1/hooks', { body: 'again from outside' }, { ...known, ...by(open) });
    await ask('POST', '/api/v1/hooks', { body: 'more from outside' }, by(open));
    const event = { hook_event_name: 'Nothing', session_id: 's', cwd: '/' };
    await ask('POST', agent.path, event);
    await ask('POST', '/api/v1/hooks', event, by(agent));
    await ask('POST', (await make({ kind: 'github' })).path, {}, { 'x-github-event': 'ping' });
    await ask('DELETE', `/api/v1/hooks/${plain.id}`);
    await ask('GET', '/api/v1/hooks');
  });

  test('of operators and models', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics', '/openapi.json', '/signin'])
      await ask('GET', path);
    const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
    const rpc = (more) => ask('POST', '/mcp', { jsonrpc: '2.0', ...more }, headers);
    await rpc({ id: 1, method: 'tools/list' });
    await rpc({ method: 'notifications/initialized' });
  });

  test('of who is nobody, of what is not there, and of what cannot be read', async () => {
    for (const { method, path, isOpen, takesBody } of operations) {
      const absent = path.replace('{revision}', '1').replace(/\{\w+\}/g, 'absent');
      if (!isOpen) {
        const body = takesBody ? {} : undefined;
        assert.equal((await ask(method, absent, body, { authorization: null })).status, 401, absent);
      }
      const isMeant = /\/accounts\/\{account\}$|\/members\//.test(path) && method === 'PUT';
      if (absent !== path && !isMeant) await ask(method, absent, takesBody ? {} : undefined);
      if (takesBody) await ask(method, absent, '{');
      if (takesBody) await ask(method, absent, 'x'.repeat(2_000_000));
    }
  });

  test('and nothing that it has was left out', () => {
    // A request cannot be upgraded here.
    const others = ['stream 101'];
    const all = operations.flatMap(({ id, successes }) => successes.map((status) => `${id} ${status}`));
    assert.ok(all.length > 50);
    assert.deepEqual(
      all.filter((one) => !seen.has(one) && !others.includes(one)),
      [],
    );
  });
});
