// Owns: what a database must do for the hub. Its statements are written once, for SQLite and PostgreSQL alike, with
// parameters `$1`, `$2`, ….

/** What a column holds. */
export type Value = string | number | Buffer | null;

/** A row by the names of its columns. */
export type Row = Readonly<Record<string, Value>>;

/** Runs statements, one after the other, in one transaction. */
export interface Sql {
  readonly dialect: Driver['dialect'];
  /** What a SELECT ends with to hold the rows until the transaction ends, where the transaction does not hold all. */
  readonly forUpdate: string;
  /** Whether there is a table of this name. */
  has(table: string): Promise<boolean>;
  /** The rows that a statement gives. */
  all<R extends Row = Row>(statement: string, ...values: Value[]): Promise<R[]>;
  /** Says, in a transaction that writes, that something in the workspace changed. Whoever listens is told after the commit. */
  notify(workspace: string): Promise<void>;
}

/** Is told of a workspace that something in it may have changed. Must not throw. */
export type Hear = (workspace: string) => void;

/** A database. Every method throws {@link StoreUnavailable} while it cannot be reached. */
export interface Driver {
  readonly dialect: 'sqlite' | 'postgres';
  /** Runs statements that only read, on one state of the database. */
  read<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /**
   * Runs statements as one transaction, which is durable when this resolves and never happened when it rejects. Work that
   * writes begins with a statement that locks what it decides about.
   */
  write<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Runs a script of statements without parameters, in one transaction that no other process runs at the same time. */
  migrate(work: (sql: Sql, script: (text: string) => Promise<void>) => Promise<void>): Promise<void>;
  /**
   * Tells of every workspace in which something changes from now on, in whatever process on this database, as often as not
   * more than once. When changes may have been missed, it tells of all workspaces. Gives what ends it.
   */
  listen(hear: Hear): () => void;
  /** Waits for what is running, and lets go of the database. */
  close(): Promise<void>;
}

/** The database cannot be reached, or failed. What was asked did not happen, or its answer was lost. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}
