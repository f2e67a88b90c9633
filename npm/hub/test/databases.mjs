// Owns: the databases that the tests run on: SQLite in a file, and a PostgreSQL server of their own on a Unix socket.

import { execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import SqliteFile from 'better-sqlite3';
import pg from 'pg';
import { findPostgres } from '../../scripts/postgres.mjs';

/** What is to be undone after the tests of a file. */
const endings = [];

after(async () => {
  for (const end of endings.reverse()) await end();
});

const SQLITE = {
  name: 'SQLite',
  async make() {
    const folder = mkdtempSync(join(tmpdir(), 'chirp-hub-'));
    endings.push(() => rmSync(folder, { recursive: true, force: true }));
    return join(folder, 'hub.db');
  },
  async query(path, statement) {
    const file = new SqliteFile(path);
    try {
      const prepared = file.prepare(statement);
      if (prepared.reader) return prepared.all();
      prepared.run();
      return [];
    } finally {
      file.close();
    }
  },
};

const POSTGRESQL = {
  name: 'PostgreSQL',
  async make() {
    server ??= startServer();
    const { address } = await server;
    const name = `hub_${Math.random().toString(36).slice(2)}`;
    await ask(address('postgres'), `CREATE DATABASE ${name}`);
    return address(name);
  },
  query: ask,
  startServer,
};

/** Where the programs of the server are. */
const PROGRAMS = findPostgres();

/**
 * The databases that there are here: `make` gives the address of an empty one, and `query` runs a statement on it past the
 * hub; one that is a server has `startServer`, which starts one of its own. `npm test` installs PostgreSQL, and says so
 * when it cannot.
 */
export const DATABASES = PROGRAMS === undefined ? [SQLITE] : [SQLITE, POSTGRESQL];

async function ask(address, statement) {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

let server;

/** Starts a server and gives what to reach it by, and `stop` and `start`. It is gone after the tests of this file. */
async function startServer() {
  const folder = mkdtempSync(join(tmpdir(), 'chirp-pg-'));
  // The server refuses to run as root.
  const user = process.getuid() === 0 ? userOf('postgres') : {};
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  execFileSync(
    join(PROGRAMS, 'initdb'),
    ['-D', data, '-U', 'chirp', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    {
      ...user,
      cwd: folder,
      stdio: 'pipe',
    },
  );
  let running;
  const address = (name) => `postgres://chirp@localhost/${name}?host=${encodeURIComponent(folder)}`;
  const start = async () => {
    const args = ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'max_connections=200'];
    running = spawn(join(PROGRAMS, 'postgres'), args, { ...user, cwd: folder, stdio: 'ignore' });
    for (let attempt = 0; attempt < 200; attempt += 1) {
      const up = await ask(address('postgres'), 'SELECT 1').then(
        () => true,
        () => false,
      );
      if (up) return;
      await wait(100);
    }
    throw new Error('PostgreSQL did not start');
  };
  const stop = async () => {
    const ended = new Promise((resolve) => running.once('exit', resolve));
    // Immediately, as a machine that goes down.
    running.kill('SIGQUIT');
    await ended;
  };
  await start();
  endings.push(async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return { address, start, stop };
}

function userOf(name) {
  const id = (flag) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
