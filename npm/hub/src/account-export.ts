// Owns: what a hub holds of an account, as lines of JSON, so that the person can have it.

import { accountOf, isSelf } from './accounts.js';
import { type Caller, mustRun } from './caller.js';
import { messageJson, selectMessages } from './messages.js';
import { listOf } from './store/rows.js';
import type { Driver, Row, Sql } from './store/sql.js';

/** Rows that are read at once. */
const BATCH = 200;

/**
 * Everything of an account, for a person themselves or whoever runs the workspace: the account, its memberships, tokens
 * and hooks without what they are, sessions, messages, and invocations with their answers. The last line is `{"type":"end"}`: without it
 * the export is not whole. Throws Refusal.
 */
export async function exportOf(
  driver: Driver,
  caller: Caller,
  account: string,
): Promise<AsyncGenerator<string>> {
  const { workspace } = caller;
  if (!isSelf(caller, account)) mustRun(caller);
  const own = await driver.read((sql) => ownLines(sql, workspace, account));
  return lines(driver, workspace, account, own);
}

async function* lines(
  driver: Driver,
  workspace: string,
  account: string,
  own: readonly string[],
): AsyncGenerator<string> {
  if (own.length > 0) yield own.join('');
  for (let after = 0; ; ) {
    const rows = await driver.read((sql) =>
      selectMessages(
        sql,
        `m.workspace = $1 AND m.sender = $2 AND m.cursor > $3 AND m.deleted_at IS NULL ORDER BY m.cursor LIMIT $4`,
        ...[workspace, account, after, BATCH],
      ),
    );
    const last = rows.at(-1);
    if (last === undefined) break;
    yield rows.map((row) => `{"type":"message","message":${messageJson(row)}}\n`).join('');
    after = last.cursor;
  }
  for (let after = ''; ; ) {
    const rows = await driver.read((sql) =>
      sql.all<Record<'id' | 'digest' | 'action' | 'answer', string>>(
        `SELECT id, digest, action, answer FROM invocations
         WHERE workspace = $1 AND account = $2 AND id > $3 ORDER BY id LIMIT $4`,
        ...[workspace, account, after, BATCH],
      ),
    );
    const last = rows.at(-1);
    if (last === undefined) break;
    yield rows.map((row) => line('invocation', row)).join('');
    after = last.id;
  }
  yield line('end', {});
}

/** What is not many. */
async function ownLines(sql: Sql, workspace: string, account: string): Promise<string[]> {
  const of = (select: string) =>
    sql.all<Row>(`${select} WHERE workspace = $1 AND account = $2 ORDER BY 1`, workspace, account);
  const known = await accountOf(sql, workspace, account);
  const tokens = await of('SELECT created_at, id, label, roles, channels, sources, revoked_at FROM tokens');
  return [
    ...(known === undefined ? [] : [line('account', { ...known })]),
    ...(await of('SELECT channel FROM members')).map((row) => line('membership', row)),
    ...tokens.map((row) => {
      const lists = ['roles', 'channels', 'sources'].map((name) => [name, listOf(String(row[name]))]);
      return line('token', { ...row, ...Object.fromEntries(lists) });
    }),
    ...(await of('SELECT created_at, id, label, channel, kind, revoked_at FROM hooks')).map((row) =>
      line('hook', row),
    ),
    ...(await of('SELECT created_at, used_at FROM sessions')).map((row) => line('session', row)),
  ];
}

function line(type: string, members: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify({ type, ...members })}\n`;
}
