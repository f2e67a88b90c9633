// Owns: what happened in a workspace, in order, as readers of the stream are told.

import { type Place, placeOf, placeText } from '../cursor.js';
import { type MessageRow, messageJson, selectMessages } from '../messages.js';
import { places } from '../store/rows.js';
import type { Sql } from '../store/sql.js';

/** Rows that are read from the database at once. */
const BATCH = 50;

/** What is told of something that happened. */
export interface Frame {
  readonly place: Place;
  readonly channel: string;
  /** JSON text, in UTF-8. */
  readonly bytes: Buffer;
}

/** What happened behind a place, as one state of the database has it. */
export interface Page {
  readonly frames: readonly Frame[];
  /** The place up to which this is everything. */
  readonly end: Place;
  /** Whether there is more behind it. */
  readonly more: boolean;
}

/** What happened behind a place, up to the cursor that the same transaction saw, or a part of it. */
export async function pageAfter(sql: Sql, workspace: string, after: Place, cursor: number): Promise<Page> {
  const from = Math.floor(after / 2);
  if (from >= cursor) return { frames: [], end: Math.max(after, placeOf(cursor)), more: false };
  const sent = await selectMessages(
    sql,
    'm.workspace = $1 AND m.cursor > $2 ORDER BY m.cursor LIMIT $3',
    ...[workspace, from, BATCH],
  );
  const changed = await changesAfter(sql, workspace, from);
  const events = [...sent.map((row) => ({ at: row.cursor, kind: 'send', row })), ...changed]
    .sort((one, other) => one.at - other.at)
    .slice(0, BATCH);
  const more = sent.length === BATCH || changed.length === BATCH;
  const last = more ? (events.at(-1)?.at ?? cursor) : cursor;
  const frames = events.flatMap(({ at, kind, row }) => framesOf(at, kind, row));
  return { frames: frames.filter(({ place }) => place > after), end: placeOf(last), more };
}

interface Event {
  readonly at: number;
  readonly kind: string;
  readonly row: MessageRow;
}

async function changesAfter(sql: Sql, workspace: string, from: number): Promise<Event[]> {
  const changes = await sql.all<{ cursor: number; message: string; kind: string }>(
    'SELECT cursor, message, kind FROM changes WHERE workspace = $1 AND cursor > $2 ORDER BY cursor LIMIT $3',
    ...[workspace, from, BATCH],
  );
  if (changes.length === 0) return [];
  const ids = changes.map(({ message }) => message);
  const rows = await selectMessages(
    sql,
    `m.workspace = $1 AND m.id IN (${places(ids, 2)})`,
    workspace,
    ...ids,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return changes.flatMap(({ cursor, message, kind }) => {
    const row = byId.get(message);
    return row === undefined ? [] : [{ at: cursor, kind, row }];
  });
}

/** The frames of one event: as the message is now, not as it was. */
function framesOf(cursor: number, kind: string, row: MessageRow): Frame[] {
  const { channel, series, id } = row;
  const isGone = row.deleted_at !== null;
  if (isGone && kind !== 'delete') return [];
  const revision = kind === 'delete' ? row.head_revision : row.revision;
  const end = placeOf(cursor);
  const first = series === null ? end : end - 1;
  const at = JSON.stringify(placeText(first));
  const text = isGone
    ? `{"type":"deleted","cursor":${at},"id":${JSON.stringify(id)},"channel":${JSON.stringify(channel)}}`
    : `{"type":"message","cursor":${at},"message":${messageJson(row)}}`;
  const frames = [{ place: first, channel, bytes: Buffer.from(text) }];
  if (series !== null) {
    const head = JSON.stringify({ type: 'head', cursor: placeText(end), series, revision });
    frames.push({ place: end, channel, bytes: Buffer.from(head) });
  }
  return frames;
}
