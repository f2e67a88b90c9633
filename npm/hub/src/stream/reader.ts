// Owns: one reader of the stream: what it may read, up to where it has been told, and how much waits in its socket.

import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { type Caller, usableChannels } from '../caller.js';
import { type Place, placeText } from '../cursor.js';
import type { Sql } from '../store/sql.js';
import type { Page } from './page.js';

/** The most that waits in a socket before nothing more is put there, in bytes; one frame may be above. */
const BUFFERED_BYTES = 128 * 1024;

/** How long a reader may take for what waits in its socket, in milliseconds. */
const SLOW_MS = 5000;

/** The codes with which the hub closes. 1001 and 1011 are those of RFC 6455. */
export const CLOSE = { going: 1001, failed: 1011, revoked: 4001, slow: 4008 } as const;

/** Where a reader begins, and how to ask again who it is. */
export interface Start {
  readonly workspace: string;
  /** Under what it is counted. */
  readonly by: string;
  readonly place: Place;
  identify(sql: Sql): Promise<Caller | undefined>;
}

/** Counts what readers are told, and those that were too slow. */
export interface Tally {
  frames: number;
  slow: number;
}

/** A reader of the stream. */
export class Reader {
  readonly #socket: WebSocket;
  readonly #raw: Duplex;
  readonly #start: Start;
  readonly #tally: Tally;
  /** Resolves when its connection is gone. */
  readonly closed: Promise<void>;
  #place: Place;
  #told: Place;
  #channels: ReadonlySet<string> = new Set();
  #rights = -1;
  #isAlive = true;
  #isOpen = true;

  constructor(socket: WebSocket, raw: Duplex, start: Start, tally: Tally) {
    this.#socket = socket;
    this.#raw = raw;
    this.#start = start;
    this.#tally = tally;
    this.#place = start.place;
    this.#told = start.place;
    this.closed = new Promise((resolve) => socket.on('close', () => resolve()));
    socket.on('pong', () => {
      this.#isAlive = true;
    });
    raw.on('drain', () => {
      this.#isAlive = true;
    });
    this.#tellPlace();
  }

  /** Up to where everything that it may read was handed to its socket. */
  get place(): Place {
    return this.#place;
  }

  /** Whether it can be told anything. */
  get isOpen(): boolean {
    return this.#isOpen && !this.#raw.destroyed;
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
    if (!this.isOpen) return true;
    this.#raw.cork();
    try {
      for (const { place, channel, bytes } of frames) {
        if (place <= this.#place || !this.#channels.has(channel)) continue;
        if (this.#isFull()) {
          // What is corked was not offered to the system yet.
          this.#raw.uncork();
          this.#raw.cork();
          if (this.#isFull()) return false;
        }
        this.#socket.send(bytes, { binary: false });
        this.#place = place;
        this.#told = place;
        this.#tally.frames += 1;
      }
    } finally {
      this.#raw.uncork();
    }
    this.#place = Math.max(this.#place, end);
    return !this.#isFull();
  }

  /** Resolves when everything was taken that waits in the socket. If that takes too long, it is closed. */
  drained(): Promise<void> {
    if (!this.isOpen || !this.#raw.writableNeedDrain) return Promise.resolve();
    return new Promise((resolve) => {
      let isDone = false;
      const done = () => {
        isDone = true;
        clearTimeout(timer);
        this.#raw.off('drain', done).off('close', done);
        resolve();
      };
      const late = () => {
        if (isDone) return;
        if (this.isOpen) this.#tally.slow += 1;
        this.close(CLOSE.slow);
        done();
      };
      // If the process itself was late, sockets are looked at first.
      const timer = setTimeout(() => setImmediate(late), SLOW_MS);
      this.#raw.on('drain', done).on('close', done);
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
    return this.#socket.bufferedAmount > BUFFERED_BYTES;
  }
}
