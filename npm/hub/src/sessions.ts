// Owns: how a person gets a session: a code that is used once; and how long a session lasts.

import { accountOf, insertAccount, mustRunFor, rolesOfTokens } from './accounts.js';
import { type Caller, EVERY_CHANNEL, hold, person, rightsChange } from './caller.js';
import { refuse } from './refusal.js';
import { hashOf, newId, newSecret } from './secret.js';
import { listOf } from './store/rows.js';
import type { Driver, Sql } from './store/sql.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long a code may be used, in milliseconds. */
const CODE_MS = 10 * MINUTE;

/** How long a session lasts that is not used, and however much it is, in milliseconds. */
const IDLE_MS = 14 * DAY;
export const SESSION_MS = 90 * DAY;

/** How long a session may have been used without that being written down, in milliseconds. */
const UNWRITTEN_MS = HOUR;

/** A code for a sign-in. */
export interface Invitation {
  readonly account: string;
  readonly expires_at: string;
  /** It is kept nowhere. */
  readonly code: string;
}

/** Makes a code by which a browser signs in as an account of the workspace, once. */
async function insertCode(sql: Sql, workspace: string, account: string, now: string): Promise<Invitation> {
  const code = newSecret();
  const expires_at = after(now, CODE_MS);
  await sql.all('DELETE FROM sign_in_codes WHERE expires_at < $1', after(now, -DAY));
  await sql.all(
    'INSERT INTO sign_in_codes (hash, workspace, account, expires_at) VALUES ($1, $2, $3, $4)',
    ...[hashOf(code), workspace, account, expires_at],
  );
  return { account, expires_at, code };
}

/**
 * Makes a code for an account, which is made with these roles if it is new; one that is there keeps its own. Throws Refusal:
 * whoever can sign in as an owner is one.
 */
export async function invite(
  driver: Driver,
  caller: Caller,
  request: { account?: string | undefined; roles: readonly string[] },
  now: string,
): Promise<Invitation> {
  return driver.write(async (sql) => {
    const { workspace } = caller;
    const held = await hold(sql, caller);
    const account = request.account ?? newId();
    const known = await accountOf(sql, workspace, account);
    mustRunFor(held.caller, [
      ...(known?.roles ?? request.roles),
      ...(await rolesOfTokens(sql, workspace, account)),
    ]);
    if (known === undefined) {
      await insertAccount(sql, workspace, account, request.roles, now);
      // A token of a person has no more of the roles than the account does.
      await rightsChange(sql, workspace);
    }
    return insertCode(sql, workspace, account, now);
  });
}

/** Makes a code for an account, by default that of the first owner of the first workspace. Rejects if there is none. */
export async function ownersCode(driver: Driver, account: string | undefined, now: string): Promise<string> {
  return driver.write(async (sql) => {
    const rows = await sql.all<Record<'workspace' | 'account' | 'roles', string>>(
      `SELECT accounts.workspace, accounts.account, accounts.roles FROM accounts
       JOIN workspaces ON workspaces.id = accounts.workspace
       ORDER BY workspaces.created_at, workspaces.id, accounts.created_at, accounts.account`,
    );
    const found = rows.find((row) =>
      account === undefined ? listOf(row.roles).includes('owner') : row.account === account,
    );
    if (found === undefined) throw new Error('the database has no such account');
    return (await insertCode(sql, found.workspace, found.account, now)).code;
  });
}

/** Uses a code: what the cookie of the new session holds; undefined if the code is unknown, used or too old. */
export async function useCode(driver: Driver, code: string, now: string): Promise<string | undefined> {
  return driver.write(async (sql) => {
    const [row] = await sql.all<Record<'workspace' | 'account', string>>(
      `UPDATE sign_in_codes SET used_at = $2 WHERE hash = $1 AND used_at IS NULL AND expires_at > $2
       RETURNING workspace, account`,
      ...[hashOf(code), now],
    );
    return row === undefined ? undefined : insertSession(sql, row.workspace, row.account, now);
  });
}

/** Begins a session of an account: what its cookie holds. */
async function insertSession(sql: Sql, workspace: string, account: string, now: string): Promise<string> {
  const secret = newSecret();
  await sql.all(
    'DELETE FROM sessions WHERE created_at < $1 OR used_at < $2',
    ...[after(now, -SESSION_MS), after(now, -IDLE_MS)],
  );
  await sql.all(
    'INSERT INTO sessions (workspace, id, hash, account, created_at, used_at) VALUES ($1, $2, $3, $4, $5, $5)',
    ...[workspace, newId(), hashOf(secret), account, now],
  );
  return secret;
}

/**
 * Begins a session of a person whom an issuer knows, with an account that is made if the options let it: what its cookie
 * holds. Undefined if there is no account, or no workspace.
 */
export async function sessionOfSubject(
  driver: Driver,
  options: { workspace?: string; join?: boolean },
  account: string,
  now: string,
): Promise<string | undefined> {
  return driver.write(async (sql) => {
    const workspaces = await sql.all<{ id: string }>('SELECT id FROM workspaces ORDER BY created_at, id');
    const workspace = options.workspace ?? workspaces[0]?.id;
    if (workspace === undefined || !workspaces.some(({ id }) => id === workspace)) return undefined;
    if ((await accountOf(sql, workspace, account)) === undefined) {
      if (options.join === false) return undefined;
      await rightsChange(sql, workspace);
      await insertAccount(sql, workspace, account, ['member'], now);
    }
    return insertSession(sql, workspace, account, now);
  });
}

/** The caller that a session stands for, with the roles of the account; undefined if it is unknown, ended or too old. */
export async function callerOfSession(
  driver: Driver,
  secret: string,
  now: string,
): Promise<Caller | undefined> {
  const found = await driver.read((sql) => sessionOf(sql, secret, now));
  if (found === undefined) return undefined;
  const { workspace, token: id } = found.caller;
  if (found.usedAt < after(now, -UNWRITTEN_MS))
    await driver.write((sql) =>
      sql.all('UPDATE sessions SET used_at = $3 WHERE workspace = $1 AND id = $2', workspace, id, now),
    );
  return found.caller;
}

/** The same in a transaction that has begun, without noting that the session was used. */
export async function sessionOf(
  sql: Sql,
  secret: string,
  now: string,
): Promise<{ readonly caller: Caller; readonly usedAt: string } | undefined> {
  const [row] = await sql.all<
    Record<'workspace' | 'id' | 'account' | 'roles' | 'used_at', string> & { rights: number }
  >(
    `SELECT sessions.workspace, sessions.id, sessions.account, accounts.roles, sessions.used_at, workspaces.rights
     FROM sessions JOIN accounts USING (workspace, account) JOIN workspaces ON workspaces.id = sessions.workspace
     WHERE sessions.hash = $1 AND sessions.created_at > $2 AND sessions.used_at > $3`,
    ...[hashOf(secret), after(now, -SESSION_MS), after(now, -IDLE_MS)],
  );
  if (row === undefined) return undefined;
  const { workspace, id, account } = row;
  const caller: Caller = {
    workspace,
    token: id,
    isSession: true,
    account,
    roles: listOf(row.roles),
    channels: [EVERY_CHANNEL],
    sources: [person(account)],
    found: {
      rights: row.rights,
      again: async (later) => (await sessionOf(later, secret, now))?.caller,
    },
  };
  return { caller, usedAt: row.used_at };
}

/** Ends the session that the caller has. Throws Refusal for a token. */
export async function signOut(driver: Driver, caller: Caller): Promise<void> {
  if (!caller.isSession) throw refuse('forbidden', 'a token does not sign out: it is revoked');
  await driver.write(async (sql) => {
    await hold(sql, caller);
    await rightsChange(sql, caller.workspace);
    await sql.all(
      'DELETE FROM sessions WHERE workspace = $1 AND id = $2',
      ...[caller.workspace, caller.token],
    );
  });
}

/** Ends every session of an account, and the codes that would begin one. */
export async function endSessions(sql: Sql, workspace: string, account: string): Promise<void> {
  await rightsChange(sql, workspace);
  await sql.all('DELETE FROM sign_in_codes WHERE workspace = $1 AND account = $2', workspace, account);
  await sql.all('DELETE FROM sessions WHERE workspace = $1 AND account = $2', workspace, account);
}

function after(now: string, ms: number): string {
  return new Date(Date.parse(now) + ms).toISOString();
}
