// Owns: a PostgreSQL server for the length of a test or a measurement, in a folder of its own and on a Unix socket.

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findPostgres } from './postgres.mjs';
import { Stop } from './run.mjs';

/** How long the server may take to come up, in milliseconds. */
const START_MS = 20_000;

/** The port that names the socket. */
const PORT = 5432;

/**
 * Starts a server that answers when this resolves. `address(database)` is what to reach it by; `stop` ends it as a machine
 * does that goes down, and `start` brings it back with what was committed; `remove` ends it for good. Without `durable` the
 * server forces nothing to disk, which a process that is killed does not notice and a machine that goes down does.
 */
export async function startPostgres({ durable = false } = {}) {
  const programs = findPostgres();
  if (programs === undefined) throw new Stop('there is no PostgreSQL here');
  const folder = mkdtempSync(join(tmpdir(), 'chirp-pg-'));
  // The server refuses to run as root.
  const user = process.getuid?.() === 0 ? userOf('postgres') : {};
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const made = ['-D', data, '-U', 'chirp', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  execFileSync(join(programs, 'initdb'), made, { ...user, cwd: folder, stdio: 'pipe' });
  let running;
  const start = async () => {
    const args = ['-D', data, '-k', folder, '-p', `${PORT}`];
    const settings = ['listen_addresses=', 'max_connections=200', `fsync=${durable ? 'on' : 'off'}`];
    const set = settings.flatMap((setting) => ['-c', setting]);
    running = spawn(join(programs, 'postgres'), [...args, ...set], {
      ...user,
      cwd: folder,
      stdio: 'ignore',
    });
    await ready(join(programs, 'pg_isready'), folder);
  };
  const stop = async () => {
    const ended = once(running, 'exit');
    running.kill('SIGQUIT');
    await ended;
  };
  const remove = async () => {
    if (running.exitCode === null) await stop();
    rmSync(folder, { recursive: true, force: true });
  };
  await start();
  const address = (database) =>
    `postgres://chirp@localhost:${PORT}/${database}?host=${encodeURIComponent(folder)}`;
  return { address, start, stop, remove };
}

async function ready(program, folder) {
  const end = performance.now() + START_MS;
  while (performance.now() < end) {
    const { status } = spawnSync(program, ['-h', folder, '-p', `${PORT}`], { stdio: 'ignore' });
    if (status === 0) return;
    await wait(50);
  }
  throw new Stop('PostgreSQL did not start');
}

function userOf(name) {
  const id = (flag) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
