// Owns: SQLite as a driver: one file, one writer, readers beside it.

import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { type Driver, type Hear, type Row, type Sql, StoreUnavailable, type Value } from './sql.js';

/** How long to wait for another process that writes, and how long between two attempts, in milliseconds. */
const BUSY_MS = 10_000;
const RETRY_MS = 5;

/** Statements that are kept compiled, for each connection. */
const KEPT_STATEMENTS = 200;

/** Opens a database file, or makes it. Throws StoreUnavailable. */
export function openSqlite(path: string): Driver {
  return new Sqlite(path);
}

class Sqlite implements Driver {
  readonly dialect = 'sqlite';
  readonly #writer: Connection;
  readonly #reader: Connection;
  /** The end of what was asked of each connection so far: work on one never interleaves. */
  readonly #turns = new Map<Connection, Promise<unknown>>();
  readonly #listeners = new Set<Hear>();

  constructor(path: string) {
    this.#writer = new Connection(path, (workspace) => {
      for (const hear of this.#listeners) hear(workspace);
    });
    this.#reader = new Connection(path, () => {});
  }

  read<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#inTurn(this.#reader, 'BEGIN DEFERRED', work);
  }

  write<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#inTurn(this.#writer, 'BEGIN IMMEDIATE', work);
  }

  migrate(work: (sql: Sql, script: (text: string) => Promise<void>) => Promise<void>): Promise<void> {
    return this.write((sql) => work(sql, async (text) => this.#writer.script(text)));
  }

  listen(hear: Hear): () => void {
    this.#listeners.add(hear);
    return () => this.#listeners.delete(hear);
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#turns.values());
    this.#reader.close();
    this.#writer.close();
  }

  #inTurn<T>(connection: Connection, begin: string, work: (sql: Sql) => Promise<T>): Promise<T> {
    const before = this.#turns.get(connection) ?? Promise.resolve();
    const turn = before.then(
      () => connection.transaction(begin, work),
      () => connection.transaction(begin, work),
    );
    this.#turns.set(connection, turn);
    return turn;
  }
}

class Connection implements Sql {
  readonly dialect = 'sqlite';
  readonly forUpdate = '';
  readonly #database: Database.Database;
  readonly #statements = new Map<string, Database.Statement>();
  readonly #committed: Hear;
  /** The workspaces in which the transaction that runs has changed something. */
  readonly #changed = new Set<string>();

  constructor(path: string, committed: Hear) {
    this.#committed = committed;
    this.#database = opened(path);
    attempt(() => {
      this.#database.pragma('journal_mode = WAL');
      this.#database.pragma('synchronous = FULL');
      this.#database.pragma('foreign_keys = ON');
      // From now on nobody is waited for with the whole process standing still.
      this.#database.pragma('busy_timeout = 0');
    });
  }

  async transaction<T>(begin: string, work: (sql: Sql) => Promise<T>): Promise<T> {
    await this.#begin(begin);
    this.#changed.clear();
    try {
      const result = await work(this);
      attempt(() => this.#database.exec('COMMIT'));
      for (const workspace of this.#changed) this.#committed(workspace);
      return result;
    } catch (error) {
      if (this.#database.inTransaction) attempt(() => this.#database.exec('ROLLBACK'));
      throw error;
    }
  }

  /** Begins a transaction, when another process that writes lets it. */
  async #begin(begin: string): Promise<void> {
    const end = performance.now() + BUSY_MS;
    for (;;) {
      try {
        this.#database.exec(begin);
        return;
      } catch (error) {
        if (codeOf(error) !== 'SQLITE_BUSY' || performance.now() > end) throw failure(error);
      }
      await wait(RETRY_MS);
    }
  }

  async all<R extends Row>(text: string, ...values: Value[]): Promise<R[]> {
    return attempt(() => {
      const statement = this.#prepared(text);
      // To SQLite `$1` is a name.
      const named = Object.fromEntries(values.map((value, index) => [index + 1, value]));
      const given = values.length === 0 ? [] : [named];
      if (statement.reader) return statement.all(...given) as R[];
      statement.run(...given);
      return [];
    });
  }

  async notify(workspace: string): Promise<void> {
    this.#changed.add(workspace);
  }

  async has(table: string): Promise<boolean> {
    const rows = await this.all("SELECT name FROM sqlite_master WHERE type = 'table' AND name = $1", table);
    return rows.length > 0;
  }

  script(text: string): void {
    attempt(() => this.#database.exec(text));
  }

  close(): void {
    this.#database.close();
  }

  #prepared(text: string): Database.Statement {
    const known = this.#statements.get(text);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(text);
    if (this.#statements.size >= KEPT_STATEMENTS) this.#statements.clear();
    this.#statements.set(text, statement);
    return statement;
  }
}

/** Opens the file. Whatever is in the way, there is no database. */
function opened(path: string): Database.Database {
  try {
    return new Database(path, { timeout: BUSY_MS });
  } catch (cause) {
    throw new StoreUnavailable('the file cannot be opened', { cause });
  }
}

/** Runs what touches the file. */
function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw failure(error);
  }
}

/** A constraint that does not hold is an error of the hub; all else that SQLite says is the database's. */
function failure(cause: unknown): unknown {
  const code = codeOf(cause);
  const isOurs = !code.startsWith('SQLITE_') || /^SQLITE_(CONSTRAINT|ERROR|MISUSE|RANGE)/.test(code);
  return isOurs ? cause : new StoreUnavailable(`the database failed (${code})`, { cause });
}

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? '';
}
