// Owns: the workspace and what belongs to it: channels, their members, tokens.

import { decideCredential } from '@chirp-protocol/protocol/hub';
import { insertAccount, mustRunFor, rolesHeld } from './accounts.js';
import {
  type Caller,
  type Channel,
  EVERY_CHANNEL,
  hold,
  mayUse,
  mustRun,
  person,
  rightsChange,
} from './caller.js';
import { refuse, refused } from './refusal.js';
import { hashOf, newId, newToken } from './secret.js';
import { listOf } from './store/rows.js';
import type { Driver, Sql } from './store/sql.js';

/** A token, without what it is. */
export interface Token {
  readonly id: string;
  readonly label: string;
  readonly account: string;
  readonly roles: readonly string[];
  readonly channels: readonly string[];
  readonly sources: readonly string[];
  readonly created_at: string;
  readonly revoked_at?: string;
}

/** What a new token is made of. */
export interface TokenRequest {
  readonly label: string;
  /** Whose it is; of a program, one of its own. */
  readonly account?: string | undefined;
  readonly roles: readonly string[];
  readonly channels: readonly string[];
  readonly sources: readonly string[];
}

/** A new workspace, with its owner and a first channel. */
export interface FirstRun {
  readonly workspace: string;
  readonly account: string;
  readonly channel: string;
  /** The owner's token. It is kept nowhere. */
  readonly token: string;
}

const FIRST_CHANNEL = 'general';

/**
 * Makes the workspace of an empty database; undefined if there is one. Of several processes, one makes it. One that comes
 * from elsewhere has an id, and its channels come with it.
 */
export async function firstRun(driver: Driver, now: string, moved?: string): Promise<FirstRun | undefined> {
  let made: FirstRun | undefined;
  await driver.migrate(async (sql) => {
    const there = await sql.all('SELECT id FROM workspaces LIMIT 1');
    if (there.length === 0) made = await insertWorkspace(sql, now, moved);
  });
  return made;
}

/** Makes a workspace, which has nothing to do with the others of the database. One that is moved there brings its channels. */
export async function insertWorkspace(sql: Sql, now: string, moved?: string): Promise<FirstRun> {
  const [workspace, account] = [moved ?? newId(), newId()];
  await sql.all('INSERT INTO workspaces (id, created_at) VALUES ($1, $2)', workspace, now);
  if (moved === undefined)
    await sql.all(
      'INSERT INTO channels (workspace, id, name, created_at) VALUES ($1, $2, $3, $4)',
      ...[workspace, FIRST_CHANNEL, FIRST_CHANNEL, now],
    );
  await insertAccount(sql, workspace, account, ['owner'], now);
  const request = {
    label: 'owner',
    account,
    roles: ['owner'],
    channels: [EVERY_CHANNEL],
    sources: [person(account)],
  };
  const { token } = await insertToken(sql, workspace, request, now);
  return { workspace, account, channel: FIRST_CHANNEL, token };
}

/** Makes a channel; the caller is its first member. Throws Refusal. */
export async function createChannel(
  driver: Driver,
  caller: Caller,
  id: string,
  name: string,
  now: string,
): Promise<Channel> {
  return driver.write(async (sql) => {
    mustRun((await hold(sql, caller)).caller);
    await rightsChange(sql, caller.workspace);
    const rows = await sql.all(
      `INSERT INTO channels (workspace, id, name, created_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING RETURNING id`,
      ...[caller.workspace, id, name, now],
    );
    if (rows.length === 0) throw refuse('conflict', 'there is a channel of this id');
    await addMember(sql, caller.workspace, id, caller.account);
    return { id, name, created_at: now };
  });
}

/** The accounts that are members of a channel. Throws Refusal. */
export async function membersOf(sql: Sql, caller: Caller, channel: string): Promise<string[]> {
  if (!(await mayUse(sql, caller, channel))) throw refuse('not_found');
  const rows = await sql.all<{ account: string }>(
    'SELECT account FROM members WHERE workspace = $1 AND channel = $2 ORDER BY account',
    ...[caller.workspace, channel],
  );
  return rows.map(({ account }) => account);
}

/** Makes an account a member of a channel, or no member any more. Both may be repeated. Throws Refusal. */
export async function setMember(
  driver: Driver,
  caller: Caller,
  channel: string,
  account: string,
  isMember: boolean,
): Promise<void> {
  await driver.write(async (sql) => {
    const { caller: who } = await hold(sql, caller);
    if (!(await mayUse(sql, who, channel))) throw refuse('not_found');
    mustRun(who);
    await rightsChange(sql, who.workspace);
    if (isMember) return addMember(sql, caller.workspace, channel, account);
    await sql.all(
      'DELETE FROM members WHERE workspace = $1 AND channel = $2 AND account = $3',
      ...[caller.workspace, channel, account],
    );
  });
}

async function addMember(sql: Sql, workspace: string, channel: string, account: string): Promise<void> {
  await sql.all(
    'INSERT INTO members (workspace, channel, account) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    ...[workspace, channel, account],
  );
}

/** The tokens of the workspace, revoked ones too. Throws Refusal. */
export async function tokensOf(sql: Sql, caller: Caller): Promise<Token[]> {
  mustRun(caller);
  const rows = await sql.all<
    Record<string, string | null> & Record<'roles' | 'channels' | 'sources', string>
  >(
    `SELECT id, label, account, roles, channels, sources, created_at, revoked_at FROM tokens
     WHERE workspace = $1 ORDER BY created_at, id`,
    caller.workspace,
  );
  return rows.map(({ roles, channels, sources, revoked_at, ...rest }) => ({
    ...(rest as Record<'id' | 'label' | 'account' | 'created_at', string>),
    roles: listOf(roles),
    channels: listOf(channels),
    sources: listOf(sources),
    ...(revoked_at === null || revoked_at === undefined ? {} : { revoked_at }),
  }));
}

/** Makes a token, which is in the answer and nowhere else. Throws Refusal. */
export async function createToken(
  driver: Driver,
  caller: Caller,
  request: TokenRequest,
  now: string,
): Promise<Token & { token: string }> {
  const { workspace } = caller;
  const account = request.account ?? newId();
  return driver.write(async (sql) => {
    const { caller: who } = await hold(sql, caller);
    mustRunFor(who, [...request.roles, ...(await rolesHeld(sql, workspace, account))]);
    const decided = decideCredential({ account, sources: [...request.sources] });
    if (decided.status !== 200) throw refused(decided);
    return insertToken(sql, workspace, { ...request, account }, now);
  });
}

/** Revokes a token, from now on; that of an owner, only as one. May be repeated. Throws Refusal. */
export async function revokeToken(driver: Driver, caller: Caller, id: string, now: string): Promise<void> {
  await driver.write(async (sql) => {
    const { caller: who } = await hold(sql, caller);
    mustRun(who);
    const [row] = await sql.all<{ roles: string }>(
      'SELECT roles FROM tokens WHERE workspace = $1 AND id = $2',
      ...[who.workspace, id],
    );
    if (row === undefined) throw refuse('not_found');
    mustRunFor(who, listOf(row.roles));
    await rightsChange(sql, who.workspace);
    await sql.all(
      'UPDATE tokens SET revoked_at = COALESCE(revoked_at, $3) WHERE workspace = $1 AND id = $2',
      ...[who.workspace, id, now],
    );
  });
}

async function insertToken(
  sql: Sql,
  workspace: string,
  request: TokenRequest & { account: string },
  now: string,
): Promise<Token & { token: string }> {
  const [id, token] = [newId(), newToken()];
  const { label, account, roles, channels, sources } = request;
  const lists = [roles, channels, sources].map((list) => JSON.stringify(list));
  await sql.all(
    `INSERT INTO tokens (workspace, id, hash, label, account, roles, channels, sources, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    ...[workspace, id, hashOf(token), label, account, ...lists, now],
  );
  return { id, label, account, roles, channels, sources, created_at: now, token };
}
