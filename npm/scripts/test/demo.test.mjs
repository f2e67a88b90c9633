// The demo, as `npm start` runs it: a producer with a token of its own, which tells something to the board and does what a
// person decides.

import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { openHub } from '@chirp-protocol/hub';
import { demoToken } from '../demo/token.mjs';
import { root } from '../run.mjs';

const PATIENCE_MS = 20_000;

let demo;
let folder;
let hub;
let url;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chirp-demo-'));
  hub = await openHub({ database: join(folder, 'hub.db') });
  url = await hub.listen({ port: 0 });
  const token = await demoToken(hub, url, join(folder, 'demo.json'));
  assert.equal(await demoToken(hub, url, join(folder, 'demo.json')), token, 'it is asked for once');
  const env = { ...process.env, CHIRP_URL: url, CHIRP_TOKEN: token };
  demo = fork(join(root, 'npm/scripts/demo/main.mjs'), [], { env, stdio: 'inherit' });
});

after(async () => {
  demo?.kill();
  await hub.close();
  rmSync(folder, { recursive: true });
});

async function ask(method, path, body) {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${hub.firstRun.token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  assert.ok(response.ok, `${method} ${path}: ${response.status}`);
  return response.json();
}

/** The head of a lens that is wanted, as soon as it is there. */
async function head(lens, isWanted) {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await setTimeout(100)) {
    const { heads } = await ask('GET', `/instruments?lens=${lens}`);
    const found = heads.find(isWanted);
    if (found !== undefined) return found;
  }
  throw new Error(`nothing of the kind came to ${lens}`);
}

it('asks the owner, and goes on when it is answered', async () => {
  const isRelease = ({ message }) => message.protocol.subject.kind === 'deployment';
  const { digest, message, needs_me, series } = await head('decisions', isRelease);
  assert.equal(needs_me, true);
  await ask('POST', `/messages/${message.id}/actions/release`, {
    digest,
    confirmed: true,
    invocation_id: 'demo',
  });
  const run = await head('runs', (one) => one.series === series);
  assert.equal(run.message.protocol.lifecycle.state, 'running');
  const build = await head('runs', ({ message: { protocol } }) => protocol.subject.kind === 'build');
  assert.equal(build.message.protocol.source.id, 'ci');
});

it('ends when it is told to, and says nothing of it', async () => {
  demo.kill('SIGTERM');
  const [code] = await once(demo, 'exit');
  assert.equal(code, 0);
});
