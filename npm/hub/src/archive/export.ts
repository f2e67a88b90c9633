// Owns: the messages of a workspace as lines that another hub takes in.

import { openReady } from '../database.js';
import { type MessageRow, messageJson, selectMessages } from '../messages.js';
import type { Row, Sql } from '../store/sql.js';
import { workspaceIn } from './workspace.js';

/** What is exported. */
export interface ExportOptions {
  /** A file, or a URL of PostgreSQL, as a hub has it. It is only read, and may be in use. */
  readonly database: string;
  /** The workspace, if there are several. */
  readonly workspace?: string;
  /** One channel; by default all of them. */
  readonly channel?: string;
  /** Takes a line, without its line feed, and resolves when the next may come. */
  readonly write: (line: string) => Promise<void>;
}

/** What stands in the first line, so that a reader of another time knows what it reads. */
export const VERSION = 1;

/** Rows that are read at once. */
const BATCH = 500;

interface InvocationRow extends Row {
  readonly account: string;
  readonly id: string;
  readonly digest: string;
  readonly action: string;
  readonly cursor: number;
  readonly answer: string;
}

type Source = Row & Record<'source_kind' | 'source_id' | 'dedupe_key', string | null>;

/**
 * Writes the workspace, its channels, and in the order of cursors its messages, the gaps that they left, and the actions
 * that were run, as they are at one moment; the last line is the end. Gives how many lines. Rejects with StoreUnavailable,
 * and with RangeError for a workspace or a channel that is not there, and a database that no hub of this version has opened.
 */
export async function exportMessages(options: ExportOptions): Promise<number> {
  const { database, channel, write } = options;
  const driver = await openReady(database);
  try {
    return await driver.read(async (sql) => {
      const { id, cursor } = await workspaceIn(sql, options.workspace);
      let lines = 0;
      const line = async (text: string) => {
        lines += 1;
        await write(text);
      };
      await line(JSON.stringify({ type: 'workspace', version: VERSION, workspace: id }));
      const channels = await channelsOf(sql, id, channel);
      if (channel !== undefined && channels.length === 0) throw new RangeError('there is no such channel');
      for (const one of channels) await line(JSON.stringify({ type: 'channel', ...one }));
      const last = await writeAll(sql, id, channel, line);
      // Where cursors go on; of one channel, nothing is said about the others.
      await line(JSON.stringify({ type: 'end', cursor: channel === undefined ? cursor : last }));
      return lines;
    });
  } finally {
    await driver.close();
  }
}

async function channelsOf(sql: Sql, workspace: string, channel: string | undefined): Promise<Row[]> {
  const rows = await sql.all<Row & { id: string }>(
    'SELECT id, name, created_at FROM channels WHERE workspace = $1',
    workspace,
  );
  // Databases order texts differently.
  return rows
    .filter(({ id }) => channel === undefined || id === channel)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Writes what has a cursor, and gives the last one. */
async function writeAll(
  sql: Sql,
  workspace: string,
  channel: string | undefined,
  line: (text: string) => Promise<void>,
): Promise<number> {
  const one = channel ?? null;
  for (let after = 0; ; ) {
    const rows = await selectMessages(
      sql,
      `m.workspace = $1 AND m.cursor > $2 AND (CAST($3 AS TEXT) IS NULL OR m.channel = $3) ORDER BY m.cursor LIMIT $4`,
      ...[workspace, after, one, BATCH],
    );
    const last = rows.at(-1)?.cursor ?? Number.MAX_SAFE_INTEGER;
    const done = await sql.all<InvocationRow>(
      `SELECT i.account, i.id, i.digest, i.action, i.cursor, i.answer FROM invocations i
       WHERE i.workspace = $1 AND i.cursor > $2 AND i.cursor <= $3 AND (CAST($4 AS TEXT) IS NULL OR EXISTS
         (SELECT 1 FROM messages m WHERE m.workspace = i.workspace AND m.digest = i.digest AND m.channel = $4))
       ORDER BY i.cursor, i.id`,
      ...[workspace, after, last, one],
    );
    for (const row of rows) {
      while (done[0] !== undefined && done[0].cursor < row.cursor) await line(invocationLine(done.shift()));
      await line(row.deleted_at === null ? messageLine(row) : await gapLine(sql, workspace, row));
    }
    for (const row of done) await line(invocationLine(row));
    if (rows.length === 0) return after;
    after = last;
  }
}

/** A message as the API answers with it, so that what is sealed stands in it byte for byte. */
function messageLine(row: MessageRow): string {
  const { cursor, content, digest, envelope } = row;
  const kept = envelope === null || content === null || content === digest ? {} : { content };
  const head = JSON.stringify({ type: 'message', cursor, ...kept });
  return `${head.slice(0, -1)},"message":${messageJson(row)}}`;
}

/** What is left of a message that was deleted, or a revision that was removed. */
async function gapLine(sql: Sql, workspace: string, row: MessageRow): Promise<string> {
  const [of] = await sql.all<Source>(
    'SELECT source_kind, source_id, dedupe_key FROM messages WHERE workspace = $1 AND id = $2',
    ...[workspace, row.id],
  );
  const { cursor, id, channel, thread_id, sender, created_at, edited_at, deleted_at, gap_reason } = row;
  const all = {
    ...{ cursor, id, channel, thread_id, sender, created_at, edited_at, deleted_at },
    reason: gap_reason,
    ...{ digest: row.digest, content: row.content, series: row.series, revision: row.revision },
    ...of,
  };
  const present = Object.entries(all).filter(([, value]) => value !== null);
  return JSON.stringify({ type: 'gap', ...Object.fromEntries(present) });
}

function invocationLine(row: InvocationRow | undefined): string {
  return JSON.stringify({ type: 'invocation', ...row });
}
