// Owns: which workspace of a database is meant.

import type { Sql } from '../store/sql.js';

/** A workspace and its last cursor. */
interface Workspace {
  readonly id: string;
  readonly cursor: number;
}

/** The workspace that is named; of one that is not named, the only one. Throws RangeError. */
export async function workspaceIn(sql: Sql, named: string | undefined): Promise<Workspace> {
  const rows = await sql.all<{ id: string; cursor: number }>('SELECT id, cursor FROM workspaces');
  const found = named === undefined ? rows : rows.filter(({ id }) => id === named);
  const [only, ...others] = found;
  if (only === undefined)
    throw new RangeError(
      named === undefined ? 'the database has no workspace' : 'there is no such workspace',
    );
  if (others.length > 0) throw new RangeError('the database has several workspaces; name one');
  return only;
}
