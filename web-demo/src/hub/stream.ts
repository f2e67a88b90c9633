// Owns the connection over which a hub tells what happens: it is resumed at the cursor where it broke, so that nothing is
// lost or told twice, and everybody can see how it stands.
import { ask, Refused } from './api.js';
import { partLast } from './raw.js';

/** How the connection stands, and since when (ms since 1970). */
export interface Connection {
  readonly state: 'connecting' | 'live' | 'reconnecting' | 'offline' | 'signed_out';
  readonly since: number;
}

/** What the hub tells. */
export type Frame =
  | { readonly type: 'message'; readonly cursor: string; readonly message: string }
  | { readonly type: 'deleted'; readonly cursor?: string; readonly id: string }
  | { readonly type: 'head'; readonly cursor?: string; readonly series: string; readonly revision: number };

/** A frame as it is parsed, without its message. */
interface Told {
  readonly type: string;
  readonly cursor?: string;
  readonly id?: string;
  readonly series?: string;
  readonly revision?: number;
}

/** Waits between tries (ms): twice as long each time, and never the same, so that not everybody comes at once. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;

/** After this time without a connection it counts as away (ms). */
const AWAY_MS = 8_000;

/** After this time without a frame the hub is asked whether it is there, since a browser does not see pings (ms). */
const QUIET_MS = 45_000;

/** So many tries in a row that the hub refuses mean that it does not know the cursor. */
const TRIES_WITH_CURSOR = 3;

/** The hub ended this session. */
const REVOKED = 4001;

/** The stream of the hub that serves this page. */
export class Stream {
  readonly #frames = new Set<(frame: Frame) => void>();
  readonly #lost = new Set<() => void>();
  readonly #states = new Set<(connection: Connection) => void>();
  #awayTimer: ReturnType<typeof setTimeout> | undefined;
  #connection: Connection = { state: 'connecting', since: Date.now() };
  #cursor: string | undefined;
  #quietTimer: ReturnType<typeof setTimeout> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #socket: WebSocket | undefined;
  #tries = 0;
  #whenReady: (() => void)[] = [];

  /** Connects, and from then on keeps the connection. */
  constructor() {
    addEventListener('offline', () => this.#leave());
    addEventListener('online', () => this.now());
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden && this.#connection.state !== 'live') this.now();
    });
    this.#connect();
  }

  get connection(): Connection {
    return this.#connection;
  }

  /** Resolves when the hub tells what happens, from the cursor where it stands on. */
  ready(): Promise<void> {
    if (this.#connection.state === 'live') return Promise.resolve();
    return new Promise((resolve) => this.#whenReady.push(resolve));
  }

  /** Calls `listener` with each frame, in the order of the cursors. */
  onFrame(listener: (frame: Frame) => void): void {
    this.#frames.add(listener);
  }

  /** Calls `listener` when something may have been missed: what was taken from the hub is to be asked for again. */
  onLost(listener: () => void): void {
    this.#lost.add(listener);
  }

  /** Calls `listener` when the connection stands otherwise. */
  onState(listener: (connection: Connection) => void): void {
    this.#states.add(listener);
  }

  /** Tries at once, instead of waiting. */
  now(): void {
    if (this.#connection.state === 'signed_out' || this.#socket !== undefined) return;
    clearTimeout(this.#retry);
    this.#connect();
  }

  #connect(): void {
    const address = new URL('/api/v1/stream', location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    if (this.#cursor !== undefined) address.searchParams.set('after', this.#cursor);
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      if (socket === this.#socket && typeof data === 'string') this.#hear(data);
    });
    socket.addEventListener('close', ({ code, reason }) => {
      if (socket !== this.#socket) return;
      this.#socket = undefined;
      clearTimeout(this.#quietTimer);
      if (code === REVOKED) this.#say('signed_out');
      else void this.#again(code === 4008 && reason !== '');
    });
  }

  #hear(text: string): void {
    this.#listenFor();
    const { rest, text: message } = partLast<Told>(text, 'message');
    const { cursor, id, revision, series, type } = rest;
    if (type === 'ready') this.#begin(cursor);
    if (type === 'message' && message !== undefined && cursor !== undefined)
      this.#tell({ type, cursor, message });
    const at = cursor === undefined ? {} : { cursor };
    if (type === 'deleted' && id !== undefined) this.#tell({ type, id, ...at });
    if (type === 'head' && series !== undefined && revision !== undefined)
      this.#tell({ type, series, revision, ...at });
    // Behind what it is for: where taking it fails, it is told again.
    if (cursor !== undefined) this.#cursor = cursor;
  }

  #begin(cursor: string | undefined): void {
    this.#tries = 0;
    if (this.#cursor === undefined) this.#cursor = cursor;
    this.#say('live');
    for (const resolve of this.#whenReady.splice(0)) resolve();
  }

  #tell(frame: Frame): void {
    for (const listener of this.#frames) listener(frame);
  }

  /** Asks after a while of silence, and takes a hub that does not answer for one that is away. */
  #listenFor(): void {
    clearTimeout(this.#quietTimer);
    this.#quietTimer = setTimeout(async () => {
      const isThere = await ask('GET', '/api/v1/me').then(
        () => true,
        () => false,
      );
      if (isThere) this.#listenFor();
      else this.#socket?.close();
    }, QUIET_MS);
  }

  /** Waits and connects again, unless the hub says that nobody is signed in. */
  async #again(isKnown: boolean): Promise<void> {
    const { state } = this.#connection;
    if (state === 'live' || state === 'connecting') this.#say('reconnecting');
    this.#tries += 1;
    if (this.#tries > 1 && !isKnown) {
      const refused = await ask('GET', '/api/v1/me').then(
        () => undefined,
        (error: unknown) => error,
      );
      if (refused instanceof Refused && refused.status === 401) return this.#say('signed_out');
      if (refused === undefined && this.#tries > TRIES_WITH_CURSOR && this.#cursor !== undefined) {
        this.#cursor = undefined;
        for (const listener of this.#lost) listener();
      }
    }
    const longest = Math.min(FIRST_WAIT_MS * 2 ** (this.#tries - 1), LONGEST_WAIT_MS);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(
      () => {
        // Without a network the browser says when it is back.
        if (navigator.onLine && this.#socket === undefined) this.#connect();
      },
      longest * (0.5 + Math.random() / 2),
    );
  }

  /** The network is gone: what is left of the connection is not waited for. */
  #leave(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#quietTimer);
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
    if (this.#connection.state !== 'signed_out') this.#say('offline');
  }

  #say(state: Connection['state']): void {
    const wasAway = this.#connection.state === 'reconnecting' || this.#connection.state === 'offline';
    const isAway = state === 'reconnecting' || state === 'offline';
    // Away since the connection was lost, not since that was noticed.
    const since = wasAway && isAway ? this.#connection.since : Date.now();
    if (state === this.#connection.state) return;
    this.#connection = { state, since };
    clearTimeout(this.#awayTimer);
    if (state === 'reconnecting') this.#awayTimer = setTimeout(() => this.#say('offline'), AWAY_MS);
    for (const listener of this.#states) listener(this.#connection);
  }
}
