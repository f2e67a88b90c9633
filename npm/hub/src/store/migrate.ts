// Owns: bringing a database to the schema of this version. A migration that was applied is never changed.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Driver } from './sql.js';

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

/**
 * Applies the migrations that a database lacks, all of them or none. Throws when one was changed after it was applied, and
 * when the database has one that is not known here: a newer hub wrote to it.
 */
export async function migrate(driver: Driver, migrations = migrationsOf(driver.dialect)): Promise<void> {
  await driver.migrate(async (sql, script) => {
    await script(
      'CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, checksum TEXT NOT NULL, applied_at TEXT NOT NULL)',
    );
    const rows = await sql.all<{ name: string; checksum: string }>('SELECT name, checksum FROM migrations');
    const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
    const unknown = rows.find(({ name }) => !migrations.some((known) => known.name === name));
    if (unknown !== undefined)
      throw new Error(`the database has the migration ${unknown.name}, which this hub does not know`);
    for (const { name, text } of migrations) {
      const checksum = createHash('sha256').update(text).digest('hex');
      const found = applied.get(name);
      if (found === checksum) continue;
      if (found !== undefined) throw new Error(`the migration ${name} was changed after it was applied`);
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
