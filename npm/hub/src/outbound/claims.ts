// Owns: who delivers what: a process takes a webhook for a while, then its deliveries one after the other, and writes down
// what came of each. A webhook whose process is gone is taken by another when its lease has ended.

import { messageOf } from '../messages.js';
import type { Row, Sql } from '../store/sql.js';
import { type DeliveryRow, payloadOf } from './events.js';
import type { Outcome } from './post.js';

/** A webhook that a process has taken. Times are in milliseconds. */
export interface Claim {
  readonly workspace: string;
  readonly webhook: string;
  /** The process. */
  readonly by: string;
  /** Failures since the last success. */
  failures: number;
}

/** What is to be delivered next. */
export interface Owed {
  readonly delivery: DeliveryRow;
  readonly url: string;
  /** Those that sign. */
  readonly secrets: readonly string[];
  readonly body: string;
}

/** How failures are followed. */
export interface RetryRules {
  /** After so many attempts a delivery is given up. */
  readonly attempts: number;
  /** The first wait is up to this long, each further one up to four times as long as the one before, in milliseconds. */
  readonly baseMs: number;
  /** How long a process has a webhook without saying so again. */
  readonly leaseMs: number;
}

/** What came of writing down an attempt. */
export interface Settled {
  /** Whether the process still has the webhook. */
  readonly isKept: boolean;
  /** The delivery was given up. */
  readonly isDead: boolean;
  /** The webhook was disabled for what it answered. */
  readonly isDisabled: boolean;
}

const FACTOR = 4;

/** The longest wait for a delivery, in milliseconds; and for its webhook after failures in a row, in first waits. */
const LONGEST_WAIT_MS = 6 * 60 * 60 * 1000;
const LONGEST_PAUSE = 12;

/** The answer of a subscriber that wants nothing any more. */
const GONE = 410;

/** When there is something to deliver next, in milliseconds; undefined if nothing waits. */
export async function nextDue(sql: Sql): Promise<number | undefined> {
  const rows = await sql.all<{ leased_until: number; paused_until: number; due: number | null }>(
    `SELECT leased_until, paused_until, (SELECT MIN(d.due_at) FROM deliveries d
       WHERE d.workspace = w.workspace AND d.webhook = w.id AND d.dead_at IS NULL) AS due
     FROM webhooks w WHERE enabled = 1`,
  );
  const times = rows.flatMap(({ leased_until, paused_until, due }) =>
    due === null ? [] : [Math.max(leased_until, paused_until, due)],
  );
  return times.length === 0 ? undefined : Math.min(...times);
}

/** Takes webhooks that are owed something now, those first that were served longest ago. */
export async function claim(
  sql: Sql,
  by: string,
  limit: number,
  { leaseMs }: RetryRules,
  nowMs: number,
): Promise<Claim[]> {
  const rows = await sql.all<{ workspace: string; id: string; failures: number }>(
    `SELECT workspace, id, failures FROM webhooks w
     WHERE enabled = 1 AND leased_until <= $1 AND paused_until <= $1 AND EXISTS (SELECT 1 FROM deliveries d
       WHERE d.workspace = w.workspace AND d.webhook = w.id AND d.dead_at IS NULL AND d.due_at <= $1)
     ORDER BY served_at LIMIT $2${sql.forTaking}`,
    ...[nowMs, limit],
  );
  for (const { workspace, id } of rows)
    await sql.all(
      'UPDATE webhooks SET leased_by = $3, leased_until = $4, served_at = $5 WHERE workspace = $1 AND id = $2',
      ...[workspace, id, by, nowMs + leaseMs, nowMs],
    );
  return rows.map(({ workspace, id, failures }) => ({ workspace, webhook: id, by, failures }));
}

/** The oldest delivery that is due. Those that have nothing left to say are dropped. */
export async function take(
  sql: Sql,
  { workspace, webhook }: Claim,
  nowMs: number,
): Promise<Owed | undefined> {
  for (;;) {
    const [delivery] = await sql.all<DeliveryRow>(
      `SELECT position, id, type, message, data, created_at, attempts FROM deliveries
       WHERE workspace = $1 AND webhook = $2 AND dead_at IS NULL AND due_at <= $3 ORDER BY position LIMIT 1`,
      ...[workspace, webhook, nowMs],
    );
    if (delivery === undefined) return undefined;
    const body = payloadOf(delivery, await messageOf(sql, workspace, delivery.message));
    const address = await addressOf(sql, workspace, webhook, nowMs);
    if (address === undefined) return undefined;
    if (body !== undefined) return { delivery, body, ...address };
    // The webhook first, as whoever deletes it does: in the other order each could wait for the other.
    await sql.all(
      `SELECT id FROM webhooks WHERE workspace = $1 AND id = $2${sql.forUpdate}`,
      ...[workspace, webhook],
    );
    await sql.all('DELETE FROM deliveries WHERE position = $1', delivery.position);
  }
}

interface AddressRow extends Row {
  readonly url: string;
  readonly secret: string;
  readonly former_secret: string | null;
  readonly former_until: number;
}

async function addressOf(
  sql: Sql,
  workspace: string,
  webhook: string,
  nowMs: number,
): Promise<Pick<Owed, 'url' | 'secrets'> | undefined> {
  const [row] = await sql.all<AddressRow>(
    'SELECT url, secret, former_secret, former_until FROM webhooks WHERE workspace = $1 AND id = $2',
    ...[workspace, webhook],
  );
  if (row === undefined) return undefined;
  const former = row.former_secret === null || row.former_until <= nowMs ? [] : [row.former_secret];
  return { url: row.url, secrets: [row.secret, ...former] };
}

/**
 * Writes down what came of an attempt. After a failure the delivery waits, or is given up, and the webhook is let alone for a
 * moment. What another process has written down meanwhile stays.
 */
export async function settle(
  sql: Sql,
  claimed: Claim,
  { delivery }: Owed,
  outcome: Outcome,
  rules: RetryRules,
  nowMs: number,
): Promise<Settled> {
  const { workspace, webhook, by } = claimed;
  const isDisabled = !outcome.ok && outcome.status === GONE;
  const attempts = delivery.attempts + 1;
  const isDead = !outcome.ok && (isDisabled || attempts >= rules.attempts);
  claimed.failures = outcome.ok ? 0 : claimed.failures + 1;
  const pause = outcome.ok ? 0 : nowMs + waitOf(claimed.failures, rules.baseMs, LONGEST_PAUSE * rules.baseMs);
  const [kept] = await sql.all<{ enabled: number }>(
    `UPDATE webhooks SET leased_until = $4, failures = $5, paused_until = $6,
       enabled = CASE WHEN $7 = 1 THEN 0 ELSE enabled END,
       disabled_reason = CASE WHEN $7 = 1 THEN 'gone' ELSE disabled_reason END
     WHERE workspace = $1 AND id = $2 AND leased_by = $3 RETURNING enabled`,
    ...[workspace, webhook, by, nowMs + rules.leaseMs, claimed.failures, pause, isDisabled ? 1 : 0],
  );
  if (outcome.ok) {
    await sql.all('DELETE FROM deliveries WHERE position = $1', delivery.position);
  } else {
    await sql.all(
      `UPDATE deliveries SET attempts = $3, due_at = $4, reason = $5, status = $6, dead_at = $7
       WHERE position = $1 AND attempts = $2 AND dead_at IS NULL`,
      ...[delivery.position, delivery.attempts, attempts],
      Math.ceil(nowMs + waitOf(attempts, rules.baseMs, LONGEST_WAIT_MS)),
      ...[outcome.reason, outcome.status ?? null, isDead ? new Date(nowMs).toISOString() : null],
    );
  }
  return { isKept: kept?.enabled === 1, isDead, isDisabled };
}

/** Lets a webhook go. */
export async function release(sql: Sql, { workspace, webhook, by }: Claim): Promise<void> {
  await sql.all(
    `UPDATE webhooks SET leased_by = NULL, leased_until = 0
     WHERE workspace = $1 AND id = $2 AND leased_by = $3`,
    ...[workspace, webhook, by],
  );
}

/** How many deliveries wait, and how many were given up. */
export async function countsOf(sql: Sql): Promise<{ waiting: number; dead: number }> {
  const [row] = await sql.all<{ all: number; dead: number }>(
    'SELECT COUNT(*) AS "all", COUNT(dead_at) AS dead FROM deliveries',
  );
  const { all = 0, dead = 0 } = row ?? {};
  return { waiting: all - dead, dead };
}

/** Full jitter: anything up to what the exponent gives. */
function waitOf(failures: number, baseMs: number, longestMs: number): number {
  return Math.ceil(Math.random() * Math.min(longestMs, baseMs * FACTOR ** (failures - 1)));
}
