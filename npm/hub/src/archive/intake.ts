// Owns: what becomes of one line of an export in a workspace, in the order of the lines.

import { CoreError, decideChange, decideSend, EnvelopeError, seriesOf } from '@chirp-protocol/protocol/hub';
import { type Caller, EVERY_CHANNEL, rightsChange } from '../caller.js';
import { lock, moveTo } from '../cursor.js';
import { type MessageRow, messageOf } from '../messages.js';
import { Refusal, refuse, refused } from '../refusal.js';
import { sendIn } from '../send.js';
import { must } from '../store/rows.js';
import type { Sql } from '../store/sql.js';
import {
  type ChannelEntry,
  type EndEntry,
  type Entry,
  entryOf,
  type GapEntry,
  type InvocationEntry,
  type MessageEntry,
} from './entry.js';

/** What became of a line that was not refused. */
export type Outcome = 'stored' | 'present' | 'end';

/** The series of another workspace, and what they are called in this one. */
export type SeriesNames = ReadonlyMap<string, string>;

/** Takes lines in. */
export class Intake {
  readonly workspace: string;
  readonly #series: SeriesNames | undefined;
  /** Messages that are here under another id. */
  readonly #ids = new Map<string, string>();
  #isComplete = false;
  /** The cursor of the last message here and there. */
  #last = { here: 0, there: 0 };

  /** `series` is needed where the export is of another workspace. */
  constructor(workspace: string, series: SeriesNames | undefined) {
    this.workspace = workspace;
    this.#series = series;
  }

  /** Whether the last line that was taken in is the end of the export. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Takes one line in, in a transaction that holds the workspace. Throws Refusal, and has written nothing then. */
  async take(sql: Sql, entry: Entry): Promise<Outcome> {
    this.#isComplete = entry.type === 'end';
    switch (entry.type) {
      case 'workspace':
        throw refuse('bad_parameter', 'a second first line');
      case 'end':
        return this.#end(sql, entry);
      case 'channel':
        return this.#channel(sql, entry);
      case 'message':
        return this.#message(sql, entry);
      case 'gap':
        return this.#gap(sql, entry);
      case 'invocation':
        return this.#invocation(sql, entry);
    }
  }

  /** Lets the cursors of the same workspace go on where they ended. */
  async #end(sql: Sql, { cursor }: EndEntry): Promise<Outcome> {
    const last = await lock(sql, this.workspace);
    if (this.#series === undefined && cursor > last) await moveTo(sql, this.workspace, cursor);
    return 'end';
  }

  async #channel(sql: Sql, { id, name, created_at }: ChannelEntry): Promise<Outcome> {
    const rows = await sql.all(
      `INSERT INTO channels (workspace, id, name, created_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING RETURNING id`,
      ...[this.workspace, id, name, created_at],
    );
    if (rows.length === 0) return 'present';
    await rightsChange(sql, this.workspace);
    return 'stored';
  }

  async #message(sql: Sql, { cursor, content, message }: MessageEntry): Promise<Outcome> {
    const { id, channel, sender, body, created_at, edited_at, protocol } = message;
    const there = await messageOf(sql, this.workspace, id);
    if (there !== undefined) return this.#known(there, cursor, sender, created_at);
    await this.#mustHave(sql, channel);
    const thread_id = this.#threadOf(message.thread_id);
    const { workspace } = this;
    const sent = await sendIn(
      sql,
      senderOf(workspace, sender),
      JSON.stringify({ body, protocol, thread_id }),
      { channel, workspace, sources: ['*'] },
      created_at,
      { id, cursor, ...(content === undefined ? {} : { content }) },
    );
    const stored = (JSON.parse(sent.json) as { id: string }).id;
    const row = must(await messageOf(sql, workspace, stored));
    this.#last = { here: row.cursor, there: cursor };
    if (stored !== id) {
      // It came here by another way, as a repeated send does.
      this.#ids.set(id, stored);
      return 'present';
    }
    if (edited_at !== undefined)
      await sql.all(
        'UPDATE messages SET edited_at = $3 WHERE workspace = $1 AND id = $2',
        workspace,
        id,
        edited_at,
      );
    return 'stored';
  }

  async #gap(sql: Sql, gap: GapEntry): Promise<Outcome> {
    const { workspace } = this;
    const { id, channel, digest, revision, source_kind, source_id, dedupe_key } = gap;
    const there = await messageOf(sql, workspace, id);
    if (there !== undefined) return this.#known(there, gap.cursor, gap.sender, gap.created_at);
    await this.#mustHave(sql, channel);
    const thread_id = this.#threadOf(gap.thread_id);
    const series = this.#seriesOf(gap.series);
    mustBeGap(gap, workspace);
    if (dedupe_key !== undefined) {
      const taken = await sql.all(
        'SELECT id FROM messages WHERE workspace = $1 AND source_kind = $2 AND source_id = $3 AND dedupe_key = $4',
        ...[workspace, source_kind ?? '', source_id ?? '', dedupe_key],
      );
      if (taken.length > 0) throw refuse('conflict', 'the dedupe key is taken');
    }
    if (series !== undefined) await this.#mustFollow(sql, series, channel, must(revision), must(digest));
    const cursor = Math.max((await lock(sql, workspace)) + 1, gap.cursor);
    await sql.all(
      `INSERT INTO messages (workspace, id, cursor, channel, thread_id, sender, created_at, edited_at, deleted_at,
         gap_reason, digest, content, source_kind, source_id, dedupe_key, series, revision)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
      ...[workspace, id, cursor, channel, thread_id ?? null, gap.sender, gap.created_at],
      ...[gap.edited_at ?? null, gap.deleted_at, gap.reason ?? null, digest ?? null, gap.content ?? null],
      ...[source_kind ?? null, source_id ?? null, dedupe_key ?? null, series ?? null, revision ?? null],
    );
    await moveTo(sql, workspace, cursor);
    this.#last = { here: cursor, there: gap.cursor };
    if (series !== undefined)
      await sql.all(
        `INSERT INTO series (workspace, id, channel, head_revision, head_digest, changed) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (workspace, id) DO UPDATE SET head_revision = $4, head_digest = $5, changed = $6`,
        ...[workspace, series, channel, must(revision), must(digest), cursor],
      );
    return 'stored';
  }

  async #invocation(sql: Sql, entry: InvocationEntry): Promise<Outcome> {
    const { account, id, digest, action, answer, cursor } = entry;
    const { workspace } = this;
    const of = await sql.all(
      'SELECT id FROM messages WHERE workspace = $1 AND digest = $2',
      workspace,
      digest,
    );
    if (of.length === 0) throw refuse('not_found', 'the message whose action was run is not here');
    // The answer is gone with its reply, or with the account of whoever used the action.
    if (answer !== '' && !isJson(answer)) throw refuse('bad_parameter', '`answer` must be JSON as a text');
    // It has the cursor of its reply, which came just before.
    const at = cursor === this.#last.there ? this.#last.here : Math.max(await lock(sql, workspace), cursor);
    const rows = await sql.all(
      `INSERT INTO invocations (workspace, account, id, digest, action, cursor, answer)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING id`,
      ...[workspace, account, id, digest, action, at, answer],
    );
    return rows.length > 0 ? 'stored' : 'present';
  }

  /** A message of this id is here. It must be the same one, whatever became of it since. */
  #known(there: MessageRow, cursor: number, sender: string, created_at: string): Outcome {
    this.#last = { here: there.cursor, there: cursor };
    if (there.sender !== sender || there.created_at !== created_at)
      throw refuse('conflict', 'another message has this id');
    return 'present';
  }

  async #mustHave(sql: Sql, channel: string): Promise<void> {
    const rows = await sql.all(
      'SELECT id FROM channels WHERE workspace = $1 AND id = $2',
      this.workspace,
      channel,
    );
    if (rows.length === 0)
      throw refuse('not_found', 'there is no such channel, and no line of it before this one');
  }

  /** The end of a chain grows by one; that what follows fits is asked of the core when it comes. */
  async #mustFollow(
    sql: Sql,
    series: string,
    channel: string,
    revision: number,
    digest: string,
  ): Promise<void> {
    const [head] = await sql.all<{ head_revision: number; channel: string }>(
      'SELECT head_revision, channel FROM series WHERE workspace = $1 AND id = $2',
      ...[this.workspace, series],
    );
    if (revision !== (head?.head_revision ?? 0) + 1)
      throw refuse(
        'conflict',
        `a gap at revision ${revision} cannot follow revision ${head?.head_revision ?? 0}`,
      );
    if (head !== undefined && head.channel !== channel)
      throw refuse('conflict', 'the series lives in another channel');
    const same = await sql.all(
      'SELECT id FROM messages WHERE workspace = $1 AND series = $2 AND digest = $3',
      ...[this.workspace, series, digest],
    );
    if (same.length > 0) throw refuse('conflict', 'the series has this revision');
  }

  #threadOf(thread: string | undefined): string | undefined {
    return thread === undefined ? undefined : (this.#ids.get(thread) ?? thread);
  }

  #seriesOf(series: string | undefined): string | undefined {
    if (series === undefined || this.#series === undefined) return series;
    const here = this.#series.get(series);
    if (here === undefined)
      throw refuse('bad_parameter', 'nothing is left to say which series it belongs to');
    return here;
  }
}

/** What the series of an export are called in a workspace: that depends on it. What cannot be read is passed over. */
export async function seriesIn(
  lines: AsyncIterable<{ bytes: Uint8Array }>,
  workspace: string,
): Promise<SeriesNames> {
  const names = new Map<string, string>();
  for await (const { bytes } of lines) {
    try {
      const entry = entryOf(bytes);
      if (entry.type !== 'message' || entry.message.instrument === undefined) continue;
      const { series } = entry.message.instrument;
      if (!names.has(series))
        names.set(series, seriesOf(JSON.stringify(entry.message.protocol), { workspace }));
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof EnvelopeError)) throw error;
    }
  }
  return names;
}

function isJson(text: unknown): boolean {
  try {
    return typeof text === 'string' && typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

/** The core must be able to decide against the gap later; nothing of it can be verified any more. Throws Refusal. */
function mustBeGap(gap: GapEntry, workspace: string): void {
  const { channel, digest, revision, series, reason, source_kind, source_id, dedupe_key, content } = gap;
  const inSeries = [series, revision, digest].filter((part) => part !== undefined).length;
  if (series === undefined ? revision !== undefined : inSeries < 3)
    throw refuse('bad_parameter', 'a gap in a series has `series`, `revision` and `digest`');
  const ofKey = [dedupe_key, source_kind, source_id, content].filter((part) => part !== undefined).length;
  if (dedupe_key !== undefined && ofKey < 4)
    throw refuse('bad_parameter', 'a gap with a dedupe key has `source_kind`, `source_id` and `content`');
  const facts = {
    ...(series === undefined || digest === undefined
      ? {}
      : {
          series: {
            channel,
            head: { revision: revision ?? 0, digest },
            known: [digest],
            gaps: [digest],
            readable: true,
          },
        }),
    ...(content === undefined ? {} : { first: { channel, content, deleted: true, readable: true } }),
  };
  try {
    decideSend('{"body":"x"}', { channel, workspace, sources: [], ...facts });
  } catch (error) {
    if (!(error instanceof CoreError) || error.code !== 'misuse') throw error;
    throw refuse('bad_parameter', error.message);
  }
  if (series === undefined) return;
  const decided = decideChange(JSON.stringify({ reason }), { change: 'remove', indexed: true, typed: true });
  if (decided.status !== 200) throw refused(decided);
}

/** Whoever sent it could, where it was stored first. */
function senderOf(workspace: string, account: string): Caller {
  return { workspace, account, token: '', roles: ['owner'], channels: [EVERY_CHANNEL], sources: ['*'] };
}
