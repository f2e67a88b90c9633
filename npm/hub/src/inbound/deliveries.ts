// Owns: what becomes of a delivery from another system: verified, told apart, mapped, put in order, sent.

import { planSend } from '@chirp-protocol/protocol/hub';
import { compareMoments, GITHUB_EVENTS, type Moment, toDraft } from '@chirp-protocol/webhook';
import { verify } from '@octokit/webhooks-methods';
import { hold } from '../caller.js';
import { type Answer, messageJson, messageOf } from '../messages.js';
import { refuse, refused } from '../refusal.js';
import { sendIn } from '../send.js';
import type { Driver, Sql } from '../store/sql.js';
import { type CalledHook, webhookOf } from './hooks.js';
import type { HookKind } from './kinds.js';

/** What came in. */
export interface Delivery {
  readonly headers: Headers;
  /** The body, as it came. */
  readonly raw: Uint8Array;
  /** Whether a plain send is a draft. */
  readonly isDraft: boolean;
}

/** A delivery that was verified and told apart. */
export interface Told {
  readonly kind: HookKind;
  /** The header `X-GitHub-Event`. */
  readonly event?: string | undefined;
  /** The id that the outside gave it. */
  readonly id?: string | undefined;
  /** What was parsed; absent if it is no JSON, and of an event that has no mapping. */
  readonly payload?: unknown;
}

/** A send that a delivery asks for. */
interface Send {
  readonly bytes: string | Uint8Array;
  readonly isDraft: boolean;
  /** What it is recognised by. */
  readonly id?: string | undefined;
  readonly outside?: Moment | undefined;
}

/** How long a delivery is known by its id, in milliseconds. Its message is known by its key for ever. */
const KNOWN_MS = 30 * 24 * 3600 * 1000;

/** Verifies a delivery to a hook and tells what it is. Nothing is parsed before the signature is right. Throws Refusal. */
export async function tell(hook: CalledHook, { headers, raw }: Delivery): Promise<Told> {
  const event = headers.get('x-github-event') ?? undefined;
  // Of what is signed by Standard Webhooks the signature covers its own id, and no other header.
  const id = idIn(headers.get(event === undefined ? 'webhook-id' : 'x-github-delivery'));
  if (hook.secret !== undefined) await mustBeSigned(hook.secret, event !== undefined, headers, raw);
  if (event !== undefined && !GITHUB_EVENTS.includes(event)) return { kind: 'github', event, id };
  const payload = payloadOf(raw, headers);
  if (event !== undefined) return { kind: 'github', event, id, payload };
  const isClaudeCode = typeof memberOf(payload, 'hook_event_name') === 'string';
  return { kind: isClaudeCode ? 'claude_code' : 'plain', id, payload };
}

/**
 * Does what a delivery asks for: it becomes a message, or is the one that it became before, or is passed over, which the
 * answer says. Throws Refusal.
 */
export async function take(
  driver: Driver,
  hook: CalledHook,
  told: Told,
  { raw, isDraft }: Delivery,
  now: string,
): Promise<Answer> {
  const { kind, event, id, payload } = told;
  if (hook.kind !== undefined && hook.kind !== kind)
    throw refuse('bad_parameter', 'this hook takes something else');
  const known = id === undefined ? undefined : await driver.read((sql) => knownAs(sql, hook, id));
  if (known !== undefined) return known;
  if (kind === 'plain') return settle(driver, hook, { bytes: plainSend(raw, payload), isDraft, id }, now);
  if (event === 'ping') return ignored('a ping');
  if (event !== undefined && !GITHUB_EVENTS.includes(event)) return ignored('an event without a mapping');
  if (payload === undefined) throw refuse('bad_parameter', 'the body is no JSON');
  const { draft, key, outside } = toDraft(payload, { event, delivery: id, at: now });
  if (draft === undefined) return ignored('nothing that there is a mapping for');
  const bytes = JSON.stringify({ protocol: draft });
  return settle(driver, hook, { bytes, isDraft: true, id: id ?? key, outside }, now);
}

/** Decides and writes in one transaction, which holds the workspace: of two at once for one series, one is first. */
async function settle(driver: Driver, hook: CalledHook, send: Send, now: string): Promise<Answer> {
  const { caller, channel } = hook;
  const { workspace, sources } = caller;
  const { bytes, isDraft, id, outside } = send;
  const asked = { channel, sources: [...sources], workspace, ...(isDraft ? { draft: true } : {}) };
  const plan = planSend(bytes, asked);
  if (plan.decision === 'refused') throw refused(plan);
  const { series } = plan;
  return driver.write(async (sql) => {
    await hold(sql, caller);
    const known = id === undefined ? undefined : await knownAs(sql, hook, id);
    if (known !== undefined) return known;
    if (series !== undefined && outside !== undefined && (await isOlder(sql, workspace, series, outside))) {
      await remember(sql, hook, id, null, now);
      return ignored('older than the head');
    }
    const answer = await sendIn(sql, caller, bytes, asked, now);
    await remember(sql, hook, id, idOf(answer), now);
    if (series !== undefined && outside !== undefined) await moveOn(sql, workspace, series, outside);
    return answer;
  }, workspace);
}

/** The answer to a delivery that was there before; undefined for one that was not. */
async function knownAs(sql: Sql, hook: CalledHook, id: string): Promise<Answer | undefined> {
  const { workspace } = hook.caller;
  const [row] = await sql.all<{ message: string | null }>(
    'SELECT message FROM hook_deliveries WHERE workspace = $1 AND hook = $2 AND id = $3',
    ...[workspace, hook.id, id],
  );
  if (row === undefined) return undefined;
  if (row.message === null) return ignored('older than the head');
  const message = await messageOf(sql, workspace, row.message);
  if (message === undefined || message.deleted_at !== null) return ignored('its message was removed');
  return { status: 200, json: messageJson(message) };
}

async function remember(
  sql: Sql,
  hook: CalledHook,
  id: string | undefined,
  message: string | null,
  now: string,
): Promise<void> {
  if (id === undefined) return;
  const { workspace } = hook.caller;
  await sql.all(
    'INSERT INTO hook_deliveries (workspace, hook, id, message, received_at) VALUES ($1, $2, $3, $4, $5)',
    ...[workspace, hook.id, id, message, now],
  );
  await sql.all(
    'DELETE FROM hook_deliveries WHERE workspace = $1 AND hook = $2 AND received_at < $3',
    ...[workspace, hook.id, new Date(Date.parse(now) - KNOWN_MS).toISOString()],
  );
}

/** Whether the head of a series is of a later moment, by the clock of the outside. */
async function isOlder(sql: Sql, workspace: string, series: string, moment: Moment): Promise<boolean> {
  const [head] = await sql.all<{ at: string; step: number }>(
    'SELECT at, step FROM outside_moments WHERE workspace = $1 AND series = $2',
    ...[workspace, series],
  );
  return head !== undefined && compareMoments(moment, head) < 0;
}

async function moveOn(sql: Sql, workspace: string, series: string, { at, step }: Moment): Promise<void> {
  await sql.all(
    `INSERT INTO outside_moments (workspace, series, at, step) VALUES ($1, $2, $3, $4)
     ON CONFLICT (workspace, series) DO UPDATE SET at = $3, step = $4`,
    ...[workspace, series, at, step],
  );
}

async function mustBeSigned(
  secret: string,
  isGitHub: boolean,
  headers: Headers,
  raw: Uint8Array,
): Promise<void> {
  if (!(await (isGitHub ? isSignedByGitHub(secret, headers, raw) : isSigned(secret, headers, raw))))
    throw refuse('bad_signature');
}

async function isSignedByGitHub(secret: string, headers: Headers, raw: Uint8Array): Promise<boolean> {
  const signature = headers.get('x-hub-signature-256');
  const text = textOf(raw);
  return signature !== null && text !== undefined && text !== '' && verify(secret, text, signature);
}

function isSigned(secret: string, headers: Headers, raw: Uint8Array): boolean {
  try {
    webhookOf(secret).check(raw, headers);
    return true;
  } catch {
    return false;
  }
}

/**
 * What is parsed of a body; undefined if that is no JSON. GitHub sends a form where a webhook was set up so;
 * curl and its like call JSON one, too.
 */
function payloadOf(raw: Uint8Array, headers: Headers): unknown {
  const text = textOf(raw);
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(headers.get('content-type') ?? '');
  const form = isForm && headers.has('x-github-event') ? new URLSearchParams(text).get('payload') : null;
  try {
    return JSON.parse(form ?? text ?? '');
  } catch {
    return undefined;
  }
}

/** Bytes as text, byte for byte; undefined if they are none. */
function textOf(raw: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw);
  } catch {
    return undefined;
  }
}

/** The body of a plain send; a bare envelope is put into one, byte for byte, since the core judges what came. */
function plainSend(raw: Uint8Array, payload: unknown): Uint8Array {
  if (typeof memberOf(payload, 'protocol') !== 'string') return raw;
  return Buffer.concat([Buffer.from('{"protocol":'), raw, Buffer.from('}')]);
}

function memberOf(value: unknown, name: string): unknown {
  const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
  return isObject ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

/** An id that can be kept. */
function idIn(header: string | null): string | undefined {
  return header !== null && /^[\x21-\x7e]{1,256}$/.test(header) ? header : undefined;
}

function idOf(answer: Answer): string {
  return (JSON.parse(answer.json) as { id: string }).id;
}

function ignored(reason: string): Answer {
  return { status: 200, json: JSON.stringify({ ignored: reason }) };
}
