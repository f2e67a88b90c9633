// Owns: the erasure of an account: what it could do ends at once, and what it sent loses its text, a part at a time.

import { setImmediate } from 'node:timers/promises';
import { decideChange } from '@chirp-protocol/protocol/hub';
import { accountOf, isSelf, mustKeepAnOwner, mustRunFor, rolesHeld } from './accounts.js';
import { type Caller, ERASED, erasedName, hold, mustRun, rightsChange } from './caller.js';
import { erase, seriesChanged } from './change.js';
import { lock } from './cursor.js';
import { refuse } from './refusal.js';
import { places } from './store/rows.js';
import type { Driver, Row, Sql } from './store/sql.js';

/** Messages that lose their text in one transaction, which nobody waits for long. */
const BATCH = 25;

/** An erasure that has begun. */
interface Erasure extends Row {
  readonly workspace: string;
  readonly account: string;
  readonly cursor: number;
}

/** Where an account, which may be that of a program, is named. */
const TRACES = [
  'SELECT 1 AS one FROM accounts WHERE workspace = $1 AND account = $2',
  'SELECT 1 AS one FROM erasures WHERE workspace = $1 AND account = $2',
  'SELECT 1 AS one FROM tokens WHERE workspace = $1 AND account = $2 LIMIT 1',
  'SELECT 1 AS one FROM hooks WHERE workspace = $1 AND account = $2 LIMIT 1',
  'SELECT 1 AS one FROM members WHERE workspace = $1 AND account = $2 LIMIT 1',
  'SELECT 1 AS one FROM messages WHERE workspace = $1 AND sender = $2 LIMIT 1',
  'SELECT 1 AS one FROM invocations WHERE workspace = $1 AND account = $2 LIMIT 1',
];

/**
 * Begins an erasure, for a person themselves or whoever runs the workspace: tokens, sessions, memberships and the account are
 * gone when this resolves. Throws Refusal; a workspace keeps an owner.
 */
export async function beginErasure(driver: Driver, caller: Caller, account: string): Promise<void> {
  const { workspace } = caller;
  if (!isSelf(caller, account)) mustRun(caller);
  await driver.write(async (sql) => {
    const { cursor, caller: who } = await hold(sql, caller);
    await rightsChange(sql, workspace);
    const known = await accountOf(sql, workspace, account);
    if (!isSelf(who, account)) mustRunFor(who, await rolesHeld(sql, workspace, account));
    if (account === ERASED || !(await isKnown(sql, workspace, account))) throw refuse('not_found');
    await mustKeepAnOwner(sql, workspace, account, known);
    await sql.all(
      `INSERT INTO erasures (workspace, account, cursor) VALUES ($1, $2, $3)
       ON CONFLICT (workspace, account) DO UPDATE SET cursor = $3`,
      ...[workspace, account, cursor],
    );
    // Its sessions, and the codes that would begin one, go with the account.
    await sql.all(
      `DELETE FROM hook_deliveries
       WHERE workspace = $1 AND hook IN (SELECT id FROM hooks WHERE workspace = $1 AND account = $2)`,
      workspace,
      account,
    );
    for (const table of ['hooks', 'tokens', 'members', 'accounts'])
      await sql.all(`DELETE FROM ${table} WHERE workspace = $1 AND account = $2`, workspace, account);
  });
}

/** Goes on with every erasure that has begun, until there is none, or `isOver` says that it is enough. May be repeated. */
export async function continueErasures(
  driver: Driver,
  now: () => string,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    const [erasure] = await driver.read((sql) =>
      sql.all<Erasure>('SELECT workspace, account, cursor FROM erasures ORDER BY workspace, account LIMIT 1'),
    );
    if (erasure === undefined) return;
    let isDone = false;
    while (!isDone && !isOver()) {
      isDone = await driver.write((sql) => step(sql, erasure, now()));
      // SQLite does a step without letting go of the process.
      await setImmediate();
    }
  }
}

/** Takes the text of some messages; whether there was nothing left to do. */
async function step(sql: Sql, { workspace, account, cursor }: Erasure, now: string): Promise<boolean> {
  let last = await lock(sql, workspace);
  const rows = await sql.all<{ id: string; series: string | null; deleted_at: string | null }>(
    `SELECT id, series, deleted_at FROM messages
     WHERE workspace = $1 AND sender = $2 AND cursor <= $3 ORDER BY cursor LIMIT $4`,
    ...[workspace, account, cursor, BATCH],
  );
  if (rows.length === 0) {
    await sql.all(
      `UPDATE invocations SET account = $3, answer = '' WHERE workspace = $1 AND account = $2 AND cursor <= $4`,
      ...[workspace, account, erasedName(workspace, account), cursor],
    );
    // What was still owed to subscribers of these.
    await sql.all(
      `DELETE FROM deliveries WHERE workspace = $1 AND type = 'action.invoked' AND data LIKE $2 ESCAPE '!'`,
      ...[workspace, `%"by":${JSON.stringify({ account }).replace(/[!%_]/g, '!$&')}%`],
    );
    await sql.all('DELETE FROM erasures WHERE workspace = $1 AND account = $2', workspace, account);
    return true;
  }
  const removal = reason();
  for (const { id, series, deleted_at } of rows) {
    if (deleted_at !== null) continue;
    last += 1;
    await erase(sql, workspace, id, last, now, series === null ? null : removal);
    if (series !== null) await seriesChanged(sql, workspace, series, last);
  }
  const ids = rows.map(({ id }) => id);
  await sql.all(
    `UPDATE messages SET sender = $3,
       source_id = CASE WHEN source_kind = 'person' AND source_id = $2 THEN $4 ELSE source_id END
     WHERE workspace = $1 AND id IN (${places(ids, 5)})`,
    ...[workspace, account, ERASED, erasedName(workspace, account), ...ids],
  );
  return false;
}

/** The reason of the gaps, as the core has it. */
function reason(): string {
  const asked = { change: 'remove', indexed: true, typed: true } as const;
  return decideChange('{"reason":"privacy"}', asked).text;
}

async function isKnown(sql: Sql, workspace: string, account: string): Promise<boolean> {
  for (const trace of TRACES) if ((await sql.all(trace, workspace, account)).length > 0) return true;
  return false;
}
