/**
 * A queue in a folder: one file for each entry, readable by its owner only, in the order of their names; bounded, with a
 * log of its own for what was dropped and what was refused. Several processes may use one. For Node, Deno and Bun.
 */
import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, open, readdir, readFile, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Handled, Queue, QueueEntry } from './outbox.js';
import { QueueLock } from './queue-lock.js';

export type { Handled, Queue, Queued, QueueEntry } from './outbox.js';

/** How large a queue may become. The oldest entries go first. */
export interface QueueLimits {
  /** By default 1000. */
  readonly maxEntries?: number | undefined;
  /** By default 16 MiB. */
  readonly maxBytes?: number | undefined;
}

const MAX_ENTRIES = 1000;
const MAX_BYTES = 16 * 1024 * 1024;

/** How large the log becomes before it begins anew; the one before is kept. */
const LOG_BYTES = 64 * 1024;

/** How often a turn is asked for, in milliseconds. */
const TURN_STEP_MS = 20;

/** Names of entries: a number, by which they are in order, and a text, by which none has the name of another. */
const NAME = /^\d{12}-[0-9a-f]{16}\.json$/;
const REFUSED = /^refused-/;

/** A queue in a folder, which is made when it is needed. Nothing is read or written yet. */
export function openQueue(folder: string, limits: QueueLimits = {}): Queue {
  return new FolderQueue(folder, limits);
}

class FolderQueue implements Queue {
  readonly #folder: string;
  readonly #maxEntries: number;
  readonly #maxBytes: number;
  readonly #lock: QueueLock;
  /** The end of what was put so far: what this process puts is in the order in which it was put. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(folder: string, { maxEntries = MAX_ENTRIES, maxBytes = MAX_BYTES }: QueueLimits) {
    this.#folder = folder;
    this.#maxEntries = maxEntries;
    this.#maxBytes = maxBytes;
    this.#lock = new QueueLock(join(folder, 'lock'));
  }

  put(entry: QueueEntry): Promise<string> {
    const put = this.#last.then(() => this.#put(entry));
    this.#last = put.catch(() => {});
    return put;
  }

  async #put(entry: QueueEntry): Promise<string> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const names = await this.#names();
    const next = Number(names.at(-1)?.slice(0, 12) ?? 0) + 1;
    const random = randomBytes(8).toString('hex');
    const name = `${`${next}`.padStart(12, '0')}-${random}.json`;
    const unfinished = join(this.#folder, `.${name}`);
    const file = await open(unfinished, 'wx', 0o600);
    try {
      await file.writeFile(JSON.stringify(entry));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, join(this.#folder, name));
    await this.#trim([...names, name]);
    return name;
  }

  async drain(
    handle: (entry: QueueEntry, name: string) => Promise<Handled>,
    { turnMs, signal }: { readonly turnMs: number; readonly signal?: AbortSignal | undefined },
  ): Promise<{ done: number; refused: number; left: number }> {
    const counts = { done: 0, refused: 0 };
    const end = performance.now() + turnMs;
    let isLeft = (await this.#names()).length > 0;
    while (isLeft && !signal?.aborted && !(await this.#lock.take())) {
      if (performance.now() > end) return { ...counts, left: (await this.#names()).length };
      await wait(TURN_STEP_MS);
      isLeft = (await this.#names()).length > 0;
    }
    if (!isLeft || signal?.aborted) return { ...counts, left: (await this.#names()).length };
    try {
      for (let [name] = await this.#names(); name !== undefined; [name] = await this.#names()) {
        if (signal?.aborted) break;
        await this.#lock.renew();
        const handled = await this.#handle(name, handle);
        if (handled === 'keep') break;
        if (handled === 'done') counts.done += 1;
        else counts.refused += 1;
      }
    } finally {
      await this.#lock.release();
    }
    return { ...counts, left: (await this.#names()).length };
  }

  async #handle(
    name: string,
    handle: (entry: QueueEntry, name: string) => Promise<Handled>,
  ): Promise<Handled> {
    const path = join(this.#folder, name);
    const entry = await read(path);
    if (entry === 'gone') return 'done';
    const handled = entry === 'broken' ? { refused: 'unreadable' } : await handle(entry, name);
    if (handled === 'done') await gone(unlink(path));
    if (typeof handled === 'object') {
      await gone(rename(path, join(this.#folder, `refused-${name}`)));
      await this.#note({ event: 'refused', entry: `refused-${name}`, code: handled.refused });
      await this.#trimRefused();
    }
    return handled;
  }

  /** The names of the entries, in order. */
  async #names(): Promise<string[]> {
    return (await this.#files()).filter((name) => NAME.test(name));
  }

  async #files(): Promise<string[]> {
    try {
      return (await readdir(this.#folder)).sort();
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    }
  }

  async #trim(names: string[]): Promise<void> {
    const sizes = await Promise.all(names.map((name) => sizeOf(join(this.#folder, name))));
    let bytes = sizes.reduce((sum, size) => sum + size, 0);
    let count = names.length;
    for (const [index, name] of names.entries()) {
      // The newest one stays, however large it is.
      if ((count <= this.#maxEntries && bytes <= this.#maxBytes) || count === 1) return;
      await gone(unlink(join(this.#folder, name)));
      await this.#note({ event: 'dropped', entry: name });
      count -= 1;
      bytes -= sizes[index] ?? 0;
    }
  }

  async #trimRefused(): Promise<void> {
    const refused = (await this.#files()).filter((name) => REFUSED.test(name));
    for (const name of refused.slice(0, Math.max(0, refused.length - this.#maxEntries)))
      await gone(unlink(join(this.#folder, name)));
  }

  /** Writes a line to the log of the queue. It holds no text of a message. */
  async #note(line: Readonly<Record<string, string>>): Promise<void> {
    const path = join(this.#folder, 'queue.log');
    if ((await sizeOf(path)) > LOG_BYTES) await gone(rename(path, `${path}.1`));
    const time = new Date().toISOString();
    await appendFile(path, `${JSON.stringify({ time, ...line })}\n`, { mode: 0o600 });
  }
}

async function read(path: string): Promise<QueueEntry | 'gone' | 'broken'> {
  try {
    const entry: unknown = JSON.parse(await readFile(path, 'utf8'));
    const { path: to, body } = (entry ?? {}) as Partial<Record<'path' | 'body', unknown>>;
    return typeof to === 'string' && typeof body === 'string' ? { path: to, body } : 'broken';
  } catch (error) {
    if (error instanceof SyntaxError) return 'broken';
    // Another process dropped it, being the oldest one.
    if (codeOf(error) === 'ENOENT') return 'gone';
    throw error;
  }
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

/** Waits for a change to a file that may not be there any more. */
async function gone(change: Promise<void>): Promise<void> {
  await change.catch((error) => {
    if (codeOf(error) !== 'ENOENT') throw error;
  });
}

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string }).code;
}
