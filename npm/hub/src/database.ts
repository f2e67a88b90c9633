// Owns: which database an address names.

import { batched } from './store/batch.js';
import { openPostgres } from './store/postgres.js';
import type { Driver } from './store/sql.js';
import { openSqlite } from './store/sqlite.js';

/** Whether the address is that of a PostgreSQL server; any other is a file. */
export function isPostgres(database: string): boolean {
  return /^postgres(ql)?:\/\//.test(database);
}

/** Opens the database. Throws StoreUnavailable. */
export function openDatabase(database: string): Driver {
  return batched(isPostgres(database) ? openPostgres(database) : openSqlite(database));
}
