// `chirp hub` as a process: its settings, what it prints, and how it ends.

import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { chirp, file, jsonLines, outcomeOf, start } from './chirp.mjs';

const place = () => join(mkdtempSync(join(tmpdir(), 'chirp-hub-')), 'hub.db');

const children = [];

after(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** Starts a hub and gives the child, its address, the lines before that, and what comes of it. */
async function begin(args, options) {
  const child = start(['hub', '--port', '0', ...args], options);
  children.push(child);
  const lines = [];
  const outcome = outcomeOf(child);
  const url = await new Promise((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      lines.push(line);
      const [, found] = /^listening on (.*)$/.exec(line) ?? [];
      if (found !== undefined) resolve(found);
    });
    outcome.then(({ stderr }) => reject(new Error(`the hub ended: ${stderr}`)));
  });
  return { child, url, lines, outcome };
}

test('it makes a workspace once, serves, logs lines, and ends when it is told', async () => {
  const database = place();
  const first = await begin(['--database', database]);
  const [, token] = /: (chirp_\S+)$/m.exec(first.lines.join('\n'));
  const headers = { authorization: `Bearer ${token}` };
  const sent = await fetch(`${first.url}/api/v1/channels/general/messages`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ body: 'canary-51' }),
  });
  assert.equal(sent.status, 201);
  assert.match(
    await (await fetch(`${first.url}/metrics`)).text(),
    /requests_total\{route="sendMessage",status="201"\} 1\n/,
  );
  first.child.kill('SIGTERM');
  const { code, stderr } = await first.outcome;
  assert.equal(code, 0);
  const events = jsonLines(stderr).map(({ event }) => event);
  assert.deepEqual([events[0], events.at(-1)], ['listening', 'closing']);
  assert.ok(!stderr.includes(token) && !stderr.includes('canary-51'));

  const second = await begin([], { env: { CHIRP_HUB_DATABASE: database } });
  assert.equal(second.lines.length, 1);
  const page = await (await fetch(`${second.url}/api/v1/channels/general/messages`, { headers })).json();
  assert.deepEqual(
    page.messages.map(({ body }) => body),
    ['canary-51'],
  );
  second.child.kill('SIGINT');
  assert.equal((await second.outcome).code, 0);
});

test('--check changes nothing and says what would happen', async () => {
  const database = place();
  const config = file('hub.json', JSON.stringify({ database, port: 0, names: ['hub.example'] }));
  const before = await chirp(['hub', '--config', config, '--check']);
  assert.deepEqual([before.code, before.stderr], [0, '']);
  assert.match(before.stdout, /the database will get 0001-first\.sql/);
  const { child, url, outcome } = await begin(['--config', config]);
  assert.equal((await fetch(`${url}/readyz`)).status, 200);
  child.kill('SIGTERM');
  await outcome;
  assert.match((await chirp(['hub', '--config', config, '--check'])).stdout, /the database is up to date\n$/);
});

test('settings that are not right, and what cannot be reached, are said in one sentence', async () => {
  const wrong = [
    [['--port', 'x'], /the port must be a number/],
    [['--port', '65536'], /the port must be a number/],
    [['--config', '/nowhere/hub.json'], /cannot read the settings/],
    [['--config', file('a.json', '[]')], /must be a JSON object/],
    [['--config', file('b.json', '{"databse":"x"}')], /unknown setting databse/],
    [['--config', file('c.json', '{"names":"x"}')], /must be a list of texts/],
    [['--origin', 'https://pages.example/x'], /the origins must be/],
    [['--config', file('d.json', '{"origins":[1]}')], /the origins must be/],
    [['--config', file('e.json', '{"oidc":[]}')], /must be an object/],
    [['--oidc-issuer', 'https://issuer.example'], /the setting oidc must be/],
    [
      ['--config', file('f.json', '{"oidc":{"issuer":"x","clientId":"x","more":1}}')],
      /the setting oidc must be/,
    ],
    [
      ['--database', place(), '--oidc-issuer', 'http://issuer.example', '--oidc-client', 'x'],
      /must be an address/,
    ],
    [['sign-in', '--database', place()], /cannot use the database/],
    [['--database', '/nowhere/at/all/hub.db'], /cannot use the database/],
    [['--database', 'postgres://someone:hunter2@127.0.0.1:1/x'], /cannot use the database/],
  ];
  for (const [args, expected] of wrong) {
    const { code, stdout, stderr } = await chirp(['hub', ...args]);
    assert.deepEqual([code, stdout], [2, ''], args.join(' '));
    assert.match(stderr, expected);
    assert.ok(!stderr.includes('hunter2'));
  }
});

test('an address that is taken is said', async () => {
  const { child, url, outcome } = await begin(['--database', place()]);
  const port = new URL(url).port;
  const { code, stderr } = await chirp(['hub', '--database', place(), '--port', port]);
  assert.equal(code, 2);
  assert.match(stderr, /another program listens on port/);
  child.kill('SIGTERM');
  await outcome;
});

test('it prints a link that signs a browser in while the hub runs', async () => {
  const database = place();
  const { child, url, outcome } = await begin(['--database', database]);
  const ask = async (...args) => {
    const { code, stdout, stderr } = await chirp([
      'hub',
      'sign-in',
      ...args,
      '--database',
      database,
      '--url',
      url,
    ]);
    return { code, link: stdout.trim(), stderr };
  };
  const { code, link } = await ask();
  assert.equal(code, 0);
  assert.ok(link.startsWith(`${url}/signin?code=`));
  const signedIn = await fetch(link, { redirect: 'manual' });
  assert.equal(signedIn.status, 303);
  const [cookie] = signedIn.headers.getSetCookie();
  const me = await (await fetch(`${url}/api/v1/me`, { headers: { cookie: cookie.split(';')[0] } })).json();
  assert.deepEqual(me.roles, ['owner']);
  assert.ok((await ask(me.account)).link.startsWith(`${url}/signin?code=`));
  const nobody = await ask('nobody');
  assert.deepEqual([nobody.code, nobody.link], [2, '']);
  assert.match(nobody.stderr, /no such account/);
  const elsewhere = await chirp(['hub', 'sign-in', '--database', database]);
  assert.match(elsewhere.stdout, /^http:\/\/127\.0\.0\.1:4747\/signin\?code=[\w-]+\n$/);
  child.kill('SIGTERM');
  await outcome;
});

test('it takes an issuer from the environment', async () => {
  const env = { CHIRP_HUB_OIDC_ISSUER: 'https://issuer.example', CHIRP_HUB_OIDC_CLIENT: 'chirp' };
  const { child, url, outcome } = await begin(['--database', place()], { env });
  assert.match(await (await fetch(`${url}/signin`)).text(), /href="\/signin\/oidc"/);
  child.kill('SIGTERM');
  await outcome;
});
