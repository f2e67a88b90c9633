// Owns: sharing a commit. Most of the cost of a small write is making it durable, and writes that wait for each other can
// wait for one commit instead.

import { type Driver, type Hear, type Row, type Sql, StoreUnavailable, type Value } from './sql.js';

/** The most writes of a commit, so that the first of them does not wait long. */
const MOST = 64;

/** After so many failures of the database on end it is away. */
const AWAY = 2;

/** A driver whose writes share commits, if they name a group; see {@link Driver.write}. */
export function batched(driver: Driver): Driver {
  return new Batched(driver);
}

/** A write that waits. */
interface Waiting {
  work(sql: Sql): Promise<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** What came of a write, told to who waits when the commit is durable. */
type Outcome = { readonly result: unknown } | { readonly error: unknown };

/** A write that failed when it had begun to write, so that all of its commit is undone. */
class Spoiled extends Error {}

class Batched implements Driver {
  readonly #driver: Driver;
  /** The writes that wait, by group. A group that is here has somebody at work on it. */
  readonly #groups = new Map<string, Waiting[]>();

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  get dialect(): Driver['dialect'] {
    return this.#driver.dialect;
  }

  read<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#driver.read(work);
  }

  write<T>(work: (sql: Sql) => Promise<T>, group?: string): Promise<T> {
    if (group === undefined) return this.#driver.write(work);
    return new Promise<unknown>((resolve, reject) => {
      const waiting = { work, resolve, reject };
      const others = this.#groups.get(group);
      if (others !== undefined) {
        others.push(waiting);
        return;
      }
      this.#groups.set(group, [waiting]);
      this.#run(group);
    }) as Promise<T>;
  }

  migrate(work: (sql: Sql, script: (text: string) => Promise<void>) => Promise<void>): Promise<void> {
    return this.#driver.migrate(work);
  }

  listen(hear: Hear): () => void {
    return this.#driver.listen(hear);
  }

  close(): Promise<void> {
    return this.#driver.close();
  }

  /** Writes what waits in a group, until nothing does. Never rejects: who waits hears of it. */
  async #run(group: string): Promise<void> {
    for (;;) {
      // Requests that have arrived come first as far as their writes; SQLite does one without letting go of the process.
      await new Promise(setImmediate);
      const together = this.#groups.get(group)?.splice(0, MOST) ?? [];
      if (together.length === 0) break;
      await this.#commit(together);
    }
    this.#groups.delete(group);
  }

  async #commit(together: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await this.#driver.write((sql) => allOf(sql, together));
      for (const [index, { resolve, reject }] of together.entries()) {
        const outcome = outcomes[index] as Outcome;
        if ('error' in outcome) reject(outcome.error);
        else resolve(outcome.result);
      }
    } catch (error) {
      // Nothing of it was written, so that each can be done alone; whatever else failed may have been written.
      if (error instanceof Spoiled) await this.#oneByOne(together);
      else for (const { reject } of together) reject(error);
    }
  }

  /**
   * Does some writes alone, each in its turn. When the database failed two of them on end it is not one of them that is at
   * fault, and the others are not kept waiting for as long each.
   */
  async #oneByOne(together: readonly Waiting[]): Promise<void> {
    let failures = 0;
    for (const [index, { work, resolve, reject }] of together.entries()) {
      try {
        resolve(await this.#driver.write(work));
        failures = 0;
      } catch (error) {
        reject(error);
        failures = error instanceof StoreUnavailable ? failures + 1 : 0;
        if (failures < AWAY) continue;
        for (const later of together.slice(index + 1)) later.reject(error);
        return;
      }
    }
  }
}

/** Does some writes in one transaction. Throws {@link Spoiled} where one fails that cannot be taken out of it. */
async function allOf(sql: Sql, together: readonly Waiting[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { work } of together) {
    const watched = new Watched(sql);
    try {
      outcomes.push({ result: await work(watched) });
    } catch (error) {
      if (!watched.isClean) throw new Spoiled('', { cause: error });
      outcomes.push({ error });
    }
  }
  return outcomes;
}

/** Statements of one write, of which it is known whether the transaction is as it was before. */
class Watched implements Sql {
  /** Whether every statement read, none failed, and nothing was said. */
  isClean = true;
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  get dialect(): Driver['dialect'] {
    return this.#sql.dialect;
  }

  get forUpdate(): string {
    return this.#sql.forUpdate;
  }

  get forTaking(): string {
    return this.#sql.forTaking;
  }

  has(table: string): Promise<boolean> {
    return this.#sql.has(table);
  }

  notify(workspace: string): Promise<void> {
    this.isClean = false;
    return this.#sql.notify(workspace);
  }

  async all<R extends Row = Row>(statement: string, ...values: Value[]): Promise<R[]> {
    const wasClean = this.isClean;
    this.isClean = false;
    const rows = await this.#sql.all<R>(statement, ...values);
    this.isClean = wasClean && /^\s*SELECT\b/i.test(statement);
    return rows;
  }
}
