// Owns: a copy of the embedded database, while a hub uses it.

import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { isPostgres, isThere } from '../database.js';
import { newId } from '../secret.js';
import { StoreUnavailable } from '../store/sql.js';

/**
 * Copies the embedded database as it is at one moment. A hub may use it meanwhile, and waits for nothing. The copy is
 * checked, and durable, before it takes its name, in place of what had that name. Only who may read the database may read
 * it. Rejects with RangeError for PostgreSQL, which has tools of its own, and with StoreUnavailable.
 */
export async function backupDatabase(database: string, file: string): Promise<void> {
  if (isPostgres(database)) throw new RangeError('a PostgreSQL database is backed up by pg_dump');
  if (!isThere(database)) throw new StoreUnavailable('the database is not there');
  const folder = dirname(file);
  const unfinished = join(folder, `.${basename(file)}-${newId()}`);
  try {
    // Made first, so that nobody else reads it at any time.
    await (await open(unfinished, 'wx', 0o600)).close();
    copy(database, unfinished);
    await sync(unfinished);
    await rename(unfinished, file);
    await sync(folder);
  } catch (cause) {
    if (cause instanceof StoreUnavailable) throw cause;
    const { code = 'unknown' } = cause as { code?: string };
    throw new StoreUnavailable(`the copy cannot be made (${code})`, { cause });
  } finally {
    await rm(unfinished, { force: true });
  }
}

function copy(from: string, to: string): void {
  const database = new Database(from, { fileMustExist: true });
  try {
    database.prepare('VACUUM INTO ?').run(to);
  } finally {
    database.close();
  }
  const made = new Database(to, { readonly: true });
  try {
    if (made.pragma('integrity_check', { simple: true }) !== 'ok')
      throw new StoreUnavailable('the copy does not pass its check; so the database may not');
  } finally {
    made.close();
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
