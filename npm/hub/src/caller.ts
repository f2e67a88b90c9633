// Owns: who calls, and what they may see.

import { hashOf } from './secret.js';
import type { Sql } from './store/sql.js';

/** The roles that run a workspace. Others are names that audiences use. */
const RUNNING = ['owner', 'admin'];

/** Stands in `channels` for every channel that the account is a member of; for who runs the workspace, for all. */
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
}

/** The caller that a token stands for; undefined if it is unknown or revoked. */
export async function callerOf(sql: Sql, token: string): Promise<Caller | undefined> {
  const [row] = await sql.all<
    Record<'workspace' | 'id' | 'account' | 'roles' | 'channels' | 'sources', string> & {
      held: string | null;
    }
  >(
    `SELECT tokens.workspace, tokens.id, tokens.account, tokens.roles, tokens.channels, tokens.sources,
       accounts.roles AS held
     FROM tokens LEFT JOIN accounts ON accounts.workspace = tokens.workspace AND accounts.account = tokens.account
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

/** A list of texts as a column holds it. */
export function listOf(column: string): string[] {
  return JSON.parse(column) as string[];
}

/** Whether the caller runs the workspace. */
export function isAdmin(caller: Caller): boolean {
  return RUNNING.some((role) => caller.roles.includes(role));
}

/** Whether the caller may read a channel and send to it. A channel that is not there is one that nobody may use. */
export async function mayUse(sql: Sql, caller: Caller, channel: string): Promise<boolean> {
  const [row] = await sql.all<{ member: string | null }>(
    `SELECT members.account AS member FROM channels LEFT JOIN members
       ON members.workspace = channels.workspace AND members.channel = channels.id AND members.account = $3
     WHERE channels.workspace = $1 AND channels.id = $2`,
    caller.workspace,
    channel,
    caller.account,
  );
  return row !== undefined && uses(caller, channel, row.member !== null);
}

/** The ids of the channels that the caller may use. */
export async function usableChannels(sql: Sql, caller: Caller): Promise<ReadonlySet<string>> {
  const rows = await sql.all<{ id: string; member: string | null }>(
    `SELECT channels.id, members.account AS member FROM channels LEFT JOIN members
       ON members.workspace = channels.workspace AND members.channel = channels.id AND members.account = $2
     WHERE channels.workspace = $1`,
    caller.workspace,
    caller.account,
  );
  return new Set(rows.filter(({ id, member }) => uses(caller, id, member !== null)).map(({ id }) => id));
}

function uses(caller: Caller, channel: string, isMember: boolean): boolean {
  return (
    caller.channels.includes(channel) ||
    (caller.channels.includes(EVERY_CHANNEL) && (isAdmin(caller) || isMember))
  );
}

/**
 * Says, in a transaction that changes what somebody may read or who somebody is, that it does: those who read the stream are
 * looked at again. It holds the workspace, so it comes first in its transaction.
 */
export async function rightsChange(sql: Sql, workspace: string): Promise<void> {
  await sql.all('UPDATE workspaces SET rights = rights + 1 WHERE id = $1', workspace);
  await sql.notify(workspace);
}
