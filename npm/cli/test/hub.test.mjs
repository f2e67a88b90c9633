// `chirp hub` as a process: its settings, what it prints, and how it ends.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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
  assert.match(before.stdout, /the database will get 0001-workspaces\.sql/);
  const { child, url, outcome } = await begin(['--config', config]);
  assert.equal((await fetch(`${url}/readyz`)).status, 200);
  child.kill('SIGTERM');
  await outcome;
  assert.match((await chirp(['hub', '--config', config, '--check'])).stdout, /the database is up to date\n$/);
});

test('told to end it says so, goes on for a while, and ends at once when told again', async () => {
  const { child, url, outcome } = await begin(['--database', place(), '--drain-seconds', '3600']);
  child.kill('SIGTERM');
  let ready;
  do ready = await fetch(`${url}/readyz`);
  while (ready.status === 200);
  assert.deepEqual([ready.status, (await ready.json()).code], [503, 'closing']);
  assert.equal((await fetch(`${url}/healthz`)).status, 200);
  // The other signal is a second one too.
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  assert.deepEqual(await ended, [null, 'SIGINT']);
  await outcome;
});

test('every setting comes from an option, a variable or the file, in this order', async () => {
  const [first, second, third] = [place(), place(), place()];
  const config = file(
    'hub.json',
    JSON.stringify({
      database: third,
      host: '127.0.0.1',
      port: 0,
      names: ['file.example'],
      origins: ['https://file.example'],
      log_level: 'warn',
      drain_seconds: 0,
    }),
  );
  const env = {
    CHIRP_HUB_DATABASE: second,
    CHIRP_HUB_NAMES: 'a.example,b.example',
    CHIRP_HUB_LOG_LEVEL: 'info',
  };
  const { child, url, outcome } = await begin(['--config', config, '--database', first], { env });
  const statusAs = (host) =>
    new Promise((resolve, reject) => {
      get(`${url}/healthz`, { headers: { host } }, ({ statusCode }) => resolve(statusCode)).once(
        'error',
        reject,
      );
    });
  assert.deepEqual(
    [await statusAs('b.example'), await statusAs('file.example'), await statusAs('localhost')],
    [200, 421, 200],
  );
  child.kill('SIGTERM');
  const { code, stderr } = await outcome;
  assert.equal(code, 0);
  assert.ok(jsonLines(stderr).some(({ event }) => event === 'request'));
  assert.deepEqual([existsSync(first), existsSync(second), existsSync(third)], [true, false, false]);
});

test('a backup, an export and an import are commands on the database', async () => {
  const [database, copy, other] = [place(), place(), place()];
  const { child, url, lines, outcome } = await begin(['--database', database]);
  const [, token] = /: (chirp_\S+)$/m.exec(lines.join('\n'));
  const headers = { authorization: `Bearer ${token}` };
  const body = JSON.stringify({ body: 'kept “é”' });
  await fetch(`${url}/api/v1/channels/general/messages`, { method: 'POST', headers, body });
  const backup = await chirp(['hub', 'backup', '--database', database, copy]);
  assert.deepEqual([backup.code, backup.stderr], [0, '']);
  const exported = await chirp(['hub', '--database', database, 'export']);
  assert.deepEqual([exported.code, exported.stderr], [0, '']);
  assert.deepEqual(
    jsonLines(exported.stdout).map(({ type }) => type),
    ['workspace', 'channel', 'message', 'end'],
  );
  assert.equal(
    (await chirp(['hub', 'export'], { env: { CHIRP_HUB_DATABASE: copy } })).stdout,
    exported.stdout,
  );
  child.kill('SIGTERM');
  await outcome;

  const into = (text) => chirp(['hub', 'import', '--database', other, file('messages.ndjson', text)]);
  const first = await into(exported.stdout);
  assert.deepEqual([first.code, first.stderr], [0, '']);
  assert.match(
    first.stdout,
    /the owner's token, .*: chirp_\S+\nstored 2 lines, 0 were there, 0 were refused\n$/,
  );
  const again = await into(exported.stdout);
  assert.equal(again.stdout, 'stored 0 lines, 2 were there, 0 were refused\n');
  const broken = await into(exported.stdout.replace(/(\{"type":"message")/, 'oops \u001b[2J\n$1'));
  assert.deepEqual([broken.code, broken.stdout], [1, 'stored 0 lines, 2 were there, 1 were refused\n']);
  assert.match(broken.stderr, /^line 3: json_syntax: .*\n$/);
  assert.ok(!broken.stderr.includes('\u001b'));
  const cut = await into(exported.stdout.split('\n').slice(0, 2).join('\n'));
  assert.deepEqual([cut.code, cut.stderr], [1, 'the export has no end: lines are missing\n']);
  assert.equal((await chirp(['hub', 'export', '--database', other])).stdout, exported.stdout);
});

test('commands on a database that cannot be used say why', async () => {
  const lines = file('messages.ndjson', 'oops\n');
  for (const [args, expected] of [
    [['backup', '--database', '/nowhere/hub.db', 'x.db'], /cannot use the database/],
    [['backup', '--database', 'postgres://x:hunter2@y/z', 'x.db'], /pg_dump/],
    [['export', '--database', '/nowhere/hub.db'], /cannot use the database/],
    [['import', '--database', place(), lines], /not that of an export/],
    [['import', '--database', place(), '/nowhere/lines'], /cannot read/],
    [['import', '--database', place(), '-'], /name a file/],
    [['backup'], /missing required argument/],
  ]) {
    const { code, stdout, stderr } = await chirp(['hub', ...args]);
    assert.deepEqual([code, stdout], [2, ''], args.join(' '));
    assert.match(stderr, expected);
    assert.ok(!stderr.includes('hunter2'));
  }
});

test('settings that are not right, and what cannot be reached, are said in one sentence', async () => {
  const wrong = [
    [['--port', 'x'], /port must be a number/],
    [['--port', '65536'], /port must be a number/],
    [['--origin', 'https://a.example/path'], /origins must be/],
    [['--database', 'mysql://x:hunter2@y/z'], /database must be a file, or a URL/],
    [['--log-level', 'loud'], /log_level must be/],
    [['--drain-seconds', '-1'], /drain_seconds must be/],
    [['--config', '/nowhere/hub.json'], /cannot read the settings/],
    [['--config', file('a.json', '[]')], /must be a JSON object/],
    [['--config', file('b.json', '{"databse":"x"}')], /unknown setting databse/],
    [['--config', file('c.json', '{"names":"x"}')], /must be a list of texts/],
    [['--origin', 'https://pages.example/x'], /the setting origins must be/],
    [['--config', file('d.json', '{"origins":[1]}')], /the setting origins must be/],
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
    [['sign-in', '--database', place()], /cannot use the database .*: start "chirp hub" first/],
    [['token', '--database', place()], /cannot use the database .*: start "chirp hub" first/],
    [['token', '--database', file('x.db', 'no database'.repeat(100))], /x\.db: the file is no database/],
    [['token', '--database', 'postgres://someone:hunter2@127.0.0.1:1/x'], /database x at 127\.0\.0\.1:1:/],
    [['--pages', '/nowhere/at/all'], /pages must be a folder, and \/nowhere\/at\/all is none/],
    [['nothing'], /"chirp hub --help" tells more/],
    [['--config', file('d.json', '{"allow_loopback_webhooks":1}')], /must be true or false/],
    [['--config', file('e.json', '{"capabilities":[1]}')], /must be a list of objects/],
    [['--config', file('f.json', '{"capabilities":[{"name":"deploy"}]}')], /cannot hold: .*bad_format/],
    [['--config', file('g.json', '{"limits":{"sends":0}}')], /cannot hold: limits\.sends/],
    [['--config', file('h.json', '{"proxies":-1}'), '--check'], /must be a number from 0 to 100/],
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

test('capabilities, limits and proxies come from the file, and loopback webhooks from either', async () => {
  const settings = {
    database: place(),
    capabilities: [{ name: 'acme.deploy', confirm: true }],
    limits: { requests: 3 },
    proxies: 1,
  };
  const webhook = { method: 'POST', body: JSON.stringify({ url: 'http://127.0.0.1:9/', channels: ['*'] }) };
  const config = (more) => file('hub.json', JSON.stringify({ ...settings, ...more }));
  let token;
  for (const [args, status] of [
    [['--config', config({})], 422],
    [['--config', config({ allow_loopback_webhooks: true })], 201],
    [['--config', config({}), '--allow-loopback-webhooks'], 201],
  ]) {
    const { child, url, lines, outcome } = await begin(args);
    [, token = token] = /: (chirp_\S+)$/m.exec(lines.join('\n')) ?? [];
    const headers = { authorization: `Bearer ${token}` };
    const { capabilities } = await (await fetch(`${url}/api/v1/capabilities`, { headers })).json();
    assert.deepEqual(capabilities.at(-1), { name: 'acme.deploy', confirm: true });
    assert.equal((await fetch(`${url}/api/v1/webhooks`, { ...webhook, headers })).status, status);
    assert.equal((await fetch(`${url}/api/v1/me`, { headers })).status, 200);
    assert.equal((await fetch(`${url}/api/v1/me`, { headers })).status, 429);
    child.kill('SIGTERM');
    await outcome;
  }
});

test('an address that is taken is said, by the check too', async () => {
  const { child, url, outcome } = await begin(['--database', place()]);
  const port = new URL(url).port;
  for (const more of [[], ['--check']]) {
    const { code, stderr } = await chirp(['hub', '--database', place(), '--port', port, ...more]);
    assert.equal(code, 2);
    assert.match(stderr, /another program listens on port/);
  }
  child.kill('SIGTERM');
  await outcome;
});

test('it prints tokens while the hub runs, each alone', async () => {
  const database = place();
  const { child, url, outcome } = await begin(['--database', database]);
  const made = async (...args) => chirp(['hub', 'token', '--database', database, ...args]);
  const me = async ({ code, stdout, stderr }) => {
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^chirp_[\w-]{43}\n$/);
    const headers = { authorization: `Bearer ${stdout.trim()}` };
    return (await fetch(`${url}/api/v1/me`, { headers })).json();
  };
  const usual = await me(await made());
  assert.deepEqual(
    [usual.roles, usual.channels, usual.sources],
    [['member'], ['general'], ['agent/*', 'integration/*']],
  );
  const owner = await me(await made('--role', 'owner', '--account', 'shell'));
  assert.deepEqual([owner.roles, owner.channels, owner.account], [['owner'], ['*'], 'shell']);
  const narrow = await me(await made('--source', 'agent/a', 'agent/b', '--channel', 'general'));
  assert.deepEqual(narrow.sources, ['agent/a', 'agent/b']);
  for (const [args, expected] of [
    [['--channel', 'x\u001b[2J'], /there is no channel x\\u001b\[2J; there is general\n/],
    [['--source', 'person/ana'], /person\/ana/],
    [['--workspace', 'x'], /no such workspace/],
  ]) {
    const { code, stdout, stderr } = await made(...args);
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, expected);
  }
  child.kill('SIGTERM');
  await outcome;
});

test('it serves a folder of pages', async () => {
  const page = file('index.html', '<!doctype html><title>pages</title>');
  const { child, url, outcome } = await begin(['--database', place(), '--pages', dirname(page)]);
  assert.match(await (await fetch(url)).text(), /<title>pages/);
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
