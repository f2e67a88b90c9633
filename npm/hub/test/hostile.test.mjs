// Whatever stands in a path, a query or a body of any route that the hub says it has: it is refused, by the hub and not by
// what it is made of; and a page of another origin gets nothing from any of them. On both databases.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DATABASES } from './databases.mjs';
import { client, envelope, hubOn, member } from './hub.mjs';
import { rowsOf } from './rows.mjs';

/** What is called by no name: encoded as it stands in a path. */
const NAMES = [
  ...[
    '%00',
    'a%00b',
    '%E0%A4%A',
    '%ED%A0%80',
    '%',
    '%25%30%30',
    'a%2Fb',
    '..%2F..',
    '%2e%2e',
    '*',
    '%25',
    "'",
    '%22',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    '%E2%80%AE',
    '%F0%9F%92%A9',
    '%0d%0aset-cookie:x=y',
    'x'.repeat(10_000),
  ],
];

const base64 = (text) => Buffer.from(text).toString('base64url');

/** What is no limit, no cursor and no number that was given. */
const VALUES = [
  ...[
    '',
    '0',
    '-1',
    '1e3',
    '201',
    '0x10',
    '１',
    ' 1',
    'NaN',
    'Infinity',
    '9007199254740993',
    '9'.repeat(400),
    '\0',
    'a\0b',
  ],
  ...[
    '__proto__',
    'constructor',
    "'; --",
    '" OR 1=1',
    '%',
    '\ud800',
    base64('c-1'),
    base64('c1e9'),
    base64('c1.2'),
  ],
  ...[
    base64('c999999999999999'),
    base64('c999999999999999.1'),
    base64('c9999999999999999'),
    base64('{"lens":-1}'),
  ],
];

/** Bodies that are none. */
const BODIES = [
  ...['', 'null', '[]', '1', '"x"', '{', '\ufeff{}', '{"a":1,"a":2}', '{"__proto__":{"roles":["owner"]}}'],
  ...['{"constructor":{"prototype":{}}}', '{"label":"\\u0000"}', '{"label":"\\ud800"}', '{"label":1e999}'],
  ...[
    '{"label":"x","roles":{"length":1}}',
    '{"account":"__proto__\\u0000"}',
    '{"name":"a\\u0000b","id":"nul"}',
  ],
  ...[
    '{"label":"a\\u0000b","channel":"general"}',
    '{"url":"https://1.1.1.1/","channels":["*"],"description":"\\u0000"}',
  ],
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `{"label":${'['.repeat(2000)}${']'.repeat(2000)}}`,
  new Uint8Array([0x7b, 0xff, 0x7d]),
];

for (const database of DATABASES) {
  describe(database.name, () => {
    let opened;
    let hub;
    let owner;
    let routes;

    before(async () => {
      opened = await hubOn(database);
      ({ hub, owner } = opened);
      const { paths } = (await client(hub)('GET', '/openapi.json')).body;
      routes = Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
          method: method.toUpperCase(),
          path,
          names: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
          queries: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
          takesBody: requestBody !== undefined,
        })),
      );
      assert.ok(routes.length > 35);
    });
    after(() => hub.close());

    const mustBeAnswered = ({ status, body, headers }, shown) => {
      assert.ok(status < 500, `${shown}: ${status}`);
      assert.equal(headers.get('set-cookie'), null, shown);
      if (status >= 400 && headers.get('content-type') === 'application/problem+json')
        assert.match(body.code, /^[a-z_]+$/, shown);
    };

    test('a name that nothing has is answered as any other', async () => {
      for (const { method, path, names, takesBody } of routes.filter(({ names }) => names.length > 0))
        for (const name of names)
          for (const value of NAMES) {
            const asked = path
              .replace(`{${name}}`, value)
              .replace('{channel}', 'general')
              .replace('{revision}', '1')
              .replace(/\{\w+\}/g, 'absent');
            mustBeAnswered(await owner(method, asked, takesBody ? {} : undefined), `${method} ${asked}`);
          }
    });

    test('a value of a query that is none is refused or means nothing', async () => {
      for (const { method, path, queries } of routes)
        for (const query of queries)
          for (const value of VALUES) {
            const more = new URLSearchParams({ lens: 'needs_me', q: 'word', [query]: value.toWellFormed() });
            const asked = `${path.replace('{channel}', 'general').replace(/\{\w+\}/g, 'absent')}?${more}`;
            mustBeAnswered(
              await owner(method, asked, method === 'POST' ? {} : undefined),
              `${method} ${asked}`,
            );
          }
    });

    test('a body that is none is refused, and nothing is made of it', async () => {
      const before = await rowsOf(database, opened.address);
      for (const { method, path } of routes.filter(({ takesBody }) => takesBody))
        for (const body of BODIES) {
          const asked = path.replace('{channel}', 'general').replace(/\{\w+\}/g, 'absent');
          const answer = await owner(method, asked, body);
          const shown = `${method} ${asked} ${String(body).slice(0, 60)}`;
          mustBeAnswered(answer, shown);
          if (!path.endsWith('/validate') && path !== '/mcp') assert.ok(answer.status >= 400, shown);
        }
      assert.deepEqual(await rowsOf(database, opened.address), before);
      assert.equal({}.roles, undefined);
    });

    test('a page of another origin gets nothing from any route with the session of a browser', async () => {
      const link = await hub.signInLink();
      const signedIn = await client(hub)('GET', link);
      const cookie = signedIn.headers.get('set-cookie').split(';')[0];
      const before = await rowsOf(database, opened.address);
      const open = ['/healthz', '/readyz', '/metrics', '/openapi.json', '/signin'];
      for (const { method, path } of routes) {
        const isOpen = open.includes(path) && method === 'GET';
        const asked = path.replace('{channel}', 'general').replace(/\{\w+\}/g, 'absent');
        for (const foreign of [
          { origin: 'https://evil.example' },
          { origin: 'null' },
          { origin: 'http://localhost:1' },
          { 'sec-fetch-site': 'cross-site' },
          { 'sec-fetch-site': 'same-site' },
        ]) {
          // As a form can have it, without asking first.
          const headers = { ...foreign, cookie, 'content-type': 'text/plain' };
          const body = method === 'GET' ? undefined : '{"body":"x"}';
          const { status, text } = await client(hub)(method, asked, body, headers);
          const shown = `${method} ${asked} ${JSON.stringify(foreign)}: ${status}`;
          if (isOpen) assert.equal(status, 200, shown);
          // Whoever knows the token of a hook needs no session.
          else assert.equal(status, path === '/api/v1/hooks/{hook}' && method === 'POST' ? 401 : 403, shown);
          for (const known of [opened.account, opened.workspace]) assert.ok(!text.includes(known), shown);
        }
      }
      assert.deepEqual(await rowsOf(database, opened.address), before);
    });

    test('what a reply said by which an action was used is gone with the reply', async () => {
      const person = await member(hub, owner, {
        account: 'ann',
        channels: ['general'],
        sources: ['person/ann', 'agent/builder'],
      });
      const protocol = envelope('use it', {
        subject: { kind: 'build', id: 'canary-subject' },
        actions: [{ id: 'ack', label: 'Ack', capability: 'chirp.acknowledge' }],
      });
      const sent = (await person('POST', '/api/v1/channels/general/messages', { protocol })).body;
      const path = `/api/v1/messages/${sent.id}/actions/ack`;
      const invocation = { digest: sent.protocol.integrity.digest, invocation_id: 'i' };
      const used = await person('POST', path, invocation);
      assert.match(used.body.message.body, /canary-subject/);
      assert.deepEqual((await person('POST', path, invocation)).text, used.text);
      assert.equal((await person('DELETE', `/api/v1/messages/${used.body.message.id}`)).status, 204);
      const again = await person('POST', path, invocation);
      assert.deepEqual([again.status, again.body.code], [410, 'message_deleted']);
      // It was used all the same.
      const other = await person('POST', path, { ...invocation, invocation_id: 'j' });
      assert.equal(other.status, 409);
      const { invocations } = await rowsOf(database, opened.address);
      assert.deepEqual(
        invocations.map(({ id, answer }) => [id, answer]),
        [['i', '']],
      );
    });
  });
}
