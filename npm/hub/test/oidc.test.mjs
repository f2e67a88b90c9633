// Signing in by an OpenID Connect issuer, which runs in a process of its own, and lies when it is told to. On both databases.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openHub } from '@chirp-protocol/hub';
import { DATABASES } from './databases.mjs';
import { hubOn } from './hub.mjs';

const CLIENT = { clientId: 'chirp', clientSecret: 'a secret of the client' };

let child;
let issuer;

before(async () => {
  child = spawn(process.execPath, [fileURLToPath(new URL('issuer-process.mjs', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  issuer = `${line}`.trim();
});
after(async () => {
  child.kill();
  await once(child, 'exit');
});

const lie = (how = {}) => fetch(`${issuer}/lie`, { method: 'POST', body: JSON.stringify(how) });

/** A browser that follows redirects between the hub and the issuer, and keeps the cookies of the hub. */
function browser(url) {
  const cookies = new Map();
  const get = async (address) => {
    const answer = await fetch(address, {
      redirect: 'manual',
      headers: address.startsWith(url)
        ? { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }
        : {},
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie);
      cookies.set(name, value);
    }
    const text = await answer.text();
    return { status: answer.status, location: answer.headers.get('location'), headers: answer.headers, text };
  };
  return {
    cookies,
    get: (path) => get(url + path),
    /** Signs in as the person `sub`; `onTheWay` may change the address that the issuer sends the browser back to. */
    async signIn(sub, onTheWay = (address) => address) {
      const there = await get(`${url}/signin/oidc`);
      if (there.status !== 303) return there;
      const back = await get(`${there.location}&login_as=${encodeURIComponent(sub)}`);
      return get(onTheWay(back.location));
    },
  };
}

for (const database of DATABASES) {
  describe(database.name, () => {
    const lines = [];
    let opened;
    let hub;
    let url;

    before(async () => {
      opened = await hubOn(database, { oidc: { issuer, ...CLIENT }, log: (line) => lines.push(line) });
      hub = opened.hub;
      url = await hub.listen({ port: 0 });
    });
    after(() => hub.close());

    const accounts = async () => (await opened.owner('GET', '/api/v1/accounts')).body.accounts;

    test('a person whom the issuer knows has an account, of which nothing but the subject is kept', async () => {
      await lie();
      const page = browser(url);
      assert.match((await page.get('/signin')).text, /href="\/signin\/oidc"/);
      const answer = await page.signIn('ann-1');
      assert.deepEqual([answer.status, answer.location], [303, '/']);
      const cookie = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('chirp_session='));
      assert.match(cookie, /HttpOnly.*SameSite=Strict/);
      const me = JSON.parse((await page.get('/api/v1/me')).text);
      const account = `oidc:${new URL(issuer).host}:ann-1`;
      assert.deepEqual([me.account, me.roles, me.workspace], [account, ['member'], opened.workspace]);
      const again = browser(url);
      await again.signIn('ann-1');
      assert.equal(JSON.parse((await again.get('/api/v1/me')).text).account, account);
      for (const table of ['accounts', 'sessions', 'sign_in_codes', 'tokens']) {
        const rows = JSON.stringify(await database.query(opened.address, `SELECT * FROM ${table}`));
        assert.ok(!/Ann Example|example\.org/.test(rows), table);
      }
    });

    test('a subject that is an address, or no name, is known by its digest', async () => {
      await lie();
      for (const sub of ['ann@example.org', 'a b', 'a/b', 'a*', 'x'.repeat(250), '"><b>']) {
        const page = browser(url);
        assert.equal((await page.signIn(sub)).status, 303, sub);
        const { account, sources } = JSON.parse((await page.get('/api/v1/me')).text);
        assert.match(account, /^oidc-sha256:127\.0\.0\.1:\d+:[\w-]{43}$/);
        assert.deepEqual(sources, [`person/${account}`]);
      }
    });

    test('each algorithm with a key of the issuer is taken', async () => {
      for (const alg of ['RS256', 'ES256', 'PS256', 'EdDSA']) {
        await lie({ alg });
        assert.equal((await browser(url).signIn('ann-1')).status, 303, alg);
      }
    });

    test('what is not signed by the issuer, for this hub, now, and for this browser is refused', async () => {
      const second = Math.floor(Date.now() / 1000);
      const lies = [
        { alg: 'none' },
        { alg: 'absent' },
        { alg: 'HS256' },
        { alg: 'HS256', key: 'public' },
        { key: 'stranger' },
        { claims: { iss: 'https://other.example' } },
        { claims: { aud: 'another' } },
        { claims: { exp: second - 600, iat: second - 1200 } },
        { claims: { nonce: 'another' } },
        { claims: { nonce: null } },
        { claims: { sub: '' } },
        { claims: { sub: null } },
      ];
      const known = (await accounts()).length;
      for (const how of lies) {
        await lie(how);
        const page = browser(url);
        const answer = await page.signIn('mallory');
        assert.deepEqual(
          [answer.status, page.cookies.has('chirp_session')],
          [403, false],
          JSON.stringify(how),
        );
        assert.match(answer.text, /Try again/);
      }
      assert.equal((await accounts()).length, known);
      assert.ok(lines.filter(({ event }) => event === 'sign_in_failed').length >= lies.length);
    });

    test('a browser that did not start it, or came back with something else, is not signed in', async () => {
      await lie();
      let address;
      const victim = browser(url);
      const started = await victim.get('/signin/oidc');
      const attacker = browser(url);
      await attacker.signIn('mallory', (back) => {
        address = back;
        return `${url}/healthz`;
      });
      const path = address.slice(url.length);
      assert.equal((await browser(url).get(path)).status, 403, 'without a cookie');
      assert.equal((await victim.get(path)).status, 403, 'with the state of another');
      assert.ok(!victim.cookies.has('chirp_session'));
      assert.match(started.location, /code_challenge=[\w-]{43}&code_challenge_method=S256/);
      assert.equal((await attacker.get(path)).status, 303);
      assert.equal((await attacker.get(path)).status, 403, 'a code is used once');
      const page = browser(url);
      const denied = await page.signIn('ann', (back) => back.replace(/code=[^&]+/, 'error=access_denied'));
      assert.equal(denied.status, 403);
      for (const query of ['', '?code=x', '?state=x', '?code=x&code=y&state=x'])
        assert.equal((await page.get(`/signin/oidc/callback${query}`)).status, 403, query);
    });

    test('no secret of a sign-in is in the log', () => {
      assert.ok(!JSON.stringify(lines).match(/code=|nonce|eyJ|ann-1|secret of/));
    });
  });
}

test('people without an account are told so, where they are not to join', async () => {
  const [sqlite] = DATABASES;
  await lie();
  const { hub, owner } = await hubOn(sqlite, { oidc: { issuer, ...CLIENT, join: false } });
  const url = await hub.listen({ port: 0 });
  const page = browser(url);
  const account = `oidc:${new URL(issuer).host}:bob`;
  const answer = await page.signIn('bob');
  assert.equal(answer.status, 403);
  assert.ok(answer.text.includes(account));
  assert.equal((await owner('PUT', `/api/v1/accounts/${account}`, { roles: ['member'] })).status, 200);
  assert.equal((await page.signIn('bob')).status, 303);
  await hub.close();
});

test('an issuer that is away is an answer, and asked again', async () => {
  const [sqlite] = DATABASES;
  const { hub } = await hubOn(sqlite, { oidc: { issuer: 'http://127.0.0.1:1', ...CLIENT } });
  const url = await hub.listen({ port: 0 });
  const answer = await browser(url).signIn('ann');
  assert.deepEqual([answer.status, /Try again/.test(answer.text)], [503, true]);
  await hub.close();
});

test('an issuer that others could overhear is none', async () => {
  for (const address of ['http://issuer.example', 'issuer.example', ''])
    await assert.rejects(
      openHub({ database: ':memory:', oidc: { issuer: address, clientId: 'x' } }),
      TypeError,
    );
});
