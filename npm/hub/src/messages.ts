// Owns: messages, as they are stored and as they are answered.

import type { Head } from '@chirp-protocol/protocol';
import {
  decideChange,
  decideSend,
  planSend,
  type SendFacts,
  type SendOptions,
} from '@chirp-protocol/protocol/hub';
import { type Caller, erasedName, hold, isAdmin, mayUse } from './caller.js';
import { recordChange } from './changes.js';
import { deletion, tell } from './outbound/events.js';
import { refuse, refused } from './refusal.js';
import { newId } from './secret.js';
import type { Driver, Row, Sql } from './store/sql.js';
import { forgetWords, keepWords } from './words.js';

/** A message as the database holds it, with the head of its series. */
export interface MessageRow extends Row {
  readonly id: string;
  readonly cursor: number;
  readonly channel: string;
  readonly thread_id: string | null;
  readonly sender: string;
  readonly created_at: string;
  readonly edited_at: string | null;
  readonly deleted_at: string | null;
  readonly gap_reason: string | null;
  readonly body: string | null;
  readonly envelope: Buffer | null;
  readonly projection: Buffer | null;
  readonly digest: string | null;
  readonly content: string | null;
  readonly series: string | null;
  readonly revision: number | null;
  readonly head_revision: number | null;
  readonly head_digest: string | null;
}

/** What every query of messages begins with. */
const SELECT = `SELECT m.id, m.cursor, m.channel, m.thread_id, m.sender, m.created_at, m.edited_at, m.deleted_at,
    m.gap_reason, m.body, m.envelope, m.projection, m.digest, m.content, m.series, m.revision,
    s.head_revision, s.head_digest
  FROM messages m LEFT JOIN series s ON s.workspace = m.workspace AND s.id = m.series`;

/** Runs a query of messages; `rest` begins with its conditions. */
export function selectMessages(
  sql: Sql,
  rest: string,
  ...values: (string | number | null)[]
): Promise<MessageRow[]> {
  return sql.all<MessageRow>(`${SELECT} WHERE ${rest}`, ...values);
}

/** A message as JSON text. The sealed envelope and the projection stand in it byte for byte as they are stored. */
export function messageJson(row: MessageRow): string {
  const { id, channel, thread_id, sender, body, created_at, edited_at, envelope, projection } = row;
  const plain = JSON.stringify({
    id,
    channel,
    ...(thread_id === null ? {} : { thread_id }),
    sender,
    body,
    created_at,
    ...(edited_at === null ? {} : { edited_at }),
    ...(row.series === null
      ? {}
      : { instrument: { series: row.series, revision: row.revision, head: headOf(row) } }),
  });
  const parts = [
    ...(envelope === null ? [] : [`,"protocol":${envelope.toString('utf8')}`]),
    ...(projection === null ? [] : [`,"projection":${projection.toString('utf8')}`]),
  ];
  return `${plain.slice(0, -1)}${parts.join('')}}`;
}

/** The head of the series of a message. */
export function headOf(row: Pick<MessageRow, 'head_revision' | 'head_digest'>): Head {
  return { revision: row.head_revision ?? 0, digest: row.head_digest ?? '' };
}

/** An answer: a status and JSON text. */
export interface Answer {
  readonly status: number;
  readonly json: string;
}

/**
 * Sends to a channel that the caller may use: reads what the send has to be decided against, asks the core, and writes, in
 * one transaction that holds the workspace. Throws Refusal.
 */
export async function send(
  driver: Driver,
  caller: Caller,
  channel: string,
  bytes: Uint8Array,
  options: { draft: boolean; now: string },
): Promise<Answer> {
  const asked = {
    channel,
    sources: [...caller.sources],
    workspace: caller.workspace,
    ...(options.draft ? { draft: true } : {}),
  };
  const plan = planSend(bytes, asked);
  if (plan.decision === 'refused') throw refused(plan);
  return driver.write((sql) => sendIn(sql, caller, bytes, asked, options.now), caller.workspace);
}

/** What a message keeps that was stored before, elsewhere. */
export interface Kept {
  readonly id: string;
  /** Its cursor, if that is still to come. */
  readonly cursor: number;
  /** By which a repeated send is recognised, where that is not its digest. */
  readonly content?: string;
}

/** The same in a transaction that has begun; of a message that was stored before, with what it keeps. */
export async function sendIn(
  sql: Sql,
  sender: Caller,
  bytes: string | Uint8Array,
  asked: Pick<SendOptions, 'channel' | 'sources' | 'workspace' | 'draft'>,
  now: string,
  kept?: Kept,
): Promise<Answer> {
  const { channel, workspace } = asked;
  const plan = planSend(bytes, asked);
  if (plan.decision === 'refused') throw refused(plan);
  const { cursor, caller } = await hold(sql, sender);
  // Who may send there was found with who calls; where that had to be found again, this has to be too.
  if (caller !== sender && !(await mayUse(sql, caller, channel))) throw refuse('not_found');
  const first = await firstOf(sql, workspace, plan);
  const series = await seriesOf(sql, caller, plan);
  const decision = decideSend(bytes, {
    ...asked,
    ...(first === undefined ? {} : { first: await described(sql, caller, first) }),
    ...(series === undefined ? {} : { series }),
    ...(plan.thread_id === undefined
      ? {}
      : { thread: await isThread(sql, workspace, channel, plan.thread_id, kept !== undefined) }),
  });
  switch (decision.decision) {
    case 'refused':
      throw refused(decision, decision.first && first !== undefined ? messageJson(first) : undefined);
    case 'replay': {
      const same = decision.of === 'dedupe_key' ? first : await revisionOf(sql, workspace, decision);
      return { status: decision.status, json: messageJson(must(same)) };
    }
    case 'accepted': {
      const id = kept?.id ?? newId();
      const at = Math.max(cursor + 1, kept?.cursor ?? 0);
      const content = kept?.content ?? decision.content;
      const accepted = { ...decision, ...(content === undefined ? {} : { content }) };
      await store(sql, caller, channel, id, at, accepted, now);
      const row = must(await messageOf(sql, workspace, id));
      // What was stored before, elsewhere, was told there.
      if (kept === undefined)
        await tell(sql, workspace, { type: 'message.created', channel, message: id, said: row, now });
      return { status: decision.status, json: messageJson(row) };
    }
  }
}

/** Holds the workspace until the transaction ends, so that cursors are in the order of commits. Its last cursor. */
export async function lock(sql: Sql, workspace: string): Promise<number> {
  const [row] = await sql.all<{ cursor: number }>(
    `SELECT cursor FROM workspaces WHERE id = $1${sql.forUpdate}`,
    workspace,
  );
  return must(row).cursor;
}

/** Moves the cursor of a workspace that the transaction holds, and says so. */
export async function moveTo(sql: Sql, workspace: string, cursor: number): Promise<void> {
  await sql.all('UPDATE workspaces SET cursor = $2 WHERE id = $1', workspace, cursor);
  await sql.notify(workspace);
}

async function firstOf(sql: Sql, workspace: string, plan: SendFacts): Promise<MessageRow | undefined> {
  const { source, dedupe_key } = plan;
  if (source === undefined || dedupe_key === undefined) return undefined;
  const [row] = await selectMessages(
    sql,
    'm.workspace = $1 AND m.source_kind = $2 AND m.source_id IN ($3, $4) AND m.dedupe_key = $5',
    workspace,
    source.kind,
    source.id,
    // What a person sent whose account was erased is not sent again by another of that name.
    source.kind === 'person' ? erasedName(workspace, source.id) : source.id,
    dedupe_key,
  );
  return row;
}

async function described(
  sql: Sql,
  caller: Caller,
  first: MessageRow,
): Promise<NonNullable<SendOptions['first']>> {
  return {
    channel: first.channel,
    content: must(first.content),
    ...(first.thread_id === null ? {} : { thread_id: first.thread_id }),
    ...(first.deleted_at === null ? {} : { deleted: true }),
    readable: await mayUse(sql, caller, first.channel),
  };
}

async function seriesOf(sql: Sql, caller: Caller, plan: SendFacts): Promise<SendOptions['series']> {
  if (plan.series === undefined) return undefined;
  const { workspace } = caller;
  const [row] = await sql.all<{ channel: string; head_revision: number; head_digest: string }>(
    'SELECT channel, head_revision, head_digest FROM series WHERE workspace = $1 AND id = $2',
    workspace,
    plan.series,
  );
  if (row === undefined) return undefined;
  const known = await sql.all<{ digest: string; deleted_at: string | null }>(
    'SELECT digest, deleted_at FROM messages WHERE workspace = $1 AND series = $2 AND digest IN ($3, $4)',
    workspace,
    plan.series,
    plan.digest ?? '',
    plan.predecessor ?? '',
  );
  return {
    channel: row.channel,
    head: headOf(row),
    known: known.map(({ digest }) => digest),
    gaps: known.filter(({ deleted_at }) => deleted_at !== null).map(({ digest }) => digest),
    readable: await mayUse(sql, caller, row.channel),
  };
}

/** Whether a message can be answered; with `evenDeleted`, whether it could once. */
async function isThread(
  sql: Sql,
  workspace: string,
  channel: string,
  id: string,
  evenDeleted: boolean,
): Promise<boolean> {
  const rows = await sql.all(
    `SELECT id FROM messages
     WHERE workspace = $1 AND id = $2 AND channel = $3 AND thread_id IS NULL
       ${evenDeleted ? '' : 'AND deleted_at IS NULL'}`,
    workspace,
    id,
    channel,
  );
  return rows.length > 0;
}

async function revisionOf(
  sql: Sql,
  workspace: string,
  { series, digest }: SendFacts,
): Promise<MessageRow | undefined> {
  const condition = 'm.workspace = $1 AND m.series = $2 AND m.digest = $3';
  const [row] = await selectMessages(sql, condition, workspace, series ?? null, digest ?? null);
  return row;
}

async function store(
  sql: Sql,
  caller: Caller,
  channel: string,
  id: string,
  cursor: number,
  accepted: SendFacts & { body: string; envelope?: Uint8Array; projection?: Uint8Array },
  now: string,
): Promise<void> {
  const { workspace } = caller;
  const { source, series, revision, digest } = accepted;
  await sql.all(
    `INSERT INTO messages (workspace, id, cursor, channel, thread_id, sender, created_at, body, envelope, projection,
       digest, content, source_kind, source_id, dedupe_key, series, revision)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    workspace,
    id,
    cursor,
    channel,
    accepted.thread_id ?? null,
    caller.account,
    now,
    accepted.body,
    blob(accepted.envelope),
    blob(accepted.projection),
    digest ?? null,
    accepted.content ?? null,
    source?.kind ?? null,
    source?.id ?? null,
    accepted.dedupe_key ?? null,
    series ?? null,
    revision ?? null,
  );
  await moveTo(sql, workspace, cursor);
  await keepWords(sql, workspace, id, accepted);
  if (series === undefined) return;
  await sql.all(
    `INSERT INTO series (workspace, id, channel, head_revision, head_digest, changed) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (workspace, id) DO UPDATE SET head_revision = $4, head_digest = $5, changed = $6`,
    workspace,
    series,
    channel,
    must(revision),
    must(digest),
    cursor,
  );
}

function blob(bytes: Uint8Array | undefined): Buffer | null {
  return bytes === undefined ? null : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** A message by its id, deleted or not. */
export async function messageOf(sql: Sql, workspace: string, id: string): Promise<MessageRow | undefined> {
  const [row] = await selectMessages(sql, 'm.workspace = $1 AND m.id = $2', workspace, id);
  return row;
}

/** A message that the caller may read and that is there. Throws Refusal: absent, deleted and foreign are the same. */
export async function readable(sql: Sql, caller: Caller, id: string): Promise<MessageRow> {
  const row = await messageOf(sql, caller.workspace, id);
  if (row === undefined || row.deleted_at !== null || !(await mayUse(sql, caller, row.channel)))
    throw refuse('not_found');
  return row;
}

/** Edits or deletes a message that the caller sent. Throws Refusal. */
export async function change(
  driver: Driver,
  caller: Caller,
  id: string,
  kind: 'edit' | 'delete',
  bytes: Uint8Array,
  now: string,
): Promise<Answer> {
  const { workspace } = caller;
  return driver.write(async (sql) => {
    const held = await hold(sql, caller);
    const cursor = held.cursor + 1;
    const row = await readable(sql, held.caller, id);
    const decided = decideChange(bytes, {
      change: kind,
      indexed: row.series !== null,
      typed: row.envelope !== null,
    });
    if (decided.status !== 200) throw refused(decided);
    if (row.sender !== caller.account) throw refuse('forbidden', 'only who sent a message may change it');
    if (kind === 'delete') {
      await erase(sql, workspace, id, cursor, now, null);
      return { status: 204, json: '' };
    }
    await moveTo(sql, workspace, cursor);
    await recordChange(sql, workspace, cursor, id, 'edit');
    await keepWords(sql, workspace, id, { body: decided.text });
    await sql.all(
      'UPDATE messages SET body = $3, edited_at = $4 WHERE workspace = $1 AND id = $2',
      workspace,
      id,
      decided.text,
      now,
    );
    const { channel } = row;
    await tell(sql, workspace, { type: 'message.edited', channel, message: id, said: row, now });
    return { status: 200, json: messageJson(must(await messageOf(sql, workspace, id))) };
  });
}

/**
 * Takes from a message what it said, and moves the workspace to `cursor`. What it was recognised by stays, so that it is not
 * sent again by mistake.
 */
export async function erase(
  sql: Sql,
  workspace: string,
  id: string,
  cursor: number,
  now: string,
  reason: string | null,
): Promise<void> {
  const said = must(await messageOf(sql, workspace, id));
  const [{ channel }, data] = [said, deletion(said, reason)];
  await tell(sql, workspace, { type: 'message.deleted', channel, message: id, said, data, now });
  await sql.all(
    `UPDATE messages SET body = NULL, envelope = NULL, projection = NULL, deleted_at = $3, gap_reason = $4
     WHERE workspace = $1 AND id = $2`,
    workspace,
    id,
    now,
    reason,
  );
  await forgetWords(sql, workspace, id);
  // Of a reply by which an action was used, the answer to who used it repeats what it said.
  await sql.all(
    "UPDATE invocations SET answer = '' WHERE workspace = $1 AND cursor = $2",
    ...[workspace, said.cursor],
  );
  await moveTo(sql, workspace, cursor);
  await recordChange(sql, workspace, cursor, id, 'delete');
}

/** Removes a revision, which leaves a gap; its head stays what it is. Throws Refusal. */
export async function removeRevision(
  driver: Driver,
  caller: Caller,
  series: string,
  revision: number,
  bytes: Uint8Array,
  now: string,
): Promise<MessageRow> {
  const { workspace } = caller;
  return driver.write(async (sql) => {
    const held = await hold(sql, caller);
    if (!isAdmin(held.caller)) throw refuse('forbidden');
    const cursor = held.cursor + 1;
    const condition = 'm.workspace = $1 AND m.series = $2 AND m.revision = $3';
    const [row] = await selectMessages(sql, condition, workspace, series, revision);
    if (row === undefined || !(await mayUse(sql, held.caller, row.channel))) throw refuse('not_found');
    const decided = decideChange(bytes, { change: 'remove', indexed: true, typed: true });
    if (decided.status !== 200) throw refused(decided);
    if (row.deleted_at !== null) return row;
    await erase(sql, workspace, row.id, cursor, now, decided.text);
    await seriesChanged(sql, workspace, series, cursor);
    return must(await messageOf(sql, workspace, row.id));
  });
}

/** Says that a series is not what it was, at a cursor of its own. */
export async function seriesChanged(
  sql: Sql,
  workspace: string,
  series: string,
  cursor: number,
): Promise<void> {
  await sql.all('UPDATE series SET changed = $3 WHERE workspace = $1 AND id = $2', workspace, series, cursor);
}

/** A value that must be there, since the same transaction saw or wrote it. */
export function must<T>(value: T | undefined | null): T {
  if (value === undefined || value === null) throw new Error('the database lost what it held');
  return value;
}
