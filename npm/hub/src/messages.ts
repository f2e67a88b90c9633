// Owns: messages, as they are stored and as they are answered.

import type { Head } from '@chirp-protocol/protocol';
import { type Caller, mayUse } from './caller.js';
import { refuse } from './refusal.js';
import type { Row, Sql } from './store/sql.js';

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
