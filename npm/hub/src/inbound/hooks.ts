// Owns: hooks: the addresses that other systems call, who made them, and what each may do.

import { decideCredential } from '@chirp-protocol/protocol/hub';
import { Webhook } from '@chirp-protocol/webhook';
import { type Caller, hold, mayUse, mustRun, rightsChange } from '../caller.js';
import { refuse, refused } from '../refusal.js';
import { hashOf, newHookToken, newId, SIGNING_PREFIX } from '../secret.js';
import { listOf, must } from '../store/rows.js';
import type { Driver, Row, Sql } from '../store/sql.js';
import { HOOK_KINDS, type HookKind } from './kinds.js';

/** A hook, without its token and its secret. */
export interface Hook {
  readonly id: string;
  readonly label: string;
  readonly account: string;
  readonly channel: string;
  /** What it takes; anything, if nothing is said. */
  readonly kind?: HookKind;
  /** Whether deliveries must be signed. */
  readonly signed: boolean;
  readonly sources: readonly string[];
  readonly created_at: string;
  readonly revoked_at?: string;
}

/** What a new hook is made of. */
export interface HookRequest {
  readonly label: string;
  readonly channel: string;
  readonly kind?: HookKind | undefined;
  readonly secret?: string | undefined;
  readonly sources?: readonly string[] | undefined;
}

/** A hook that was called: as whom it sends, and what it needs. */
export interface CalledHook {
  readonly id: string;
  readonly channel: string;
  readonly kind?: HookKind;
  readonly secret?: string;
  readonly caller: Caller;
}

interface HookRow extends Row {
  readonly workspace: string;
  readonly id: string;
  readonly label: string;
  readonly account: string;
  readonly channel: string;
  readonly kind: HookKind | null;
  readonly secret: string | null;
  readonly sources: string;
  readonly created_at: string;
  readonly revoked_at: string | null;
}

const COLUMNS =
  'hooks.workspace, hooks.id, label, account, channel, kind, secret, sources, hooks.created_at, revoked_at';
const SELECT = `SELECT ${COLUMNS} FROM hooks`;

/** The shortest secret, in characters or, of one in base64, in bytes; and the longest, in characters. */
export const SECRET = { least: 16, most: 256 };

/** The hooks of the workspace, revoked ones too. Throws Refusal. */
export async function hooksOf(sql: Sql, caller: Caller): Promise<Hook[]> {
  mustRun(caller);
  const rows = await sql.all<HookRow>(
    `${SELECT} WHERE workspace = $1 ORDER BY created_at, id`,
    caller.workspace,
  );
  return rows.map(shown);
}

/** Makes a hook. Its token is in the answer and nowhere else. Throws Refusal. */
export async function createHook(
  driver: Driver,
  caller: Caller,
  request: HookRequest,
  now: string,
): Promise<Hook & { token: string }> {
  mustRun(caller);
  const { label, channel, kind, secret } = request;
  if (secret !== undefined) mustBeSecret(secret);
  const [id, account] = [newId(), newId()];
  const token = newHookToken();
  const sources = request.sources ?? (kind === undefined ? [] : HOOK_KINDS[kind]);
  const decided = decideCredential({ account, sources: [...sources] });
  if (decided.status !== 200) throw refused(decided);
  return driver.write(async (sql) => {
    const { caller: who } = await hold(sql, caller);
    mustRun(who);
    if (!(await mayUse(sql, who, channel))) throw refuse('not_found');
    await sql.all(
      `INSERT INTO hooks (workspace, id, hash, label, account, channel, kind, secret, sources, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      ...[caller.workspace, id, hashOf(token), label, account, channel],
      ...[kind ?? null, secret ?? null, JSON.stringify(sources), now],
    );
    const [row] = await sql.all<HookRow>(`${SELECT} WHERE workspace = $1 AND id = $2`, caller.workspace, id);
    return { ...shown(must(row)), token };
  });
}

/** Revokes a hook, from now on. May be repeated. Throws Refusal. */
export async function revokeHook(driver: Driver, caller: Caller, id: string, now: string): Promise<void> {
  mustRun(caller);
  const [row] = await driver.write(async (sql) => {
    mustRun((await hold(sql, caller)).caller);
    await rightsChange(sql, caller.workspace);
    return sql.all(
      'UPDATE hooks SET revoked_at = COALESCE(revoked_at, $3) WHERE workspace = $1 AND id = $2 RETURNING id',
      ...[caller.workspace, id, now],
    );
  });
  if (row === undefined) throw refuse('not_found');
}

/** The hook that a token stands for; undefined if it is unknown or revoked. */
export async function hookOf(sql: Sql, token: string): Promise<CalledHook | undefined> {
  const [row] = await sql.all<HookRow & { rights: number }>(
    `SELECT ${COLUMNS}, rights FROM hooks JOIN workspaces ON workspaces.id = hooks.workspace
     WHERE hash = $1 AND revoked_at IS NULL`,
    hashOf(token),
  );
  if (row === undefined) return undefined;
  const { workspace, id, account, channel, kind, secret } = row;
  return {
    id,
    channel,
    ...(kind === null ? {} : { kind }),
    ...(secret === null ? {} : { secret }),
    caller: {
      ...{ workspace, token: id, account, roles: [], channels: [channel], sources: listOf(row.sources) },
      found: { rights: row.rights, again: async (later) => (await hookOf(later, token))?.caller },
    },
  };
}

/** What verifies the signed requests of a hook that are not GitHub's. Throws for a secret that is not what it must be. */
export function webhookOf(secret: string): Webhook {
  return new Webhook(secret.startsWith(SIGNING_PREFIX) ? secret : new TextEncoder().encode(secret));
}

function mustBeSecret(secret: string): void {
  const wrong = () =>
    refuse(
      'bad_parameter',
      `\`secret\` must be a text of ${SECRET.least} to ${SECRET.most} characters, or \`${SIGNING_PREFIX}\` and base64`,
    );
  const key = secret.startsWith(SIGNING_PREFIX)
    ? Buffer.from(secret.slice(SIGNING_PREFIX.length), 'base64')
    : secret;
  if (secret.length > SECRET.most || key.length < SECRET.least) throw wrong();
  try {
    webhookOf(secret);
  } catch {
    throw wrong();
  }
}

function shown(row: HookRow): Hook {
  const { id, label, account, channel, kind, secret, sources, created_at, revoked_at } = row;
  return {
    id,
    label,
    account,
    channel,
    ...(kind === null ? {} : { kind }),
    signed: secret !== null,
    sources: listOf(sources),
    created_at,
    ...(revoked_at === null ? {} : { revoked_at }),
  };
}
