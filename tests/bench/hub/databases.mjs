// Owns the databases under the hub and without it: what a program does that only stores, one message a transaction.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { startPostgres } from '../../../npm/scripts/postgres-server.mjs';

const WORKSPACE = 'w';
const NOW = '2026-03-01T12:00:00Z';

/** The tables of the hub, so that the same rows go into the same indexes. */
function tables(dialect) {
  const folder = new URL(`../../../npm/hub/migrations/${dialect}/`, import.meta.url);
  return readdirSync(folder)
    .sort()
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join(';\n');
}

const FIRST = [
  `INSERT INTO workspaces (id, created_at) VALUES ('${WORKSPACE}', '${NOW}')`,
  `INSERT INTO channels (workspace, id, name, created_at) VALUES ('${WORKSPACE}', 'general', 'general', '${NOW}')`,
];

const NEXT = 'UPDATE workspaces SET cursor = cursor + 1 WHERE id = $1 RETURNING cursor';
const INSERT = `INSERT INTO messages (workspace, id, cursor, channel, sender, created_at, body, envelope, digest, content,
  source_kind, source_id, dedupe_key) VALUES ($1, $2, $3, 'general', 'bench', '${NOW}', $4, $5, $6, $7, 'agent', 'builder', $8)`;

/** What is stored of one message: of the size of what the hub stores of it. */
function row(index, cursor, { body, envelope }) {
  const digest = `sha-256:${String(index).padStart(64, '0')}`;
  return [WORKSPACE, randomUUID(), cursor, body, envelope, digest, digest, `bare-${index}`];
}

/** SQLite in a file: `hub` is the address for a hub, `store(index, message)` a durable transaction past it. */
export async function sqlite() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'chirp-bench-'));
  const database = new Database(path.join(folder, 'bare.db'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  database.exec(`${tables('sqlite')};${FIRST.join(';')}`);
  const next = database.prepare(NEXT);
  const insert = database.prepare(INSERT);
  const named = (values) => Object.fromEntries(values.map((value, place) => [place + 1, value]));
  const store = database.transaction((index, message) => {
    const { cursor } = next.get(named([WORKSPACE]));
    insert.run(named(row(index, cursor, message)));
  });
  return {
    hub: path.join(folder, 'hub.db'),
    store: async (index, message) => store.immediate(index, message),
    async close() {
      database.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The same on a PostgreSQL server of its own, with as many connections as a hub has. */
export async function postgres() {
  const server = await startPostgres({ durable: true });
  const admin = new pg.Client({ connectionString: server.address('postgres') });
  await admin.connect();
  for (const name of ['hub', 'bare']) await admin.query(`CREATE DATABASE ${name}`);
  await admin.end();
  const pool = new pg.Pool({ connectionString: server.address('bare'), max: 10 });
  await pool.query(`${tables('postgres')};${FIRST.join(';')}`);
  return {
    hub: server.address('hub'),
    async store(index, message) {
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        const { rows } = await client.query({ name: 'next', text: NEXT, values: [WORKSPACE] });
        const values = row(index, rows[0].cursor, message);
        await client.query({ name: 'insert', text: INSERT, values });
        await client.query('COMMIT');
      } finally {
        client.release();
      }
    },
    async close() {
      await pool.end();
      await server.remove();
    },
  };
}
