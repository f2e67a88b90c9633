// Owns: which database an address names, and whether there is one.

import { existsSync } from 'node:fs';
import { batched } from './store/batch.js';
import { pending } from './store/migrate.js';
import { openPostgres } from './store/postgres.js';
import { type Driver, StoreUnavailable } from './store/sql.js';
import { openSqlite } from './store/sqlite.js';

/** Whether the address is that of a PostgreSQL server; any other is a file. */
export function isPostgres(database: string): boolean {
  return /^postgres(ql)?:\/\//.test(database);
}

/** Whether there can be a database at an address: a file that is not there would be made. */
export function isThere(database: string): boolean {
  return isPostgres(database) || existsSync(database);
}

/**
 * Opens a database that a hub has opened before, without changing its schema. Rejects with StoreUnavailable, and with
 * RangeError for one that no hub of this version has opened.
 */
export async function openReady(database: string): Promise<Driver> {
  if (!isThere(database)) throw new StoreUnavailable('the database is not there');
  const driver = openDatabase(database);
  try {
    if ((await pending(driver)).length > 0)
      throw new RangeError(
        'the database is not one that a hub of this version has opened: start the hub first',
      );
    return driver;
  } catch (error) {
    await driver.close();
    throw error;
  }
}

/** Opens the database, or makes it. Throws StoreUnavailable. */
export function openDatabase(database: string): Driver {
  return batched(isPostgres(database) ? openPostgres(database) : openSqlite(database));
}
