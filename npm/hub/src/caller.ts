// Owns: who calls, and what they may see.

import { LIMITS, usableChannels as usableOf } from '@chirp-protocol/protocol/hub';
import { refuse } from './refusal.js';
import { hashOf } from './secret.js';
import { listOf } from './store/rows.js';
import type { Row, Sql } from './store/sql.js';

/** The roles that run a workspace. Others are names that audiences use. */
const RUNNING = ['owner', 'admin'];

/**
 * Stands in a list of channels for every one: of a credential, for those that its account is a member of, and for all of them
 * if it runs the workspace; of a webhook, for all of the workspace.
 */
export const EVERY_CHANNEL = '*';

/** Who calls: what a token says, or a person with a session, who may do what the account may. */
export interface Caller {
  readonly workspace: string;
  /** The id of the token, or of the session. */
  readonly token: string;
  readonly isSession?: true;
  /** Whose token or session it is. */
  readonly account: string;
  readonly roles: readonly string[];
  /** Ids of channels, or {@link EVERY_CHANNEL}. */
  readonly channels: readonly string[];
  /** The sources that it may speak as: `kind/id`, or the beginning of one and `*`. */
  readonly sources: readonly string[];
  /** When it was found who calls, by the count of rights, and how to find it again. Nobody asks again about who has none. */
  readonly found?: {
    readonly rights: number;
    again(sql: Sql): Promise<Caller | undefined>;
  };
}

/** The caller that a token stands for; undefined if it is unknown or revoked. */
export async function callerOf(sql: Sql, token: string): Promise<Caller | undefined> {
  const [row] = await sql.all<
    Record<'workspace' | 'id' | 'account' | 'roles' | 'channels' | 'sources', string> & {
      held: string | null;
      rights: number;
    }
  >(
    `SELECT tokens.workspace, tokens.id, tokens.account, tokens.roles, tokens.channels, tokens.sources,
       accounts.roles AS held, workspaces.rights
     FROM tokens JOIN workspaces ON workspaces.id = tokens.workspace
       LEFT JOIN accounts ON accounts.workspace = tokens.workspace AND accounts.account = tokens.account
     WHERE tokens.hash = $1 AND tokens.revoked_at IS NULL`,
    hashOf(token),
  );
  if (row === undefined) return undefined;
  const { workspace, id, account, held } = row;
  const roles = held === null ? listOf(row.roles) : stillHeld(listOf(row.roles), listOf(held));
  return {
    workspace,
    token: id,
    account,
    roles,
    channels: listOf(row.channels),
    sources: listOf(row.sources),
    found: { rights: row.rights, again: (later) => callerOf(later, token) },
  };
}

/** The roles of a token of a person, who runs the workspace by it only for as long as the account does. */
function stillHeld(roles: readonly string[], held: readonly string[]): string[] {
  const mayRun = (role: string) => held.includes(role) || (role === 'admin' && held.includes('owner'));
  return roles.filter((role) => !RUNNING.includes(role) || mayRun(role));
}

/** The source that a person is. */
export function person(account: string): string {
  return `person/${account}`;
}

/** Who sent what an account that was erased had sent. No account is called so. */
export const ERASED = 'erased';

/**
 * What stands for an erased account where its messages and invocations must stay apart from those of others, so that nothing is
 * accepted a second time.
 */
export function erasedName(workspace: string, account: string): string {
  return `${ERASED}:${hashOf(JSON.stringify([workspace, account]))}`;
}

/** Whether the caller runs the workspace. */
export function isAdmin(caller: Caller): boolean {
  return RUNNING.some((role) => caller.roles.includes(role));
}

/** Throws Refusal for who does not run the workspace. */
export function mustRun(caller: Caller): void {
  if (!isAdmin(caller)) throw refuse('forbidden');
}

/** A channel, as the account of the caller has to do with it. */
interface Seat {
  readonly id: string;
  readonly member: string | null;
}

/** What every query of seats begins with; `$1` is the workspace and `$2` the account. */
const SEATS = `SELECT channels.id, channels.name, channels.created_at, members.account AS member
  FROM channels LEFT JOIN members
    ON members.workspace = channels.workspace AND members.channel = channels.id AND members.account = $2
  WHERE channels.workspace = $1`;

/** Whether the caller may read a channel and send to it. A channel that is not there is one that nobody may use. */
export async function mayUse(sql: Sql, caller: Caller, channel: string): Promise<boolean> {
  const seats = await sql.all<Seat & Row>(
    `${SEATS} AND channels.id = $3`,
    caller.workspace,
    caller.account,
    channel,
  );
  return usable(caller, seats).length > 0;
}

/** A channel as it is listed. */
export interface Channel {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
}

/** The channels that the caller may use, in the order of their ids. */
export async function channelsOf(sql: Sql, caller: Caller): Promise<Channel[]> {
  const seats = await sql.all<Channel & Seat & Row>(
    `${SEATS} ORDER BY channels.id`,
    caller.workspace,
    caller.account,
  );
  const ids = new Set(usable(caller, seats));
  return seats.filter(({ id }) => ids.has(id)).map(({ member: _, ...channel }) => channel);
}

/** The ids of the channels that the caller may use. */
export async function usableChannels(sql: Sql, caller: Caller): Promise<ReadonlySet<string>> {
  return new Set((await channelsOf(sql, caller)).map(({ id }) => id));
}

/** The ids of those that the caller may use. */
function usable(caller: Caller, seats: readonly Seat[]): string[] {
  const [administrator, scopes] = [isAdmin(caller), [...caller.channels]];
  const channels = seats.map(({ id, member }) => ({ id, member: member !== null }));
  const ids: string[] = [];
  for (let at = 0; at < channels.length; at += LIMITS.channels) {
    const some = channels.slice(at, at + LIMITS.channels);
    ids.push(...usableOf({ administrator, channels: some, scopes }));
  }
  return ids;
}

/** A workspace that a transaction holds, and who calls: not who called when the request began. */
export interface Held {
  /** The last cursor. */
  readonly cursor: number;
  readonly caller: Caller;
}

/**
 * Holds the workspace of a caller until the transaction ends. If somebody's rights have changed since it was found who calls,
 * that is found again, so that nothing is written by who was told that they may not any more. Throws Refusal.
 */
export async function hold(sql: Sql, caller: Caller): Promise<Held> {
  const [row] = await sql.all<{ cursor: number; rights: number }>(
    `SELECT cursor, rights FROM workspaces WHERE id = $1${sql.forUpdate}`,
    caller.workspace,
  );
  if (row === undefined) throw refuse('unauthorized');
  const { cursor, rights } = row;
  const { found } = caller;
  if (found === undefined || found.rights === rights) return { cursor, caller };
  const now = await found.again(sql);
  if (now === undefined) throw refuse('unauthorized');
  return { cursor, caller: now };
}

/**
 * Says, in a transaction that holds the workspace and changes what somebody may read or who somebody is, that it does: who
 * writes and who reads the stream is looked at again.
 */
export async function rightsChange(sql: Sql, workspace: string): Promise<void> {
  await sql.all('UPDATE workspaces SET rights = rights + 1 WHERE id = $1', workspace);
  await sql.notify(workspace);
}
