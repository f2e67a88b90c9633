// Owns: bringing a database to the schema of this version. A migration that was applied is never changed.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Driver, Sql } from './sql.js';

const FOLDER = new URL('../migrations/', import.meta.url);

/** A step of the schema. */
export interface Migration {
  readonly name: string;
  readonly text: string;
}

/** The migrations of a dialect, in order. */
export function migrationsOf(dialect: Driver['dialect']): Migration[] {
  const folder = new URL(`${dialect}/`, FOLDER);
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return names.sort().map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }));
}

/** The names of the migrations that a database lacks; all of them for one that is new. Changes nothing. Throws as migrate does. */
export async function pending(driver: Driver): Promise<string[]> {
  const known = migrationsOf(driver.dialect);
  const names = known.map(({ name }) => name);
  return driver.read(async (sql) => {
    if (!(await sql.has('migrations'))) return names;
    return lacking(await applied(sql), known).map(({ name }) => name);
  });
}

/**
 * Applies the migrations that a database lacks, all of them or none. Throws when one was changed after it was applied, and
 * when the database has one that is not known here: a newer hub wrote to it.
 */
export async function migrate(driver: Driver, migrations = migrationsOf(driver.dialect)): Promise<void> {
  await driver.migrate(async (sql, script) => {
    await script(
      'CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, checksum TEXT NOT NULL, applied_at TEXT NOT NULL)',
    );
    for (const { name, text, checksum } of lacking(await applied(sql), migrations)) {
      await script(text);
      const now = new Date().toISOString();
      await sql.all(
        'INSERT INTO migrations (name, checksum, applied_at) VALUES ($1, $2, $3)',
        name,
        checksum,
        now,
      );
    }
  });
}

/** The checksums of the migrations that were applied, by name. */
async function applied(sql: Sql): Promise<Map<string, string>> {
  const rows = await sql.all<{ name: string; checksum: string }>('SELECT name, checksum FROM migrations');
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

/** The migrations that are not applied, with their checksums. */
function lacking(
  applied: ReadonlyMap<string, string>,
  migrations: readonly Migration[],
): (Migration & { checksum: string })[] {
  const unknown = [...applied.keys()].find((name) => !migrations.some((known) => known.name === name));
  if (unknown !== undefined)
    throw new Error(`the database has the migration ${unknown}, which this hub does not know`);
  const all = migrations.map((migration) => ({
    ...migration,
    checksum: createHash('sha256').update(migration.text).digest('hex'),
  }));
  const changed = all.find(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum);
  if (changed !== undefined)
    throw new Error(`the migration ${changed.name} was changed after it was applied`);
  return all.filter(({ name }) => !applied.has(name));
}
