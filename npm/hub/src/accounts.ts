// Owns: the accounts of people: their roles, and who may change them.

import { type Caller, EVERY_CHANNEL, hold, mustRun, person, rightsChange } from './caller.js';
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
    const { caller: who } = await hold(sql, caller);
    const known = await accountOf(sql, who.workspace, account);
    mustRunFor(who, [...roles, ...(await rolesHeld(sql, who.workspace, account))]);
    await rightsChange(sql, who.workspace);
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

/** The roles that somebody has, who may be a program: those of the account, and those of its tokens. */
export async function rolesHeld(sql: Sql, workspace: string, account: string): Promise<string[]> {
  const known = await accountOf(sql, workspace, account);
  return [...(known?.roles ?? []), ...(await rolesOfTokens(sql, workspace, account))];
}

/** The roles of the tokens of an account that are not revoked. */
export async function rolesOfTokens(sql: Sql, workspace: string, account: string): Promise<string[]> {
  const rows = await sql.all<{ roles: string }>(
    'SELECT roles FROM tokens WHERE workspace = $1 AND account = $2 AND revoked_at IS NULL',
    ...[workspace, account],
  );
  return rows.flatMap(({ roles }) => listOf(roles));
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
