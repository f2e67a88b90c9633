// Owns: the readers of a hub, whatever workspace they read, from their upgrade until they are closed.

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Driver } from '../store/sql.js';
import { within } from '../within.js';
import { Feed, type Source } from './feed.js';
import { CLOSE, Reader, type Start, type Tally } from './reader.js';

/** How often readers are asked whether they are there, in milliseconds. */
const PING_MS = 30_000;

/** The most that a reader may send at once, in bytes. What it sends is not read. */
const SENT_BYTES = 1024;

/** How long readers have, when the hub closes, to be told the rest; and then to close, in milliseconds. */
const REST_MS = 5000;
const CLOSING_MS = 2000;

/** What was counted of the readers. */
export interface StreamCounts extends Readonly<Tally> {
  readonly readers: number;
}

/** The readers of a hub. */
export class Streams {
  readonly #driver: Driver;
  readonly #source: Source;
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: SENT_BYTES });
  readonly #feeds = new Map<string, Feed>();
  readonly #readers = new Set<Reader>();
  /** How many there are of each whose they are. */
  readonly #counts = new Map<string, number>();
  #turn: Promise<unknown> = Promise.resolve();
  readonly #tally: Tally = { frames: 0, slow: 0 };
  #ending: (() => void) | undefined;
  #isClosed = false;

  constructor(driver: Driver, failed: (error: unknown) => void) {
    this.#driver = driver;
    this.#source = {
      driver,
      failed,
      inTurn: (work) => {
        const turn = this.#turn.then(work, work);
        this.#turn = turn;
        return turn;
      },
    };
  }

  /** What was counted. */
  get counts(): StreamCounts {
    return { readers: this.#readers.size, ...this.#tally };
  }

  /** How many readers there are that are counted under this. */
  readersOf(by: string): number {
    return this.#counts.get(by) ?? 0;
  }

  /** Completes an upgrade: who asked becomes a reader. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer, start: Start): void {
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      const reader = new Reader(webSocket, socket, start, this.#tally);
      this.#readers.add(reader);
      this.#counts.set(start.by, this.readersOf(start.by) + 1);
      webSocket.on('error', () => {});
      webSocket.on('close', () => this.#remove(reader, start));
      if (this.#isClosed) return reader.close(CLOSE.going);
      this.#listen();
      const feed = this.#feeds.get(start.workspace) ?? new Feed(start.workspace, start.place, this.#source);
      this.#feeds.set(start.workspace, feed);
      feed.add(reader);
    });
  }

  /** Tells everybody what was committed, and closes. May be repeated. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const feeds = [...this.#feeds.values()];
    await within(REST_MS, Promise.all(feeds.map((feed) => feed.drain())), undefined);
    this.#ending?.();
    const readers = [...this.#readers];
    for (const reader of readers) reader.close(CLOSE.going);
    await within(CLOSING_MS, Promise.all(readers.map((reader) => reader.closed)), undefined);
    for (const reader of readers) reader.terminate();
  }

  #remove(reader: Reader, { workspace, by }: Start): void {
    reader.terminate();
    this.#readers.delete(reader);
    const left = this.readersOf(by) - 1;
    if (left > 0) this.#counts.set(by, left);
    else this.#counts.delete(by);
    const feed = this.#feeds.get(workspace);
    feed?.remove(reader);
    if (feed?.isEmpty) this.#feeds.delete(workspace);
  }

  /** Listens, once there is a reader, to what changes. */
  #listen(): void {
    if (this.#ending !== undefined) return;
    const stop = this.#driver.listen((workspace) => this.#feeds.get(workspace)?.hear());
    const timer = setInterval(() => {
      for (const feed of this.#feeds.values()) feed.tick();
    }, PING_MS);
    this.#ending = () => {
      clearInterval(timer);
      stop();
    };
  }
}
