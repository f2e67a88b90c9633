// Owns: webhooks as who runs a workspace sees them: made, changed, rotated, deleted; and their dead letters.

import { type Caller, EVERY_CHANNEL, hold, mayUse, mustRun } from '../caller.js';
import { refuse } from '../refusal.js';
import { newId, newSigningSecret } from '../secret.js';
import { listOf } from '../store/rows.js';
import type { Driver, Row, Sql } from '../store/sql.js';
import { AddressRefused, checkAddress } from './address.js';

/** A webhook, without its secret. */
export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly description?: string;
  readonly channels: readonly string[];
  readonly events: readonly string[];
  /** Of one that the operator has configured, the capability that it carries out. */
  readonly capability?: string;
  readonly enabled: boolean;
  /** `gone`: it answered 410. */
  readonly disabled_reason?: string;
  readonly created_at: string;
}

/** What a webhook is made of, and what of it may be changed. */
export interface WebhookRequest {
  readonly url: string;
  readonly description?: string | undefined;
  readonly channels: readonly string[];
  readonly events: readonly string[];
  readonly enabled: boolean;
}

/** A delivery that was given up. */
export interface DeadLetter {
  readonly id: string;
  readonly type: string;
  readonly message: string;
  readonly created_at: string;
  readonly attempts: number;
  readonly reason: string;
  readonly status?: number;
  readonly dead_at: string;
}

type DeadLetterRow = Omit<DeadLetter, 'status'> & {
  readonly position: number;
  readonly status: number | null;
};

/** The most webhooks of a workspace: each is asked about with every message. */
const MOST = 100;

/** How long a secret that was replaced signs too, in milliseconds. */
const FORMER_MS = 24 * 60 * 60 * 1000;

interface WebhookRow extends Row {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  readonly channels: string;
  readonly events: string;
  readonly capability: string | null;
  readonly enabled: number;
  readonly disabled_reason: string | null;
  readonly created_at: string;
}

const SELECT = `SELECT id, url, description, channels, events, capability, enabled, disabled_reason, created_at
  FROM webhooks WHERE workspace = $1`;

/** The webhooks that the caller may run, in the order in which they were made. Throws Refusal. */
export async function webhooksOf(sql: Sql, caller: Caller): Promise<Webhook[]> {
  mustRun(caller);
  const rows = await sql.all<WebhookRow>(`${SELECT} ORDER BY created_at, id`, caller.workspace);
  const mine: Webhook[] = [];
  for (const row of rows) if (await isWithin(sql, caller, listOf(row.channels))) mine.push(shown(row));
  return mine;
}

/** Makes a webhook, whose secret is in the answer and in no other. Throws Refusal. */
export async function createWebhook(
  driver: Driver,
  caller: Caller,
  request: WebhookRequest,
  allowLoopback: boolean,
  now: string,
): Promise<Webhook & { secret: string }> {
  mustRun(caller);
  await mustBePublic(request.url, allowLoopback);
  const [id, secret] = [newId(), newSigningSecret()];
  return driver.write(async (sql) => {
    const { caller: who } = await hold(sql, caller);
    mustRun(who);
    await mustBeWithin(sql, who, request.channels);
    const [row] = await sql.all<{ count: number }>(
      'SELECT COUNT(*) AS count FROM webhooks WHERE workspace = $1',
      who.workspace,
    );
    if ((row?.count ?? 0) >= MOST) throw refuse('conflict', `a workspace has ${MOST} webhooks at most`);
    const { url, description = null, channels, events, enabled } = request;
    await sql.all(
      `INSERT INTO webhooks (workspace, id, url, description, channels, events, enabled, secret, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      ...[who.workspace, id, url, description, JSON.stringify(channels), JSON.stringify(events)],
      ...[enabled ? 1 : 0, secret, now],
    );
    return { ...(await webhookOf(sql, who, id)), secret };
  });
}

/** Changes a webhook. One that was let alone for its failures is tried again at once. Throws Refusal. */
export async function changeWebhook(
  driver: Driver,
  caller: Caller,
  id: string,
  changes: Partial<WebhookRequest>,
  allowLoopback: boolean,
): Promise<Webhook> {
  mustRun(caller);
  if (changes.url !== undefined) await mustBePublic(changes.url, allowLoopback);
  return driver.write(async (sql) => {
    const { caller: who } = await hold(sql, caller);
    mustRun(who);
    const before = await webhookOf(sql, who, id);
    const isConfigured = before.capability !== undefined;
    if (isConfigured && Object.keys(changes).some((name) => name !== 'enabled'))
      throw refuse(
        'forbidden',
        'the operator has configured this webhook; it may only be enabled and disabled',
      );
    if (changes.channels !== undefined) await mustBeWithin(sql, who, changes.channels);
    const { url, description = null, channels, events, enabled } = { ...before, ...changes };
    await sql.all(
      `UPDATE webhooks SET url = $3, description = $4, channels = $5, events = $6, enabled = $7,
         disabled_reason = CASE WHEN $7 = 1 THEN NULL ELSE disabled_reason END, failures = 0, paused_until = 0
       WHERE workspace = $1 AND id = $2`,
      ...[who.workspace, id, url, description, JSON.stringify(channels), JSON.stringify(events)],
      enabled ? 1 : 0,
    );
    await sql.notify(who.workspace);
    return webhookOf(sql, who, id);
  });
}

/** Deletes a webhook, with what it was still owed. Throws Refusal. */
export async function deleteWebhook(driver: Driver, caller: Caller, id: string): Promise<void> {
  mustRun(caller);
  await driver.write(async (sql) => {
    const { caller: who } = await hold(sql, caller);
    mustRun(who);
    await webhookOf(sql, who, id);
    await sql.all('DELETE FROM webhooks WHERE workspace = $1 AND id = $2', who.workspace, id);
  });
}

/** Gives a webhook a new secret; the one before signs beside it for a day. Throws Refusal. */
export async function rotateSecret(
  driver: Driver,
  caller: Caller,
  id: string,
  nowMs: number,
): Promise<Webhook & { secret: string }> {
  mustRun(caller);
  const secret = newSigningSecret();
  return driver.write(async (sql) => {
    const { caller: who } = await hold(sql, caller);
    mustRun(who);
    const webhook = await webhookOf(sql, who, id);
    if (webhook.capability !== undefined)
      throw refuse('forbidden', 'the operator has configured this webhook, with its secret');
    await sql.all(
      `UPDATE webhooks SET former_secret = secret, former_until = $3, secret = $4
       WHERE workspace = $1 AND id = $2`,
      ...[who.workspace, id, nowMs + FORMER_MS, secret],
    );
    return { ...webhook, secret };
  });
}

/** The webhook of an operator's capability, made or brought to what is configured. Its id. */
export async function configuredWebhook(
  sql: Sql,
  workspace: string,
  { capability, url, secret }: { capability: string; url: string; secret: string },
  now: string,
): Promise<string> {
  const id = `capability:${capability}`;
  await sql.all(
    `INSERT INTO webhooks (workspace, id, url, channels, events, capability, enabled, secret, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, 1, $7, $8)
     ON CONFLICT (workspace, id) DO UPDATE SET url = $3, secret = $7`,
    ...[workspace, id, url, JSON.stringify([EVERY_CHANNEL]), '["action.invoked"]', capability, secret, now],
  );
  return id;
}

/** Deliveries that were given up, after a position, oldest first; `limit` and one more. Throws Refusal. */
export async function deadLettersOf(
  sql: Sql,
  caller: Caller,
  id: string,
  after: number,
  limit: number,
): Promise<(DeadLetter & { position: number })[]> {
  mustRun(caller);
  await webhookOf(sql, caller, id);
  const rows = await sql.all<DeadLetterRow>(
    `SELECT position, id, type, message, created_at, attempts, reason, status, dead_at FROM deliveries
     WHERE workspace = $1 AND webhook = $2 AND dead_at IS NOT NULL AND position > $3 ORDER BY position LIMIT $4`,
    ...[caller.workspace, id, after, limit + 1],
  );
  return rows.map(({ status, ...rest }) => ({
    ...rest,
    ...(status === null ? {} : { status }),
  }));
}

/** Owes again what was given up: one delivery, or all of them. How many. Throws Refusal. */
export async function resend(driver: Driver, caller: Caller, id: string, delivery?: string): Promise<number> {
  mustRun(caller);
  return driver.write(async (sql) => {
    const { caller: who } = await hold(sql, caller);
    mustRun(who);
    await webhookOf(sql, who, id);
    const rows = await sql.all(
      `UPDATE deliveries SET dead_at = NULL, attempts = 0, due_at = 0
       WHERE workspace = $1 AND webhook = $2 AND dead_at IS NOT NULL${delivery === undefined ? '' : ' AND id = $3'}
       RETURNING id`,
      ...[who.workspace, id],
      ...(delivery === undefined ? [] : [delivery]),
    );
    if (delivery !== undefined && rows.length === 0) throw refuse('not_found');
    await sql.notify(who.workspace);
    return rows.length;
  });
}

/** A webhook that the caller may run: of channels that they may read. Throws Refusal. */
async function webhookOf(sql: Sql, caller: Caller, id: string): Promise<Webhook> {
  const [row] = await sql.all<WebhookRow>(`${SELECT} AND id = $2`, caller.workspace, id);
  if (row === undefined || !(await isWithin(sql, caller, listOf(row.channels)))) throw refuse('not_found');
  return shown(row);
}

function shown(row: WebhookRow): Webhook {
  const { id, url, description, channels, events, capability, enabled, disabled_reason, created_at } = row;
  return {
    id,
    url,
    ...(description === null ? {} : { description }),
    channels: listOf(channels),
    events: listOf(events),
    ...(capability === null ? {} : { capability }),
    enabled: enabled === 1,
    ...(disabled_reason === null ? {} : { disabled_reason }),
    created_at,
  };
}

/** Whether the caller may read every one of these channels. */
async function isWithin(sql: Sql, caller: Caller, channels: readonly string[]): Promise<boolean> {
  if (channels.includes(EVERY_CHANNEL)) return caller.channels.includes(EVERY_CHANNEL);
  for (const channel of channels) if (!(await mayUse(sql, caller, channel))) return false;
  return true;
}

async function mustBeWithin(sql: Sql, caller: Caller, channels: readonly string[]): Promise<void> {
  if (!(await isWithin(sql, caller, channels)))
    throw refuse('bad_parameter', '`channels` names one that is not there');
}

async function mustBePublic(url: string, allowLoopback: boolean): Promise<void> {
  try {
    await checkAddress(url, allowLoopback);
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    throw refuse('address_refused', error.message);
  }
}
