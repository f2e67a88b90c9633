// Owns: sending: what a send has to be decided against, and what is written of one that is accepted.

import { decideSend, planSend, type SendFacts, type SendOptions } from '@chirp-protocol/protocol/hub';
import { type Caller, erasedName, hold, mayUse } from './caller.js';
import { moveTo } from './cursor.js';
import { type Answer, headOf, type MessageRow, messageJson, messageOf, selectMessages } from './messages.js';
import { tell } from './outbound/events.js';
import { refuse, refused } from './refusal.js';
import { newId } from './secret.js';
import { must } from './store/rows.js';
import type { Driver, Sql } from './store/sql.js';
import { keepWords } from './words.js';

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
