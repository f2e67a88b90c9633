// Owns: changes to what was sent: edits, deletions, removals of revisions; what is kept of them, and that they happened.

import { decideChange } from '@chirp-protocol/protocol/hub';
import { type Caller, hold, mayUse, mustRun } from './caller.js';
import { moveTo } from './cursor.js';
import {
  type Answer,
  type MessageRow,
  messageJson,
  messageOf,
  readable,
  selectMessages,
} from './messages.js';
import { deletion, tell } from './outbound/events.js';
import { refuse, refused } from './refusal.js';
import { must } from './store/rows.js';
import type { Driver, Sql } from './store/sql.js';
import { forgetWords, keepWords } from './words.js';

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
    mustRun(held.caller);
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

/** Records, at a cursor of its own, that a message was edited or deleted. */
async function recordChange(
  sql: Sql,
  workspace: string,
  cursor: number,
  message: string,
  kind: 'edit' | 'delete',
): Promise<void> {
  await sql.all(
    'INSERT INTO changes (workspace, cursor, message, kind) VALUES ($1, $2, $3, $4)',
    ...[workspace, cursor, message, kind],
  );
}
