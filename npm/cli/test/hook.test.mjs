// `chirp hook` as Claude Code calls it: silent, never a failure, and what was told while the hub was away arrives later, in
// order and once. And the settings that make it be called.

import assert from 'node:assert/strict';
import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { chirp, file, outcomeOf, start } from './chirp.mjs';

const SILENT = { code: 0, stdout: '', stderr: '' };
const children = [];
after(() => {
  for (const child of children) child.kill('SIGKILL');
});

const scratch = () => mkdtempSync(join(tmpdir(), 'chirp-hook-'));

const event = (hook_event_name, more = {}) =>
  JSON.stringify({ session_id: 's-1', cwd: '/home/ana/secret/app', hook_event_name, ...more });

/** A port that nobody listens on, and the environment of a hook whose hub would be there. */
async function place(more = {}) {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  const folder = scratch();
  const env = {
    CHIRP_HUB_URL: `http://127.0.0.1:${port}`,
    CHIRP_QUEUE: join(folder, 'queue'),
    XDG_CONFIG_HOME: folder,
    ...more,
  };
  return { port, env, database: join(folder, 'hub.db') };
}

/** Starts a hub and gives its token, the first time, and `ask`. */
async function startHub({ port, database }, known) {
  const child = start(['hub', '--port', `${port}`, '--database', database]);
  children.push(child);
  const outcome = outcomeOf(child);
  let token = known;
  await new Promise((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      token ??= /: (chirp_\S+)$/.exec(line)?.[1];
      if (line.startsWith('listening on ')) resolve();
    });
    outcome.then(({ stderr }) => reject(new Error(stderr)));
  });
  const ask = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return response.json();
  };
  const stop = async () => {
    child.kill('SIGTERM');
    await outcome;
  };
  return { token, ask, stop };
}

/** A token that may speak as Claude Code. */
async function tokenOf({ ask }) {
  const request = { label: 'hook', channels: ['general'], sources: ['agent/claude-code'] };
  return (await ask('POST', '/api/v1/tokens', request)).token;
}

const linesOf = async ({ ask }) =>
  (await ask('GET', '/api/v1/channels/general/messages?limit=200')).messages.map(
    ({ body }) => body.split('\n')[0],
  );

const entries = ({ CHIRP_QUEUE }) => readdirSync(CHIRP_QUEUE).filter((name) => /^\d.*\.json$/.test(name));

test('whatever it is given, it prints nothing and ends with 0', async () => {
  const { env } = await place();
  const blocked = file('queue', 'a file where the folder would be');
  const hostile = file('hook.json', '{"tokn":"x"}');
  for (const [input, args, more] of [
    ['', [], {}],
    ['{', [], {}],
    ['null', [], {}],
    [event('Stop'), ['--bogus', 'x'], {}],
    [event('SomethingNew'), [], {}],
    [event('Stop', { session_id: 5 }), [], {}],
    [event('Stop'), [], { CHIRP_QUEUE: blocked }],
    [event('Stop'), [], { CHIRP_HOOK_CONFIG: '/nowhere/hook.json' }],
    [event('Stop'), [], { CHIRP_HOOK_CONFIG: hostile }],
    [event('Stop'), [], { CHIRP_HUB_URL: 'file:///etc/passwd' }],
    [event('Stop'), [], { CHIRP_HUB_URL: 'http://host.invalid' }],
    [event('Stop'), [], { CHIRP_HOOK_INCLUDE: 'everything' }],
    [event('Stop'), [], { CHIRP_TOKEN: 'two words' }],
    [event('Stop'), [], { CHIRP_TOKEN: '' }],
    [event('Stop', { prompt: 'x'.repeat(17 * 2 ** 20) }), [], {}],
    [new Uint8Array([0xff, 0xfe]), [], {}],
  ])
    assert.deepEqual(
      await chirp(['hook', 'claude-code', ...args], { input, env: { ...env, ...more } }),
      SILENT,
    );
  const log = readFileSync(join(env.CHIRP_QUEUE, 'hook.log'), 'utf8');
  assert.match(log, /unknown setting tokn/);
  assert.match(log, /no token is set, so it waits/);
  assert.ok(!log.includes('s-1'));
});

test('it ends also when its input does not, and when the hub does not answer', async () => {
  const silent = createServer(() => {});
  await new Promise((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { env } = await place({ CHIRP_HUB_URL: `http://127.0.0.1:${silent.address().port}` });
  const open = start(['hook', 'claude-code'], { env });
  open.stdin.write('{"session_id"');
  assert.deepEqual(await outcomeOf(open), SILENT);
  assert.deepEqual(await chirp(['hook', 'claude-code'], { input: event('Stop'), env }), SILENT);
  assert.equal(entries(env).length, 1);
  silent.close();
});

test('what is told while the hub is away arrives later, in order, once, and without what was typed', async () => {
  const where = await place();
  let hub = await startHub(where);
  const env = { ...where.env, CHIRP_TOKEN: await tokenOf(hub) };
  const { token } = hub;
  const tell = async (...told) =>
    assert.deepEqual(await chirp(['hook', 'claude-code'], { input: event(...told), env }), SILENT);

  // On a machine that is busy the time may be over before it is sent; then it waits, as it does when the hub is away.
  const settled = async () => {
    if (entries(env).length > 0) await chirp(['hook', 'flush'], { env });
  };

  await tell('SessionStart', { source: 'startup' });
  await settled();
  assert.deepEqual(await linesOf(hub), ['Claude Code in app: session started']);
  await hub.stop();

  await tell('UserPromptSubmit', { prompt: 'canary-3310' });
  await tell('PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'canary-3310' } });
  await tell('Stop', { last_assistant_message: 'canary-3310' });
  const waiting = entries(env);
  assert.equal(waiting.length, 3);
  for (const name of waiting) {
    const path = join(env.CHIRP_QUEUE, name);
    assert.equal(statSync(path).mode & 0o777, 0o600);
    const text = readFileSync(path, 'utf8');
    assert.ok(!text.includes('canary-3310') && !text.includes('/home') && !text.includes(env.CHIRP_TOKEN));
  }

  hub = await startHub(where, token);
  // One of them had arrived, and only its answer was lost.
  const first = JSON.parse(readFileSync(join(env.CHIRP_QUEUE, waiting[0]), 'utf8'));
  const owner = await fetch(`${env.CHIRP_HUB_URL}${first.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${env.CHIRP_TOKEN}` },
    body: first.body,
  });
  assert.equal(owner.status, 201);
  await tell('SessionEnd', { reason: 'exit' });
  await settled();
  assert.deepEqual(await linesOf(hub), [
    'Claude Code in app: session started',
    'Claude Code in app: works on a prompt',
    'Claude Code in app: asks for a permission: Bash',
    'Claude Code in app: finished responding',
    'Claude Code in app: session ended',
  ]);
  assert.deepEqual(entries(env), []);
  const { messages } = await hub.ask('GET', '/api/v1/channels/general/messages');
  assert.deepEqual(
    messages.map(({ instrument }) => instrument.revision),
    [1, 2, 3, 4, 5],
  );
  await hub.stop();
});

test('many at once: each arrives once', async () => {
  const where = await place();
  const hub = await startHub(where);
  const env = { ...where.env, CHIRP_TOKEN: await tokenOf(hub) };
  const told = Array.from({ length: 6 }, (_, index) => event('Stop', { session_id: `many-${index}` }));
  for (const outcome of await Promise.all(
    told.map((input) => chirp(['hook', 'claude-code'], { input, env })),
  ))
    assert.deepEqual(outcome, SILENT);
  await chirp(['hook', 'flush'], { env });
  const { messages } = await hub.ask('GET', '/api/v1/channels/general/messages');
  assert.deepEqual(
    messages.map(({ protocol }) => protocol.subject.id).sort(),
    told.map((_, index) => `many-${index}`),
  );
  await hub.stop();
});

test('flush sends what waits, and says what is left and why', async () => {
  const where = await place({ CHIRP_TOKEN: 'wrong' });
  await chirp(['hook', 'claude-code'], { input: event('Stop'), env: where.env });
  const away = await chirp(['hook', 'flush'], { env: where.env });
  assert.deepEqual([away.code, away.stdout], [1, '0 messages sent, 0 refused, 1 left\n']);
  assert.match(away.stderr, /the hub cannot be reached/);
  const hub = await startHub(where);
  const wrong = await chirp(['hook', 'flush'], { env: where.env });
  assert.deepEqual([wrong.code, wrong.stdout], [1, '0 messages sent, 0 refused, 1 left\n']);
  assert.match(wrong.stderr, /^unauthorized: /);
  const env = { ...where.env, CHIRP_TOKEN: await tokenOf(hub) };
  const sent = await chirp(['hook', 'flush'], { env });
  assert.deepEqual(sent, { code: 0, stdout: '1 message sent, 0 refused, 0 left\n', stderr: '' });
  await chirp(['hook', 'claude-code'], {
    input: event('Stop'),
    env: { ...env, CHIRP_CHANNEL: 'nowhere', CHIRP_TOKEN: '' },
  });
  const refused = await chirp(['hook', 'flush'], { env });
  assert.deepEqual([refused.code, refused.stdout], [1, '0 messages sent, 1 refused, 0 left\n']);
  assert.match(readFileSync(join(env.CHIRP_QUEUE, 'queue.log'), 'utf8'), /"code":"not_found"/);
  assert.equal((await chirp(['hook', 'flush'], { env: { ...env, CHIRP_TOKEN: '' } })).code, 2);
  await hub.stop();
});

test('settings may be in a file', async () => {
  const { env } = await place();
  const { CHIRP_HUB_URL: url, CHIRP_QUEUE: queue, ...rest } = env;
  const config = file(
    'hook.json',
    JSON.stringify({ url, queue, channel: 'agents', include: ['prompt'], tools: true }),
  );
  const input = event('PreToolUse', { tool_name: 'Bash', prompt: 'do it' });
  await chirp(['hook', 'claude-code'], { input, env: { ...rest, CHIRP_HOOK_CONFIG: config } });
  const [name] = entries(env);
  const { path, body } = JSON.parse(readFileSync(join(queue, name), 'utf8'));
  assert.equal(path, '/api/v1/channels/agents/messages?draft=1');
  assert.match(JSON.parse(body).protocol.presentation.fallback, /uses a tool: Bash\n(.*\n)*- Prompt: do it$/);
});

test('install prints the settings, for the command and for requests', async () => {
  const { env } = await place();
  const { code, stdout, stderr } = await chirp(['hook', 'install'], { env });
  assert.deepEqual([code, stderr], [0, '']);
  const { hooks } = JSON.parse(stdout);
  for (const name of ['SessionStart', 'Stop', 'PermissionRequest', 'Notification', 'SessionEnd'])
    assert.deepEqual(hooks[name], [
      { hooks: [{ type: 'command', command: 'chirp hook claude-code', timeout: 5 }] },
    ]);
  assert.ok(!('PreToolUse' in hooks));
  assert.deepEqual((await chirp(['hook', 'install', '--command'], { env })).stdout, stdout);

  const byRequest = JSON.parse((await chirp(['hook', 'install', '--http'], { env })).stdout).hooks;
  assert.equal(byRequest.SessionStart[0].hooks[0].type, 'command');
  assert.deepEqual(byRequest.Stop[0].hooks[0], {
    type: 'http',
    url: `${env.CHIRP_HUB_URL}/api/v1/hooks`,
    headers: { Authorization: 'Bearer $CHIRP_HOOK_TOKEN' },
    allowedEnvVars: ['CHIRP_HOOK_TOKEN'],
    timeout: 5,
  });
  assert.equal((await chirp(['hook', 'install', '--http', '--command'], { env })).code, 2);
});

test('install adds to a file only when it is told to, keeps what is there, and may be repeated', async () => {
  const { env } = await place();
  const folder = scratch();
  const real = join(folder, 'real.json');
  const link = join(folder, 'settings.json');
  const mine = { matcher: 'Bash', hooks: [{ type: 'command', command: 'mine' }] };
  const before = `${JSON.stringify({ model: 'x', hooks: { Stop: [mine], Other: [mine] }, z: 1 })}\n`;
  writeFileSync(real, before, { mode: 0o640 });
  symlinkSync(real, link);
  const { code, stdout } = await chirp(['hook', 'install', '--merge', link], { env });
  assert.equal(code, 0);
  assert.match(
    stdout,
    /the hooks are in .*settings\.json; as it was, it is kept in .*real\.json\.backup-1\n$/,
  );
  assert.equal(readFileSync(`${real}.backup-1`, 'utf8'), before);
  assert.ok(lstatSync(link).isSymbolicLink());
  assert.equal(statSync(real).mode & 0o777, 0o640);
  const after = JSON.parse(readFileSync(link, 'utf8'));
  assert.deepEqual([after.model, after.z, after.hooks.Other], ['x', 1, [mine]]);
  assert.deepEqual([after.hooks.Stop[0], after.hooks.Stop.length], [mine, 2]);
  const text = readFileSync(real, 'utf8');
  assert.match(
    (await chirp(['hook', 'install', '--merge', link], { env })).stdout,
    /has the hooks already\n$/,
  );
  assert.equal(readFileSync(real, 'utf8'), text);
  assert.deepEqual(readdirSync(folder).sort(), ['real.json', 'real.json.backup-1', 'settings.json']);

  const fresh = join(folder, 'new', 'settings.json');
  assert.equal((await chirp(['hook', 'install', '--http', '--merge', fresh], { env })).code, 0);
  assert.ok('Stop' in JSON.parse(readFileSync(fresh, 'utf8')).hooks);

  for (const content of ['{"a":', '[]', '{"hooks":[]}', '{"hooks":{"Stop":{}}}']) {
    const path = file('settings.json', content);
    const refused = await chirp(['hook', 'install', '--merge', path], { env });
    assert.deepEqual([refused.code, refused.stdout], [2, '']);
    assert.match(refused.stderr, /so nothing is added to it\n$/);
    assert.equal(readFileSync(path, 'utf8'), content);
  }
});

test('every command of hook has help within eighty columns', async () => {
  for (const command of [[], ['claude-code'], ['install'], ['flush']]) {
    const { code, stdout, stderr } = await chirp(['hook', ...command, '--help']);
    assert.deepEqual([code, stderr], [0, '']);
    for (const line of stdout.split('\n')) assert.ok([...line].length <= 80, line);
  }
});
