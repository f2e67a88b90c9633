// Owns: the accounts of people: their roles, and who may change them.

import { type Caller, EVERY_CHANNEL, mustRun, person, rightsChange } from './caller.js';
import { refuse } from './refusal.js';
import { listOf } from './store/rows.js';
import type { Driver, Sql } from './store/sql.js';

/** An account of a person. */
export interface Account {
  readonly account: string;
  readonly roles: readonly string[];
  readonly created_at: string;
}

const OWNER = 'owner';

/** The accounts of the workspace, in the order of their ids. Throws Refusal. */
export async function accountsOf(sql: Sql, caller: Caller): Promise<Account[]> {
  mustRun(caller);
  const rows = await sql.all<Record<'account' | 'roles' | 'created_at', string>>(
    'SELECT account, roles, created_at FROM accounts WHERE workspace = $1 ORDER BY account',
    caller.workspace,
  );
  return rows.map(({ roles, ...rest }) => ({ ...rest, roles: listOf(roles) }));
}

/** One account; undefined if it is none of the workspace. */
export async function accountOf(sql: Sql, workspace: string, account: string): Promise<Account | undefined> {
  const [row] = await sql.all<Record<'account' | 'roles' | 'created_at', string>>(
    'SELECT account, roles, created_at FROM accounts WHERE workspace = $1 AND account = $2',
    ...[workspace, account],
  );
  return row === undefined ? undefined : { ...row, roles: listOf(row.roles) };
}

/** Gives an account its roles, and makes it if it is not there. Throws Refusal; a workspace keeps an owner. */
export async function setAccount(
  driver: Driver,
  caller: Caller,
  account: string,
  roles: readonly string[],
  now: string,
): Promise<Account> {
  return driver.write(async (sql) => {
    await rightsChange(sql, caller.workspace);
    const known = await accountOf(sql, caller.workspace, account);
    mustRunFor(caller, [...roles, ...(known?.roles ?? [])]);
    if (!roles.includes(OWNER)) await mustKeepAnOwner(sql, caller.workspace, account, known);
    await sql.all(
      `INSERT INTO accounts (workspace, account, roles, created_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (workspace, account) DO UPDATE SET roles = $3`,
      ...[caller.workspace, account, JSON.stringify(roles), now],
    );
    return { account, roles, created_at: known?.created_at ?? now };
  });
}

/** Makes an account if it is not there. */
export async function insertAccount(
  sql: Sql,
  workspace: string,
  account: string,
  roles: readonly string[],
  now: string,
): Promise<void> {
  await sql.all(
    `INSERT INTO accounts (workspace, account, roles, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
    ...[workspace, account, JSON.stringify(roles), now],
  );
}

/** Whoever runs the workspace decides about accounts, and only an owner about owners. Throws Refusal. */
export function mustRunFor(caller: Caller, roles: readonly string[]): void {
  mustRun(caller);
  if (roles.includes(OWNER) && !caller.roles.includes(OWNER))
    throw refuse('forbidden', 'only an owner decides about owners');
}

/** Whether the caller is this person with all that they may do, and not a program of theirs. */
export function isSelf(caller: Caller, account: string): boolean {
  return (
    caller.account === account &&
    caller.sources.includes(person(account)) &&
    caller.channels.includes(EVERY_CHANNEL)
  );
}

/** An account that is about to stop being an owner must not be the only one. Throws Refusal. */
export async function mustKeepAnOwner(
  sql: Sql,
  workspace: string,
  account: string,
  known: Account | undefined,
): Promise<void> {
  if (!known?.roles.includes(OWNER)) return;
  const others = await sql.all<{ roles: string }>(
    'SELECT roles FROM accounts WHERE workspace = $1 AND account <> $2',
    ...[workspace, account],
  );
  if (!others.some(({ roles }) => listOf(roles).includes(OWNER)))
    throw refuse('conflict', 'this is the only owner of the workspace');
}
