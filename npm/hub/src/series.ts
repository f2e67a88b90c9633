// Owns: series as they are answered: the head, the revisions with their gaps, the history.

import { CoreError, EnvelopeError, exportHistory, type HistoryForm } from '@chirp-protocol/protocol/hub';
import { doneOf } from './actions.js';
import { type Caller, mayUse } from './caller.js';
import { headOf, type MessageRow, messageJson, selectMessages } from './messages.js';
import { refuse, refused } from './refusal.js';
import type { Sql } from './store/sql.js';

/** A series as the database holds it. */
interface SeriesRow {
  readonly id: string;
  readonly channel: string;
  readonly head_revision: number;
  readonly head_digest: string;
}

/** A series whose channel the caller may use. Throws Refusal. */
async function seriesFor(sql: Sql, caller: Caller, id: string): Promise<SeriesRow> {
  const [row] = await sql.all<SeriesRow & Record<string, string | number>>(
    'SELECT id, channel, head_revision, head_digest FROM series WHERE workspace = $1 AND id = $2',
    caller.workspace,
    id,
  );
  if (row === undefined || !(await mayUse(sql, caller, row.channel))) throw refuse('not_found');
  return row;
}

/**
 * The head of a series, `{"series","channel","head","done",…}` with the actions of it that were run and its message or its
 * gap, as JSON text. Throws Refusal.
 */
export async function headJson(sql: Sql, caller: Caller, id: string): Promise<string> {
  const series = await seriesFor(sql, caller, id);
  const [row] = await revisions(sql, caller, id, series.head_revision - 1, 1);
  if (row === undefined) throw refuse('not_found');
  const done = (await doneOf(sql, caller.workspace, series.head_digest)).map(({ action }) => action);
  return `${openJson(series)},"done":${JSON.stringify(done)},${partJson(row)}}`;
}

/** Revisions behind `after`, in order, each with its message or its gap, as JSON text. Throws Refusal. */
export async function revisionsJson(
  sql: Sql,
  caller: Caller,
  id: string,
  after: number,
  limit: number,
): Promise<string> {
  const series = await seriesFor(sql, caller, id);
  const rows = await revisions(sql, caller, id, after, limit);
  const more = (rows.at(-1)?.revision ?? series.head_revision) < series.head_revision;
  const list = rows.map((row) => revisionJson(row)).join(',');
  return `${openJson(series)},"revisions":[${list}],"more":${more}}`;
}

/** One revision with its message or its gap, as JSON text. Throws Refusal. */
export async function oneRevisionJson(
  sql: Sql,
  caller: Caller,
  id: string,
  revision: number,
): Promise<string> {
  await seriesFor(sql, caller, id);
  const [row] = await revisions(sql, caller, id, revision - 1, 1);
  if (row === undefined || row.revision !== revision) throw refuse('not_found');
  return revisionJson(row);
}

/** The history of a series, as the core makes it. Throws Refusal, of a series of which nothing but gaps is left too. */
export async function historyOf(
  sql: Sql,
  caller: Caller,
  id: string,
  form: HistoryForm,
): Promise<Uint8Array<ArrayBuffer>> {
  const series = await seriesFor(sql, caller, id);
  const rows = await revisions(sql, caller, id, 0, series.head_revision);
  try {
    return exportHistory(rows.map(entryBytes), { workspace: caller.workspace, form }).bytes;
  } catch (error) {
    if (error instanceof CoreError || !(error instanceof EnvelopeError)) throw error;
    throw refused({ status: 409, problems: error.problems, more: error.more });
  }
}

function revisions(
  sql: Sql,
  caller: Caller,
  id: string,
  after: number,
  limit: number,
): Promise<MessageRow[]> {
  return selectMessages(
    sql,
    'm.workspace = $1 AND m.series = $2 AND m.revision > $3 ORDER BY m.revision LIMIT $4',
    caller.workspace,
    id,
    after,
    limit,
  );
}

function openJson(series: SeriesRow): string {
  const { id, channel } = series;
  return JSON.stringify({ series: id, channel, head: headOf(series) }).slice(0, -1);
}

/** A revision, `{"revision","digest"}` with its message or its gap. */
export function revisionJson(row: MessageRow): string {
  return `${JSON.stringify({ revision: row.revision, digest: row.digest }).slice(0, -1)},${partJson(row)}}`;
}

function partJson(row: MessageRow): string {
  return row.deleted_at === null ? `"message":${messageJson(row)}` : `"gap":${JSON.stringify(gapOf(row))}`;
}

function gapOf(row: MessageRow): { digest: string | null; reason: string | null; removed_at: string | null } {
  return { digest: row.digest, reason: row.gap_reason, removed_at: row.deleted_at };
}

/** A revision as an entry of a history. */
function entryBytes(row: MessageRow): Uint8Array {
  const projection = row.projection === null ? '' : `,"projection":${row.projection.toString('utf8')}`;
  const part =
    row.envelope === null
      ? `"gap":${JSON.stringify(gapOf(row))}`
      : `"envelope":${row.envelope.toString('utf8')}${projection}`;
  return new TextEncoder().encode(`{"revision":${row.revision},${part}}`);
}
