// Secrets and texts are in no line of the log, in no metric and in no error, wherever they came in. On both databases.

import assert from 'node:assert/strict';
import { request as ask } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { DATABASES } from './databases.mjs';
import { envelope, hubOn, member } from './hub.mjs';

for (const database of DATABASES) {
  describe(database.name, () => {
    const lines = [];
    const errors = [];
    let opened;
    let hub;
    let url;

    before(async () => {
      opened = await hubOn(database, { log: (line) => lines.push(line), hosts: [] });
      hub = opened.hub;
      url = await hub.listen({ port: 0 });
    });
    after(() => hub.close());

    /** Asks over a socket, with whatever headers, and keeps what was refused. */
    const send = (method, path, { body, token = opened.token, headers = {} } = {}) =>
      new Promise((resolve, reject) => {
        const asked = ask(
          url + path,
          {
            method,
            agent: false,
            headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
          },
          (response) => {
            let text = '';
            response.setEncoding('utf8').on('data', (data) => {
              text += data;
            });
            response.on('end', () => {
              const answer = { status: response.statusCode, text, headers: response.headers };
              // Of a conflict the sender is shown what is there.
              const isShown = text.includes('"code":"dedupe_conflict"');
              if (answer.status >= 400 && !isShown) errors.push(`${JSON.stringify(response.headers)}${text}`);
              resolve(answer);
            });
          },
        );
        asked.on('error', reject);
        asked.end(typeof body === 'object' ? JSON.stringify(body) : body);
      });

    const TO = '/api/v1/channels/general/messages';

    test('what came in stays where it belongs', async () => {
      const headers = {
        cookie: 'chirp_session=canary-cookie; other=canary-other; chirp_signin=canary.canary.canary',
        referer: 'http://canary-referer.example/',
        'user-agent': 'canary-agent',
        'x-forwarded-for': 'canary-forwarded',
        'x-request-id': 'canary-id',
        'x-hub-signature-256': 'sha256=canary',
        forwarded: 'for=canary',
      };
      const statuses = [];
      const tried = async (...args) => statuses.push((await send(...args)).status);
      // Secrets.
      await tried('GET', '/api/v1/me', { token: 'chirp_canary-token' });
      await tried('GET', '/api/v1/me', { token: null, headers });
      await tried('GET', '/api/v1/me', { token: null, headers: { authorization: 'Basic canary' } });
      await tried('POST', TO, {
        token: null,
        headers: { ...headers, origin: 'http://canary-origin.example' },
      });
      await tried('POST', '/api/v1/hooks/canary-hook', {
        token: null,
        headers,
        body: '{"text":"canary-hook-text"}',
      });
      await tried('GET', '/signin?code=canary-code', { token: null });
      await tried('POST', '/signin', { token: null, body: 'code=canary-code', headers: { origin: url } });
      await tried('GET', '/signin/oidc/callback?code=canary&state=canary', { token: null, headers });
      // Addresses.
      await tried('GET', '/canary-path?canary-query=canary');
      await tried('GET', `${TO}?after=canary&limit=canary`);
      await tried('GET', '/api/v1/messages/canary-id');
      await tried('PUT', '/api/v1/channels/canary/members/canary');
      await tried('POST', '/api/v1/me', { body: 'canary' });
      // Texts, in what is accepted and in what is not.
      const pubmark = { language: 'pubmark', source: '# canary-source' };
      const protocol = envelope('canary-fallback', { delivery: { dedupe_key: 'key' } });
      const { token } = await member(hub, opened.owner, {
        channels: ['general'],
        sources: ['agent/builder'],
      });
      await tried('POST', TO, { headers, body: { body: 'canary-body' } });
      await tried('POST', TO, { token, headers, body: { protocol } });
      await tried('POST', TO, {
        token,
        body: { protocol: { ...protocol, presentation: { fallback: 'canary-other' } } },
      });
      await tried('POST', TO, {
        token,
        body: { protocol: envelope('canary', { source: { kind: 'person', id: 'x' } }) },
      });
      await tried('POST', TO, {
        token,
        body: { protocol: { ...protocol, kind: 'wrong', presentation: pubmark } },
      });
      await tried('POST', TO, { body: { body: 'canary-body', thread_id: 'none' } });
      await tried('POST', TO, { body: '{"body":"canary-broken' });
      await tried('POST', TO, { body: { body: 'canary'.repeat(60_000) } });
      await tried('POST', '/api/v1/protocol/validate', { body: { protocol } });
      await tried('POST', '/api/v1/tokens', { body: { label: 'canary-label', sources: 'canary' } });
      for (const status of [200, 201, 400, 401, 403, 404, 405, 409, 413, 422])
        assert.ok(statuses.includes(status), `${status}`);
      assert.ok(statuses.filter((status) => status >= 400).length > 15);
      const { text: metrics } = await send('GET', '/metrics');
      assert.ok(lines.length > statuses.length);
      for (const [where, text] of Object.entries({ log: JSON.stringify(lines), metrics })) {
        assert.ok(!text.includes('canary'), `${where}: ${text.slice(text.indexOf('canary') - 200)}`);
        assert.ok(!text.includes(opened.token), where);
      }
      for (const error of errors) assert.ok(!error.includes('canary'), error);
    });

    test('a sign-in leaves nothing of its code and its session', async () => {
      const link = await hub.signInLink();
      const { headers } = await send('GET', link, { token: null });
      const cookie = headers['set-cookie'][0].split(';')[0];
      assert.equal((await send('GET', '/api/v1/me', { token: null, headers: { cookie } })).status, 200);
      await send('GET', link, { token: null });
      await send('POST', '/api/v1/signout', {
        token: null,
        headers: { cookie, origin: 'http://canary.example' },
      });
      const left = JSON.stringify([lines, errors, (await send('GET', '/metrics')).text]);
      for (const secret of [link.split('=')[1], cookie.split('=')[1], 'canary.example'])
        assert.ok(!left.includes(secret));
    });

    test('a failure of the hub says where, and nothing that a database says of a row', async () => {
      await database.query(opened.address, BREAK[database.name]);
      const { status, text } = await send('POST', TO, { body: { body: 'x\n    at canary-frame' } });
      assert.equal(status, 500, text);
      const failed = lines.find(({ event }) => event === 'failed');
      assert.match(failed.at, /^\s+at /);
      assert.ok(!JSON.stringify([lines, text]).includes('canary'));
    });
  });
}

/** From then on no message can be stored; PostgreSQL says which. */
const BREAK = {
  SQLite: "CREATE TRIGGER broken BEFORE INSERT ON messages BEGIN SELECT RAISE(ABORT, 'canary-row'); END",
  PostgreSQL: `CREATE FUNCTION broken() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION USING MESSAGE = NEW.body, ERRCODE = '23000'; END $$
    LANGUAGE plpgsql; CREATE TRIGGER broken BEFORE INSERT ON messages FOR EACH ROW EXECUTE FUNCTION broken()`,
};
