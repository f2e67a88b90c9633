// People: accounts with their roles, links that sign a browser in once, sessions, and pages of other origins. On both
// databases.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { signInLink } from '@chirp-protocol/hub';
import { browser, signedIn } from './browser.mjs';
import { DATABASES } from './databases.mjs';
import { client, hubOn, member } from './hub.mjs';

const DAY_MS = 24 * 60 * 60 * 1000;

for (const database of DATABASES) {
  describe(database.name, () => {
    let opened;
    let hub;
    let owner;

    before(async () => {
      opened = await hubOn(database);
      ({ hub, owner } = opened);
    });
    after(() => hub.close());

    const invited = async (request, ask = owner) => {
      const { status, body } = await ask('POST', '/api/v1/invitations', request);
      assert.equal(status, 201);
      return Object.assign(await signedIn(hub, body.path.replace('invitation', 'code')), body);
    };
    const codeIn = (link) => new URL(link, 'http://localhost').searchParams.get('code');

    test('a link signs a browser in as the owner, once', async () => {
      const link = await hub.signInLink();
      assert.match(link, /^\/signin\?code=[\w-]{43}$/);
      const page = browser(hub);
      const answer = await page('GET', link);
      assert.deepEqual([answer.status, answer.headers.get('location')], [303, '/']);
      const cookie = answer.headers.get('set-cookie');
      for (const word of ['chirp_session=', 'HttpOnly', 'SameSite=Strict', 'Path=/', 'Max-Age=7776000'])
        assert.ok(cookie.includes(word), cookie);
      assert.ok(!cookie.includes('Secure'));
      const me = await page('GET', '/api/v1/me');
      assert.deepEqual(me.body, {
        workspace: opened.workspace,
        account: opened.account,
        roles: ['owner'],
        channels: ['*'],
        sources: [`person/${opened.account}`],
      });
      const again = await browser(hub)('GET', link);
      assert.deepEqual([again.status, again.headers.get('set-cookie')], [403, null]);
      assert.match(again.text, /no longer works.*chirp hub sign-in/s);
      assert.equal((await browser(hub)('GET', '/signin?code=wrong')).text, again.text);
      assert.match((await browser(hub)('GET', '/signin')).text, /chirp hub sign-in/);
    });

    test('of sixteen browsers with one link, one is signed in', async () => {
      const link = await hub.signInLink();
      const answers = await Promise.all(Array.from({ length: 16 }, () => browser(hub)('GET', link)));
      assert.equal(answers.filter(({ status }) => status === 303).length, 1);
      assert.equal(answers.filter(({ status }) => status === 403).length, 15);
    });

    test('a link made beside a running hub works; there is none for who is not there, nor where there is no hub', async () => {
      const page = browser(hub);
      assert.equal((await page('GET', await signInLink(opened.address))).status, 303);
      assert.equal((await page('GET', '/api/v1/me')).body.account, opened.account);
      await assert.rejects(signInLink(opened.address, 'nobody'), /no such account/);
      await assert.rejects(hub.signInLink('nobody'), /no such account/);
      await assert.rejects(signInLink(await database.make()));
    });

    test('what only looks at a link does not use it', async () => {
      const link = await hub.signInLink();
      const looks = [
        ['HEAD', link, {}],
        ['GET', link, { 'sec-purpose': 'prefetch;prerender' }],
        ['GET', link, { purpose: 'prefetch' }],
        ['GET', link, { 'sec-fetch-site': 'cross-site' }],
        ['GET', link.replace('code', 'invitation'), {}],
      ];
      for (const [method, path, headers] of looks) {
        const answer = await browser(hub)(method, path, undefined, headers);
        assert.deepEqual(
          [answer.status, answer.headers.get('set-cookie')],
          [200, null],
          JSON.stringify(headers),
        );
        if (method === 'GET') assert.match(answer.text, /<form method="post" action="\/signin">/);
        assert.match(answer.headers.get('content-security-policy'), /default-src 'none'.*form-action 'self'/);
      }
      const page = browser(hub);
      const form = `code=${codeIn(link)}`;
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      const foreign = await page('POST', '/signin', form, { ...type, origin: 'https://evil.example' });
      assert.deepEqual([foreign.status, foreign.body.code], [403, 'origin_not_allowed']);
      assert.equal((await page('POST', '/signin', form, { ...type, origin: 'null' })).status, 403);
      assert.equal((await page('POST', '/signin', form, type)).status, 303);
      assert.equal((await page('GET', '/api/v1/me')).status, 200);
    });

    test('a code in a page is no markup', async () => {
      const { text } = await browser(hub)(
        'GET',
        `/signin?invitation=${encodeURIComponent('"><script>x</script>')}`,
      );
      assert.ok(!text.includes('<script>'));
    });

    test('codes and sessions are held nowhere', async () => {
      const link = await hub.signInLink();
      const page = await signedIn(hub, await hub.signInLink());
      const rows = [
        ...(await database.query(opened.address, 'SELECT * FROM sign_in_codes')),
        ...(await database.query(opened.address, 'SELECT * FROM sessions')),
      ];
      assert.ok(rows.length > 1);
      for (const secret of [codeIn(link), page.cookie.split('=')[1]])
        assert.ok(!JSON.stringify(rows).includes(secret));
    });

    test('a code lasts ten minutes, a session fourteen days unused and ninety at most', async () => {
      const move = (table, column, ms) =>
        database.query(
          opened.address,
          `UPDATE ${table} SET ${column} = '${new Date(Date.now() - ms).toISOString()}'`,
        );
      const link = await hub.signInLink();
      await move('sign_in_codes', 'expires_at', 1000);
      assert.equal((await browser(hub)('GET', link)).status, 403);
      const page = await signedIn(hub, await hub.signInLink());
      const asked = async () => (await page('GET', '/api/v1/me')).status;
      await move('sessions', 'created_at', 89 * DAY_MS);
      await move('sessions', 'used_at', 13 * DAY_MS);
      assert.equal(await asked(), 200);
      const [{ used_at }] = await database.query(
        opened.address,
        'SELECT used_at FROM sessions ORDER BY used_at DESC LIMIT 1',
      );
      assert.ok(Date.parse(used_at) > Date.now() - DAY_MS, 'a session that is used goes on');
      await move('sessions', 'used_at', 15 * DAY_MS);
      assert.equal(await asked(), 401);
      await move('sessions', 'used_at', 0);
      assert.equal(await asked(), 200);
      await move('sessions', 'created_at', 91 * DAY_MS);
      assert.equal(await asked(), 401);
    });

    test('signing out ends the session, here and now; a token does not sign out', async () => {
      const page = await signedIn(hub, await hub.signInLink());
      const other = await signedIn(hub, await hub.signInLink());
      const out = await page('POST', '/api/v1/signout');
      assert.equal(out.status, 204);
      assert.match(out.headers.get('set-cookie'), /^chirp_session=; Max-Age=0/);
      assert.equal((await page('GET', '/api/v1/me')).status, 401);
      assert.equal((await other('GET', '/api/v1/me')).status, 200);
      assert.equal((await owner('POST', '/api/v1/signout')).status, 403);
      assert.equal((await client(hub)('POST', '/api/v1/signout')).status, 401);
      assert.equal((await owner('DELETE', `/api/v1/accounts/${opened.account}/sessions`)).status, 204);
      assert.equal((await other('GET', '/api/v1/me')).status, 401);
    });

    test('an invitation makes an account, whose roles count at once and only as long as it has them', async () => {
      const ann = await invited({ account: 'ann', roles: ['admin', 'reviewer'] });
      assert.equal(ann.account, 'ann');
      assert.deepEqual((await ann('GET', '/api/v1/me')).body.roles, ['admin', 'reviewer']);
      assert.equal((await ann('POST', '/api/v1/channels', { id: 'ann' })).status, 201);
      const token = await member(hub, owner, { account: 'ann', roles: ['admin', 'reviewer'] });
      const lowered = await owner('PUT', '/api/v1/accounts/ann', { roles: ['reviewer'] });
      assert.deepEqual([lowered.status, lowered.body.roles], [200, ['reviewer']]);
      for (const ask of [ann, token]) {
        assert.deepEqual((await ask('GET', '/api/v1/me')).body.roles, ['reviewer']);
        assert.equal((await ask('GET', '/api/v1/accounts')).status, 403);
      }
      assert.deepEqual((await invited({ account: 'ann', roles: ['owner'] })).account, 'ann');
      const { accounts } = (await owner('GET', '/api/v1/accounts')).body;
      assert.deepEqual(accounts.find(({ account }) => account === 'ann').roles, ['reviewer']);
      const somebody = await invited({});
      assert.deepEqual((await somebody('GET', '/api/v1/me')).body.roles, ['member']);
    });

    test('a person speaks as themselves and as nobody else', async () => {
      const bob = await invited({ account: 'bob' });
      await owner('PUT', '/api/v1/channels/general/members/bob');
      const send = (kind, id) =>
        bob('POST', '/api/v1/channels/general/messages', {
          protocol: {
            protocol: 'org.renkara.chirp.message/0.1',
            kind: 'event',
            source: { kind, id },
            presentation: { fallback: 'hello' },
          },
        });
      assert.equal((await send('person', 'bob')).status, 201);
      for (const [kind, id] of [
        ['person', 'ann'],
        ['agent', 'bob'],
      ]) {
        const { status, body } = await send(kind, id);
        assert.deepEqual([status, body.code], [403, 'source_not_allowed']);
      }
    });

    test('only an owner decides about owners, and a workspace keeps one', async () => {
      const admin = await invited({ account: 'admin', roles: ['admin'] });
      const mine = `/api/v1/accounts/${opened.account}`;
      const refusals = [
        await admin('PUT', mine, { roles: ['member'] }),
        await admin('PUT', '/api/v1/accounts/admin', { roles: ['owner'] }),
        await admin('POST', '/api/v1/invitations', { account: opened.account }),
        await admin('POST', '/api/v1/invitations', { account: 'new', roles: ['owner'] }),
        await admin('DELETE', `${mine}/sessions`),
        await admin('POST', '/api/v1/tokens', { label: 'x', account: opened.account }),
      ];
      for (const { status, body } of refusals) assert.deepEqual([status, body.code], [403, 'forbidden']);
      const last = await owner('PUT', mine, { roles: ['admin'] });
      assert.deepEqual([last.status, last.body.code], [409, 'conflict']);
      assert.equal((await owner('PUT', '/api/v1/accounts/second', { roles: ['owner'] })).status, 200);
      const second = await invited({ account: 'second' });
      const both = await Promise.all([
        owner('PUT', mine, { roles: ['member'] }),
        second('PUT', '/api/v1/accounts/second', { roles: ['member'] }),
      ]);
      assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
      const still = both[0].status === 409 ? owner : second;
      for (const account of [opened.account, 'second'])
        assert.equal((await still('PUT', `/api/v1/accounts/${account}`, { roles: ['owner'] })).status, 200);
    });

    test('a member decides about no account', async () => {
      const eve = await invited({ account: 'eve' });
      for (const [method, path, body] of [
        ['GET', '/api/v1/accounts'],
        ['PUT', '/api/v1/accounts/eve', { roles: ['admin'] }],
        ['POST', '/api/v1/invitations', {}],
        ['DELETE', '/api/v1/accounts/ann/sessions'],
      ])
        assert.equal((await eve(method, path, body)).status, 403, `${method} ${path}`);
      assert.equal((await eve('DELETE', '/api/v1/accounts/eve/sessions')).status, 204);
      assert.equal((await eve('GET', '/api/v1/me')).status, 401);
    });

    test('a session is of no use to a page of another origin, and a token needs no origin', async () => {
      const { cookie } = await signedIn(hub, await hub.signInLink());
      const ask = client(hub);
      const send = (headers) =>
        ask('POST', '/api/v1/channels/general/messages', { body: 'hello' }, { cookie, ...headers });
      const foreign = [
        {},
        { origin: 'null' },
        { origin: '' },
        { origin: 'http://localhost:9999' },
        { origin: 'http://localhost.evil.example' },
        { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
      ];
      for (const headers of foreign) {
        const { status, body } = await send(headers);
        assert.deepEqual([status, body.code], [403, 'origin_not_allowed'], JSON.stringify(headers));
      }
      for (const headers of [
        { origin: 'http://localhost' },
        { origin: 'https://localhost' },
        { origin: 'https://localhost', 'x-forwarded-proto': 'https' },
      ])
        assert.equal((await send(headers)).status, 201, JSON.stringify(headers));
      assert.equal((await send({ origin: 'http://localhost', 'x-forwarded-proto': 'https' })).status, 403);
      const read = (headers) => ask('GET', '/api/v1/me', undefined, { cookie, ...headers });
      for (const headers of [{}, { 'sec-fetch-site': 'none' }, { 'sec-fetch-site': 'same-origin' }])
        assert.equal((await read(headers)).status, 200);
      for (const headers of [
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'cross-site' },
        { origin: 'http://localhost:9999' },
        { upgrade: 'websocket' },
      ])
        assert.equal((await read(headers)).status, 403, JSON.stringify(headers));
      assert.equal((await owner('POST', '/api/v1/channels/general/messages', { body: 'hello' })).status, 201);
      const answer = await owner('GET', '/api/v1/me', undefined, { origin: 'https://evil.example' });
      assert.deepEqual([answer.status, answer.headers.get('access-control-allow-origin')], [200, null]);
      assert.equal((await owner('OPTIONS', '/api/v1/me')).headers.get('access-control-allow-origin'), null);
    });

    test('behind TLS the cookie is Secure', async () => {
      const answer = await browser(hub)('GET', await hub.signInLink(), undefined, {
        'x-forwarded-proto': 'https',
      });
      assert.match(answer.headers.get('set-cookie'), /; Secure/);
    });
  });
}

test('pages of the origins that the operator names may use a session', async () => {
  const [sqlite] = DATABASES;
  const { hub } = await hubOn(sqlite, { origins: ['https://pages.example'] });
  const { cookie } = await signedIn(hub, await hub.signInLink());
  const out = (origin) => client(hub)('POST', '/api/v1/signout', undefined, { cookie, origin });
  assert.equal((await out('https://other.example')).status, 403);
  assert.equal((await out('https://pages.example')).status, 204);
  await hub.close();
  for (const origin of ['https://pages.example/', 'pages.example', '*'])
    await assert.rejects(hubOn(sqlite, { origins: [origin] }), TypeError);
});
