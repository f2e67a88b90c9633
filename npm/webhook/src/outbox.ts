/** Sends that go through a queue: kept before they are sent, and until they are. */
import { HubError, HubUnreachable, type StoredMessage } from './hub-error.js';
import { ask, type Connection } from './request.js';

/** A send as it is kept. */
export interface QueueEntry {
  readonly path: string;
  /** JSON text, with its dedupe key. */
  readonly body: string;
}

/** What becomes of an entry: it goes, it goes and the queue says so in its log, or it stays and those behind it too. */
export type Handled = 'done' | 'keep' | { readonly refused: string };

/** A queue that outlives the process. `openQueue` of `@chirp-protocol/webhook/queue` is one in a folder. */
export interface Queue {
  /** Keeps an entry behind those that are there, and gives its name. */
  put(entry: QueueEntry): Promise<string>;
  /**
   * Hands over the entries in order, those too that come meanwhile, until one is to stay or the signal aborts. One process
   * does so at a time; another waits for its turn for at most `turnMs`, and then leaves it at that.
   */
  drain(
    handle: (entry: QueueEntry, name: string) => Promise<Handled>,
    options: { readonly turnMs: number; readonly signal?: AbortSignal | undefined },
  ): Promise<{ done: number; refused: number; left: number }>;
}

/** A send that was not sent yet. */
export interface Queued {
  readonly queued: true;
  /** The dedupe key that it has and will have. */
  readonly key: string | undefined;
}

/** What became of a send: its message, or the promise of one. `queued` tells them apart. */
export type SentOrQueued = (StoredMessage & { readonly queued?: never }) | Queued;

/** Refusals that say something of the client, and not of what it sends: what waits stays. */
const OF_THE_CLIENT = [401, 421];

/** How long another process that sends from the queue is waited for, in milliseconds. */
const TURN_MS = 2000;

/** A queue with the way to the hub. */
export class Outbox {
  readonly #queue: Queue;
  readonly #connection: Connection;
  /** What became of the entries of this process, until it is asked. */
  readonly #outcomes = new Map<string, StoredMessage | HubError | undefined>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(queue: Queue, connection: Connection) {
    this.#queue = queue;
    this.#connection = connection;
  }

  /** Keeps a send and sends all that is kept. Throws HubError when the hub refuses this one. */
  async send(entry: QueueEntry, key: string | undefined, signal?: AbortSignal): Promise<SentOrQueued> {
    signal?.throwIfAborted();
    const name = await this.#queue.put(entry);
    this.#outcomes.set(name, undefined);
    try {
      await this.flush(signal);
      const outcome = this.#outcomes.get(name);
      if (outcome instanceof HubError) throw outcome;
      return outcome ?? { queued: true, key };
    } finally {
      this.#outcomes.delete(name);
    }
  }

  /** Sends what is kept, as far as the hub takes it. */
  async flush(signal?: AbortSignal): Promise<{ sent: number; refused: number; left: number }> {
    const turn = this.#turn.then(() => this.#drain(signal));
    this.#turn = turn.catch(() => {});
    const { done, refused, left } = await turn;
    return { sent: done, refused, left };
  }

  #drain(signal?: AbortSignal): ReturnType<Queue['drain']> {
    const handle = (entry: QueueEntry, name: string) => this.#handle(entry, name, signal);
    return this.#queue.drain(handle, { turnMs: TURN_MS, signal });
  }

  async #handle({ path, body }: QueueEntry, name: string, signal?: AbortSignal): Promise<Handled> {
    const note = (outcome: StoredMessage | HubError) => {
      if (this.#outcomes.has(name)) this.#outcomes.set(name, outcome);
    };
    try {
      const asking = { path, body, isRepeatable: true, signal };
      note((await ask(this.#connection, { method: 'POST', ...asking })) as StoredMessage);
      return 'done';
    } catch (error) {
      if (error instanceof HubUnreachable || signal?.aborted) return 'keep';
      if (!(error instanceof HubError)) throw error;
      note(error);
      return OF_THE_CLIENT.includes(error.status) ? 'keep' : { refused: error.code };
    }
  }
}
