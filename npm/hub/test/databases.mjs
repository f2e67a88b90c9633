// Owns: the databases that the tests run on: SQLite in a file, and a PostgreSQL server of their own on a Unix socket.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import SqliteFile from 'better-sqlite3';
import pg from 'pg';
import { findPostgres } from '../../scripts/postgres.mjs';
import { startPostgres } from '../../scripts/postgres-server.mjs';

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

/**
 * The databases that there are here: `make` gives the address of an empty one, and `query` runs a statement on it past the
 * hub. `npm test` installs PostgreSQL, and says so
 * when it cannot.
 */
export const DATABASES = findPostgres() === undefined ? [SQLITE] : [SQLITE, POSTGRESQL];

/** Those that several hubs may share; `startServer` starts one that can be stopped. */
export const SERVERS = DATABASES.filter((database) => 'startServer' in database);

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

/** Starts a server that is gone after the tests of this file; see startPostgres. */
async function startServer() {
  const server = await startPostgres();
  endings.push(server.remove);
  return server;
}
