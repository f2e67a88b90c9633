// Owns: what the readers of one workspace are told. Those who are up to date share one reading of the database; who is behind
// reads for itself, when its socket has room.

import { setImmediate as immediate, setTimeout as wait } from 'node:timers/promises';
import { countsOf, type Place } from '../cursor.js';
import { type Driver, type Sql, StoreUnavailable } from '../store/sql.js';
import { type Page, pageAfter } from './page.js';
import { CLOSE, type Reader } from './reader.js';

/** How long to wait before the database is asked again: at first, and at most, in milliseconds. */
const RETRY_MS = { first: 50, most: 2000 } as const;

/** What a feed works with. */
export interface Source {
  readonly driver: Driver;
  /** Runs what reads for one reader, one after the other, so that they leave connections to others. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** The hub is at fault. */
  failed(error: unknown): void;
}

/** A page, with the count of rights in the same state of the database. */
type RightsPage = Page & { readonly rights: number };

/** The readers of one workspace. */
export class Feed {
  readonly #workspace: string;
  readonly #source: Source;
  readonly #readers = new Set<Reader>();
  /** Those that are not told what the others are, until they have caught up. */
  readonly #behind = new Map<Reader, Promise<void>>();
  #place: Place;
  #isStale = false;
  #reading: Promise<void> | undefined;

  constructor(workspace: string, place: Place, source: Source) {
    this.#workspace = workspace;
    this.#place = place;
    this.#source = source;
  }

  get isEmpty(): boolean {
    return this.#readers.size === 0;
  }

  /** Adds a reader. */
  add(reader: Reader): void {
    this.#readers.add(reader);
    this.#leave(reader);
    this.hear();
  }

  /** Forgets a reader. */
  remove(reader: Reader): void {
    this.#readers.delete(reader);
  }

  /** Something may have changed. */
  hear(): void {
    this.#isStale = true;
    this.#reading ??= this.#read()
      .catch((error) => this.#fail(error, this.#readers))
      .finally(() => {
        this.#reading = undefined;
        if (this.#isStale && !this.isEmpty) this.hear();
      });
  }

  /** Asks every reader whether it is there, and the database who it is. */
  tick(): void {
    for (const reader of this.#readers) {
      reader.tick();
      reader.forgetRights();
    }
    this.hear();
  }

  /** Resolves when every reader has been told what there is now. */
  async drain(): Promise<void> {
    this.hear();
    while (this.#reading !== undefined || this.#behind.size > 0)
      await Promise.all([this.#reading, ...this.#behind.values()]);
  }

  async #read(): Promise<void> {
    while (this.#isStale && !this.isEmpty) {
      // What is sent meanwhile is in the same page, and sockets are looked at between two pages.
      await immediate();
      this.#isStale = false;
      const page = await this.#page(this.#place, () => [...this.#readers]);
      if (page === undefined) return;
      this.#isStale ||= page.more;
      this.#place = Math.max(this.#place, page.end);
      this.#tell(page);
    }
  }

  #tell(page: RightsPage): void {
    for (const reader of this.#readers) {
      if (!reader.isOpen || this.#behind.has(reader)) continue;
      if (reader.rights < page.rights || !reader.give(page)) this.#leave(reader);
    }
  }

  /** Has a reader catch up by itself. */
  #leave(reader: Reader): void {
    const done = this.#catchUp(reader)
      .catch((error) => this.#fail(error, [reader]))
      .finally(() => this.#behind.delete(reader));
    this.#behind.set(reader, done);
  }

  #fail(error: unknown, readers: Iterable<Reader>): void {
    this.#source.failed(error);
    for (const reader of readers) reader.close(CLOSE.failed);
  }

  /** Tells a reader what it was not told, as fast as it takes it, until it is where the others are. */
  async #catchUp(reader: Reader): Promise<void> {
    for (;;) {
      await reader.drained();
      if (!reader.isOpen || (reader.rights >= 0 && reader.place >= this.#place)) return;
      const page = await this.#source.inTurn(() => this.#page(reader.place, () => [reader]));
      if (page === undefined) return;
      reader.give(page);
      await immediate();
    }
  }

  /** What happened behind a place, with the rights of some readers as they are then. Undefined when nobody waits for it any more. */
  async #page(after: Place, readers: () => Reader[]): Promise<RightsPage | undefined> {
    for (let retryMs: number = RETRY_MS.first; ; retryMs = Math.min(retryMs * 2, RETRY_MS.most)) {
      try {
        return await this.#source.driver.read((sql) => this.#pageIn(sql, after, readers()));
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        if (this.isEmpty) return undefined;
      }
      await wait(retryMs);
    }
  }

  async #pageIn(sql: Sql, after: Place, readers: Reader[]): Promise<RightsPage> {
    const { cursor, rights } = await countsOf(sql, this.#workspace);
    for (const reader of readers)
      if (reader.isOpen && reader.rights < rights) await reader.recheck(sql, rights);
    return { ...(await pageAfter(sql, this.#workspace, after, cursor)), rights };
  }
}
