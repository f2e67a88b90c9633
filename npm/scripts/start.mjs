// Owns: `npm start`. From a fresh clone to a hub with its board, channels and playground on one address: installs, builds
// what is stale, runs the hub on a file of this clone, signs the person in by a link, and lets a demo report to it.
//   npm start                  goes on where it was left
//   npm start -- --fresh       begins anew
//   npm start -- --quiet       without the demo
//   npm start -- --port 8080   on another port

import { fork } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { main, root, Stop, say } from './run.mjs';

const USUAL_PORT = 4747;

/** How many ports after the usual one are tried. */
const PORTS_TRIED = 20;

/** Where the hub of this clone keeps what it has. */
const STATE = join(root, '.chirp');

/** Its database, as it is called in the folder of the clone. */
const DATABASE = '.chirp/hub.db';

/** Says who runs it, while somebody does. */
const RUNNING = join(STATE, 'running.json');

await main(async () => {
  const values = options();
  const port = Number(values.port ?? USUAL_PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Stop('--port takes a number up to 65535');

  await mustBeAlone();
  await build();
  const pages = join(root, 'web-demo/dist');
  if (!existsSync(join(pages, 'board.html'))) throw new Stop('the build of web-demo left no dist/board.html');
  if (values.fresh) rmSync(STATE, { recursive: true, force: true });
  mkdirSync(STATE, { recursive: true, mode: 0o700 });

  // Named here, since it is there only when everything is built.
  const { openHub } = await import('@chirp-protocol/hub');
  const hub = await openHub({ database: join(root, DATABASE), pages, allowLoopbackWebhooks: true });
  const url = await listen(hub, port, values.port === undefined);
  writeFileSync(RUNNING, JSON.stringify({ pid: process.pid, url }));
  const demo = values.quiet ? undefined : await startDemo(hub, url);
  say(`The board is at ${url}/board.html, beside it the channels and the playground`);
  say('This link signs your browser in as the owner. It works once, for ten minutes:');
  say(`  ${url}${await hub.signInLink()}`);
  say('Programs need a token. In a shell in this folder, this line makes one and says where the hub is:');
  say(
    `  export CHIRP_HUB_URL=${url} CHIRP_TOKEN=$(npx chirp hub token --database ${DATABASE} --role owner --account shell)`,
  );
  say('Ctrl+C stops it; npm start goes on from there, npm start -- --fresh begins anew');
  const end = async () => {
    demo?.kill('SIGTERM');
    await hub.close();
    rmSync(RUNNING, { force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void end());
});

function options() {
  try {
    return parseArgs({
      options: { fresh: { type: 'boolean' }, port: { type: 'string' }, quiet: { type: 'boolean' } },
    }).values;
  } catch (error) {
    throw new Stop(
      `${error.message}. npm start takes --fresh, --quiet and --port, as in: npm start -- --quiet`,
    );
  }
}

/** The file is that of one process, and --fresh would take it from under another one. */
async function mustBeAlone() {
  if (!existsSync(RUNNING)) return;
  const { pid, url } = JSON.parse(readFileSync(RUNNING, 'utf8'));
  const isThere = isAlive(pid) && (await fetch(`${url}/healthz`).catch(() => undefined))?.ok;
  if (!isThere) return;
  throw new Stop(
    `the hub of this clone runs already, at ${url}. Another link that signs in is printed by\n` +
      `  npx chirp hub sign-in --database ${DATABASE} --url ${url}`,
  );
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** The demo as a program of its own, which knows of the hub what any producer does. */
async function startDemo(hub, url) {
  // It says what it says in words of the protocol, and so needs what is built.
  const { demoToken } = await import('./demo/token.mjs');
  const token = await demoToken(hub, url, join(STATE, 'demo.json'));
  return fork(join(root, 'npm/scripts/demo/main.mjs'), [], {
    env: { ...process.env, CHIRP_URL: url, CHIRP_TOKEN: token },
  });
}

async function listen(hub, port, next) {
  const last = next ? port + PORTS_TRIED : port;
  for (let tried = port; ; tried += 1) {
    try {
      return await hub.listen({ port: tried });
    } catch (error) {
      if (error.code !== 'EADDRINUSE' || tried >= last)
        throw new Stop(`port ${tried} cannot be used: ${error.message}; --port takes another one`);
    }
  }
}
