// Owns: lenses: for each caller an index of the heads that they may read, kept up to date by cursor.

import { CoreError, type Lens, LensIndex, type LensPage } from '@chirp-protocol/protocol/hub';
import { doneOf } from './actions.js';
import { type Caller, usableChannels } from './caller.js';
import type { Capabilities } from './capabilities.js';
import { countsOf } from './cursor.js';
import { type MessageRow, messageJson, selectMessages } from './messages.js';
import { refuse } from './refusal.js';
import { places } from './store/rows.js';
import type { Driver, Sql } from './store/sql.js';

/** The most indexes that are kept. The one that was not asked for longest goes first. */
const KEPT = 32;

/** Heads that are read from the database at once. */
const BATCH = 500;

interface Board {
  readonly index: LensIndex;
  /** Up to where it has seen changes. */
  cursor: number;
}

/** The indexes of a hub. */
export class Boards {
  readonly #driver: Driver;
  readonly #capabilities: Capabilities;
  readonly #boards = new Map<string, Board>();
  /** One page after the other: an index is fed and asked by one request at a time. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(driver: Driver, capabilities: Capabilities) {
    this.#driver = driver;
    this.#capabilities = capabilities;
  }

  /**
   * A page of a lens as the caller sees it at `now`, as JSON text `{"heads","next"?,"counts","changes_at"?}`. Throws Refusal
   * for a cursor that is none.
   */
  page(caller: Caller, query: { lens: Lens; after?: string; limit: number }, now: string): Promise<string> {
    const turn = this.#turn.then(
      () => this.#driver.read((sql) => this.#page(sql, caller, query, now)),
      () => this.#driver.read((sql) => this.#page(sql, caller, query, now)),
    );
    this.#turn = turn.catch(() => {});
    return turn;
  }

  async #page(
    sql: Sql,
    caller: Caller,
    query: { lens: Lens; after?: string; limit: number },
    now: string,
  ): Promise<string> {
    const channels = await usableChannels(sql, caller);
    const key = JSON.stringify([caller.workspace, caller.token, caller.roles, [...channels]]);
    const board = this.#board(key, caller, now);
    try {
      await feed(sql, caller.workspace, channels, board);
      board.index.setNow(now);
      const page = board.index.page(query);
      return await pageJson(sql, caller.workspace, page, board.index);
    } catch (error) {
      // Whatever is wrong with it, it can be made anew.
      this.#drop(key);
      if (error instanceof CoreError && error.code === 'misuse') throw refuse('bad_parameter', error.message);
      throw error;
    }
  }

  #board(key: string, { workspace, account, roles }: Caller, now: string): Board {
    const kept = this.#boards.get(key);
    this.#boards.delete(key);
    const capabilities = this.#capabilities.registered;
    const context = { viewer: { id: account, roles: [...roles] }, capabilities, now };
    const board = kept ?? { index: new LensIndex({ workspace, context }), cursor: 0 };
    this.#boards.set(key, board);
    const [oldest] = this.#boards.keys();
    if (this.#boards.size > KEPT && oldest !== undefined) this.#drop(oldest);
    return board;
  }

  #drop(key: string): void {
    this.#boards.get(key)?.index.free();
    this.#boards.delete(key);
  }
}

/** Tells a board what has changed since it was asked last. */
async function feed(sql: Sql, workspace: string, channels: ReadonlySet<string>, board: Board): Promise<void> {
  const { cursor } = await countsOf(sql, workspace);
  for (let after = board.cursor; ; ) {
    const rows = await sql.all<{ id: string; channel: string; changed: number; head_digest: string }>(
      'SELECT id, channel, changed, head_digest FROM series WHERE workspace = $1 AND changed > $2 ORDER BY changed LIMIT $3',
      ...[workspace, after, BATCH],
    );
    const mine = rows.filter(({ channel }) => channels.has(channel));
    const heads = await withDigests(
      sql,
      workspace,
      mine.map(({ head_digest }) => head_digest),
    );
    for (const { series, deleted_at } of heads)
      if (deleted_at !== null && series !== null) board.index.remove(series);
    board.index.putLines(
      heads
        .filter(({ deleted_at }) => deleted_at === null)
        .map(messageJson)
        .join('\n'),
    );
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) break;
    after = last.changed;
  }
  const done = await sql.all<{ digest: string; action: string }>(
    'SELECT digest, action FROM invocations WHERE workspace = $1 AND cursor > $2 ORDER BY cursor',
    ...[workspace, board.cursor],
  );
  for (const { digest, action } of done) board.index.setDone(digest, action);
  board.cursor = cursor;
}

/** The revisions with these digests. */
function withDigests(sql: Sql, workspace: string, digests: readonly string[]): Promise<MessageRow[]> {
  if (digests.length === 0) return Promise.resolve([]);
  return selectMessages(
    sql,
    `m.workspace = $1 AND m.series IS NOT NULL AND m.digest IN (${places(digests, 2)})`,
    workspace,
    ...digests,
  );
}

async function pageJson(sql: Sql, workspace: string, page: LensPage, index: LensIndex): Promise<string> {
  const rows = await withDigests(
    sql,
    workspace,
    page.heads.map(({ digest }) => digest),
  );
  const messages = new Map(rows.map((row) => [row.digest, messageJson(row)]));
  const ran = await doneOf(sql, workspace, ...page.heads.map(({ digest }) => digest));
  const heads = page.heads.map((head) => {
    const done = ran.filter(({ digest }) => digest === head.digest).map(({ action }) => action);
    return `${JSON.stringify({ ...head, done }).slice(0, -1)},"message":${messages.get(head.digest)}}`;
  });
  const { next } = page;
  const { counts, changesAt } = index;
  const rest = {
    ...(next === undefined ? {} : { next }),
    counts,
    ...(changesAt === undefined ? {} : { changes_at: changesAt }),
  };
  return `{"heads":[${heads.join()}],${JSON.stringify(rest).slice(1)}`;
}
