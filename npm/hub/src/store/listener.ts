// Owns: hearing from PostgreSQL what changed, on a connection of its own that is made again when it breaks.

import pg from 'pg';
import type { Hear } from './sql.js';

/** The channel of NOTIFY. What is said on it is the id of a workspace. */
export const CHANNEL = 'chirp';

/** How long to wait for a connection and for an answer on it, and how often it is asked whether it lives, in milliseconds. */
const ANSWER_MS = 5000;
const ASK_MS = 15_000;

/** How long to wait before the next attempt to connect: at first, and at most, in milliseconds. */
const RETRY_MS = { first: 50, most: 2000 } as const;

/** Hears what is notified. It connects when the first listener comes, and from then on until it is closed. */
export class Listener {
  readonly #url: string;
  readonly #listeners = new Set<Hear>();
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #retryMs: number = RETRY_MS.first;
  #state: 'idle' | 'running' | 'closed' = 'idle';
  #connecting: Promise<void> = Promise.resolve();

  constructor(url: string) {
    this.#url = url;
  }

  /** Tells `hear` from now on. Gives what ends it. */
  add(hear: Hear): () => void {
    this.#listeners.add(hear);
    if (this.#state === 'idle') {
      this.#state = 'running';
      this.#connect();
    }
    return () => this.#listeners.delete(hear);
  }

  /** Lets go of the connection. */
  async close(): Promise<void> {
    this.#state = 'closed';
    clearTimeout(this.#timer);
    await this.#connecting;
    await this.#client?.end().catch(() => {});
  }

  #connect(): void {
    this.#connecting = this.#open().catch(() => {});
  }

  async #open(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
    });
    this.#client = client;
    client.on('error', () => this.#lost(client));
    client.on('end', () => this.#lost(client));
    client.on('notification', ({ payload }) => {
      if (payload !== undefined) this.#tell(payload);
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      // Whatever was said before LISTEN was said to nobody.
      const { rows } = await client.query<{ id: string }>('SELECT id FROM workspaces');
      for (const { id } of rows) this.#tell(id);
      this.#retryMs = RETRY_MS.first;
      this.#askLater(client);
    } catch {
      this.#lost(client);
    }
  }

  /** Asks now and then whether the connection lives: of one that is half open nothing is heard. */
  #askLater(client: pg.Client): void {
    if (this.#client !== client || this.#state === 'closed') return;
    this.#timer = setTimeout(() => {
      client.query('SELECT 1').then(
        () => this.#askLater(client),
        () => this.#lost(client),
      );
    }, ASK_MS);
    this.#timer.unref();
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client || this.#state === 'closed') return;
    this.#client = undefined;
    client.end().catch(() => {});
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, RETRY_MS.most);
  }

  #tell(workspace: string): void {
    for (const hear of this.#listeners) hear(workspace);
  }
}
