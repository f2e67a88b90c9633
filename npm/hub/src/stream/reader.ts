// Owns: one reader of the stream: what it may read, up to where it has been told, and how much waits in its socket.

import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { type Caller, usableChannels } from '../caller.js';
import { type Page, type Place, placeText } from '../changes.js';
import type { Sql } from '../store/sql.js';

/** The most that waits in a socket before a reader is left to itself, in bytes; one frame may be above. */
const BUFFERED_BYTES = 256 * 1024;

/** How much a reader may miss while it takes nothing at all, in bytes. */
const MISSED_BYTES = 4 * 1024 * 1024;

/** The codes with which the hub closes. 1001 and 1011 are those of RFC 6455. */
export const CLOSE = { going: 1001, failed: 1011, revoked: 4001, slow: 4008 } as const;

/** Where a reader begins, and how to ask again who it is. */
export interface Start {
  readonly workspace: string;
  readonly place: Place;
  identify(sql: Sql): Promise<Caller | undefined>;
}

/** A reader of the stream. */
export class Reader {
  readonly #socket: WebSocket;
  readonly #raw: Duplex;
  readonly #start: Start;
  readonly #count: (frames: number) => void;
  /** Resolves when its connection is gone. */
  readonly closed: Promise<void>;
  #place: Place;
  #told: Place;
  #channels: ReadonlySet<string> = new Set();
  #rights = -1;
  #missed = 0;
  #isAlive = true;
  #isOpen = true;

  constructor(socket: WebSocket, raw: Duplex, start: Start, count: (frames: number) => void) {
    this.#socket = socket;
    this.#raw = raw;
    this.#start = start;
    this.#count = count;
    this.#place = start.place;
    this.#told = start.place;
    this.closed = new Promise((resolve) => socket.on('close', () => resolve()));
    socket.on('pong', () => {
      this.#isAlive = true;
    });
    raw.on('drain', () => {
      this.#isAlive = true;
      this.#missed = 0;
    });
    this.#tellPlace();
  }

  /** Up to where everything that it may read was handed to its socket. */
  get place(): Place {
    return this.#place;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** At which count of rights it was found what it may read; -1 when that has to be found. */
  get rights(): number {
    return this.#rights;
  }

  /** Finds again what it may read. Closes it when it is nobody any more. */
  async recheck(sql: Sql, rights: number): Promise<void> {
    const caller = await this.#start.identify(sql);
    if (caller === undefined || caller.workspace !== this.#start.workspace) return this.close(CLOSE.revoked);
    this.#channels = await usableChannels(sql, caller);
    this.#rights = rights;
  }

  /** Has it found again what it may read before anything else is told. */
  forgetRights(): void {
    this.#rights = -1;
  }

  /** Tells what it may read and was not told, until its socket is full. Says whether that was all. */
  give({ frames, end }: Page): boolean {
    if (!this.#isOpen) return true;
    this.#raw.cork();
    try {
      for (const { place, channel, bytes } of frames) {
        if (place <= this.#place || !this.#channels.has(channel)) continue;
        if (this.#isFull()) return false;
        this.#socket.send(bytes, { binary: false });
        this.#place = place;
        this.#told = place;
        this.#count(1);
      }
    } finally {
      this.#raw.uncork();
    }
    this.#place = Math.max(this.#place, end);
    return !this.#isFull();
  }

  /** Counts what is sent to others while it takes nothing. Says whether it is too slow, and closes it then. */
  miss({ frames }: Page): boolean {
    if (!this.#raw.writableNeedDrain) return false;
    for (const { place, channel, bytes } of frames)
      if (place > this.#place && this.#channels.has(channel)) this.#missed += bytes.length;
    if (this.#missed <= MISSED_BYTES) return false;
    this.close(CLOSE.slow);
    return true;
  }

  /** Resolves when everything was taken that waits in the socket, or nothing will be. */
  drained(): Promise<void> {
    if (!this.#isOpen || !this.#raw.writableNeedDrain) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        this.#raw.off('drain', done).off('close', done);
        this.#socket.off('close', done);
        resolve();
      };
      this.#raw.on('drain', done).on('close', done);
      this.#socket.on('close', done);
    });
  }

  /** Asks whether it is there, and says where it stands. Drops it if it has not answered since it was asked last. */
  tick(): void {
    if (!this.#isAlive) {
      this.#socket.terminate();
      return;
    }
    this.#isAlive = false;
    if (this.#isOpen && this.#place > this.#told) this.#tellPlace();
    this.#socket.ping();
  }

  /** Closes it with its cursor as the reason. It is told nothing more. */
  close(code: number): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#socket.close(code, code === CLOSE.revoked ? '' : placeText(this.#place));
  }

  /** Ends it at once. */
  terminate(): void {
    this.#isOpen = false;
    this.#socket.terminate();
  }

  #tellPlace(): void {
    this.#told = this.#place;
    this.#socket.send(JSON.stringify({ type: 'ready', cursor: placeText(this.#place) }));
  }

  #isFull(): boolean {
    if (this.#socket.bufferedAmount <= BUFFERED_BYTES) return false;
    // What is corked has not been offered to the kernel yet.
    this.#raw.uncork();
    this.#raw.cork();
    return this.#socket.bufferedAmount > BUFFERED_BYTES;
  }
}
