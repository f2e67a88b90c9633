// Owns: PostgreSQL as a driver, for a hub of several processes.

import { createHash } from 'node:crypto';
import pg from 'pg';
import { CHANNEL, Listener } from './listener.js';
import { type Driver, type Hear, type Row, type Sql, StoreUnavailable, type Value } from './sql.js';

/** The most connections at once. */
const CONNECTIONS = 10;

/** How long to wait for a connection, in milliseconds. */
const CONNECT_MS = 5000;

/** How long a statement may take, in milliseconds. */
const STATEMENT_MS = 15_000;

/** How long a transaction that writes may stand still, in milliseconds: a hub that is frozen lets go of what it holds. */
const STILL_MS = 15_000;

/** The key of the lock that migrations hold. Any number, as long as it stays the same. */
const MIGRATION_LOCK = 7_254_001;

/** The type of BIGINT: cursors and revisions, which stay below 2^53. */
const INT8 = 20;

/** Opens a pool of connections; none is made before the first is needed. `url` begins with `postgres://`. */
export function openPostgres(url: string): Driver {
  return new Postgres(url);
}

const READING = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
const WRITING = `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL idle_in_transaction_session_timeout = ${STILL_MS}`;

class Postgres implements Driver {
  readonly dialect = 'postgres';
  readonly #pool: pg.Pool;
  readonly #listener: Listener;

  constructor(url: string) {
    this.#pool = new pg.Pool({
      connectionString: url,
      max: CONNECTIONS,
      connectionTimeoutMillis: CONNECT_MS,
      statement_timeout: STATEMENT_MS,
      pipeline: true,
      types: {
        getTypeParser: (type, format) => (type === INT8 ? Number : pg.types.getTypeParser(type, format)),
      },
    });
    // An idle connection that breaks is replaced when one is needed; whoever needs it hears of it.
    this.#pool.on('error', () => {});
    this.#listener = new Listener(url);
  }

  read<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#transaction(READING, work);
  }

  write<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#transaction(WRITING, work);
  }

  migrate(work: (sql: Sql, script: (text: string) => Promise<void>) => Promise<void>): Promise<void> {
    return this.#transaction(WRITING, async (transaction) => {
      await transaction.all(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
      await work(transaction, (text) => transaction.script(text));
    });
  }

  listen(hear: Hear): () => void {
    return this.#listener.add(hear);
  }

  async close(): Promise<void> {
    await this.#listener.close();
    await this.#pool.end();
  }

  async #transaction<T>(begin: string, work: (sql: Transaction) => Promise<T>): Promise<T> {
    const client = await attempt(() => this.#pool.connect());
    let broken: Error | undefined;
    const fail = (error: Error) => {
      broken = error;
    };
    client.on('error', fail);
    try {
      const transaction = new Transaction(client, begin);
      const result = await work(transaction);
      await transaction.commit();
      return result;
    } catch (error) {
      if (broken === undefined) await client.query('ROLLBACK').catch(fail);
      throw error;
    } finally {
      client.off('error', fail);
      client.release(broken);
    }
  }
}

/** The statements of one transaction. */
class Transaction implements Sql {
  readonly dialect = 'postgres';
  readonly forUpdate = ' FOR UPDATE';
  readonly forTaking = ' FOR NO KEY UPDATE SKIP LOCKED';
  readonly #client: pg.PoolClient;
  readonly #changed = new Set<string>();
  /** Sent together with the first statement, and waited for with it: one that began nothing would write what nothing undoes. */
  readonly #begun: Promise<unknown>;

  constructor(client: pg.PoolClient, begin: string) {
    this.#client = client;
    this.#begun = client.query(begin);
    this.#begun.catch(() => {});
  }

  async all<R extends Row = Row>(text: string, ...values: Value[]): Promise<R[]> {
    const [{ rows }] = await attempt(() =>
      Promise.all([this.#client.query<R>({ name: nameOf(text), text, values }), this.#begun]),
    );
    return rows;
  }

  async notify(workspace: string): Promise<void> {
    this.#changed.add(workspace);
  }

  /** Commits, together with what was to be said of the transaction. */
  async commit(): Promise<void> {
    const text = 'SELECT pg_notify($1, $2)';
    const said = [...this.#changed].map((workspace) =>
      this.#client.query({ name: nameOf(text), text, values: [CHANNEL, workspace] }),
    );
    const ended = this.#client.query('COMMIT');
    await attempt(() => Promise.all([...said, ended]));
    // What failed before is undone by it, without an error.
    if ((await ended).command !== 'COMMIT') throw new StoreUnavailable('the database did not commit');
  }

  /** Runs statements without parameters. */
  async script(text: string): Promise<void> {
    await attempt(() => this.#client.query(text));
  }

  async has(table: string): Promise<boolean> {
    const [row] = await this.all<{ name: string | null }>('SELECT to_regclass($1)::text AS name', table);
    return row?.name != null;
  }
}

/** The names of statements, by which a connection knows those that it has prepared. There are a fixed few. */
const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
  names.set(text, name);
  return name;
}

/** Classes of SQLSTATE in which the statement, and so the hub, is at fault: data, constraints, syntax. */
const OURS = /^(22|23|42)/;

async function attempt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const code = (cause as { code?: string }).code ?? '';
    if (OURS.test(code)) throw cause;
    throw new StoreUnavailable(`the database failed${code === '' ? '' : ` (${code})`}`, { cause });
  }
}
