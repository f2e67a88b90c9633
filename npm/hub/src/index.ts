// Owns: a hub as a program has it: opened on a database, listening, closed.

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { ready } from '@chirp-protocol/protocol/hub';
import { getRequestListener } from '@hono/node-server';
import { Capabilities, type CapabilityOptions } from './capabilities.js';
import { isThere, openDatabase } from './database.js';
import { continueErasures } from './erasure.js';
import { type AppOptions, appOf } from './http/app.js';
import { upgradeListener } from './http/stream.js';
import { type LimitOptions, Limits } from './limits.js';
import { linkOf } from './local.js';
import { failureLine, type LogLine } from './log.js';
import { Issuer, type OidcOptions } from './oidc.js';
import { Courier, type WebhookOptions } from './outbound/courier.js';
import { migrate, migrationsOf, pending } from './store/migrate.js';
import type { Driver } from './store/sql.js';
import { Streams } from './stream/streams.js';
import { type FirstRun, firstRun, insertWorkspace } from './workspace.js';

export { backupDatabase } from './archive/backup.js';
export { type ExportOptions, exportMessages } from './archive/export.js';
export {
  type Imported,
  type ImportLine,
  type ImportOptions,
  importMessages,
  type RefusedLine,
} from './archive/import.js';
export type { CapabilityOptions } from './capabilities.js';
export type { LimitOptions } from './limits.js';
export { makeToken, signInLink, type TokenOptions } from './local.js';
export { type LogLevel, type LogLine, logTo } from './log.js';
export type { OidcOptions } from './oidc.js';
export type { WebhookOptions } from './outbound/courier.js';
export { StoreUnavailable } from './store/sql.js';
export type { FirstRun } from './workspace.js';

/** How a hub is opened. */
export interface HubOptions {
  /** A file, for SQLite; or a URL that begins with `postgres://` or `postgresql://`. */
  readonly database: string;
  /** The host names by which the hub may be called: by default those of this machine. Empty: any. */
  readonly hosts?: readonly string[];
  /** The origins, as `https://pages.example`, whose pages may use a session, beside the hub's own. */
  readonly origins?: readonly string[];
  /** The OpenID Connect issuer by which people sign in. */
  readonly oidc?: OidcOptions;
  /** Takes lines of the log; by default nobody does. They hold no text of a message and no secret. */
  readonly log?: (line: LogLine) => void;
  /** Capabilities that an action may name, beside those that are built in. */
  readonly capabilities?: readonly CapabilityOptions[];
  /** How webhooks are delivered. */
  readonly webhooks?: WebhookOptions;
  /** Whether a webhook may be at `http://127.0.0.1` or `http://[::1]`; by default none may. */
  readonly allowLoopbackWebhooks?: boolean;
  /** How often one may ask, in a minute. */
  readonly limits?: LimitOptions;
  /** How many proxies stand before the hub and say in `X-Forwarded-For` by whom they were asked; by default none. */
  readonly proxies?: number;
  /** A folder of files that are served where the hub has no address of its own; by default there are none. */
  readonly pages?: string;
}

/** A hub that is open. */
export interface Hub {
  /** What was made of an empty database: the owner's token is here and nowhere else. */
  readonly firstRun?: FirstRun;
  /**
   * Makes a link, `/signin?code=…`, by which a browser signs in as an account, once and within ten minutes: by default as
   * the first owner. Rejects if there is no such account.
   */
  signInLink(account?: string): Promise<string>;
  /** Makes another workspace, with an owner of its own, whose token is in the answer and nowhere else. */
  createWorkspace(): Promise<FirstRun>;
  /** Answers a request. Never rejects. */
  fetch(request: Request): Promise<Response>;
  /** Listens, and gives the address. Port 0 is any that is free. Rejects if it cannot. */
  listen(options?: { host?: string; port?: number }): Promise<string>;
  /** Says from now on at `/readyz` that requests had better go elsewhere; takes them all the same. */
  drain(): void;
  /** Takes no more requests, finishes those that it has, and lets go of the database. May be repeated. */
  close(): Promise<void>;
}

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** The port where nothing else is said. */
const PORT = 4747;

/** How long the head of a request may take, the whole of it, and what is left when the hub closes, in milliseconds. */
const HEAD_MS = 10_000;
const REQUEST_MS = 30_000;
const CLOSING_MS = 10_000;

/** How long a connection is kept without a request: longer than a balancer does, so that none is lost on one that just closes. */
const IDLE_MS = 75_000;

/** How often idle connections are closed then, in milliseconds. */
const SWEEP_MS = 20;

/**
 * Says which migrations a database lacks, and changes nothing. Rejects with StoreUnavailable when it cannot be reached, and
 * when it is not one that this version can bring to its schema.
 */
export async function checkDatabase(database: string): Promise<{ pending: string[] }> {
  if (!isThere(database)) return { pending: migrationsOf('sqlite').map(({ name }) => name) };
  const driver = openDatabase(database);
  try {
    return { pending: await pending(driver) };
  } finally {
    await driver.close();
  }
}

/** Looks at options without opening a hub. Rejects with TypeError for those that cannot hold. */
export async function checkOptions(options: Omit<HubOptions, 'database'>): Promise<void> {
  await ready();
  partsOf(options);
}

/**
 * Opens a hub on a database and brings that to the schema of this version. Of an empty database it makes a workspace with
 * its owner. Rejects with StoreUnavailable when the database cannot be reached, and with TypeError for options that cannot
 * hold.
 */
export async function openHub(options: HubOptions): Promise<Hub> {
  const { database, hosts = LOCAL_HOSTS, log = () => {} } = options;
  await ready();
  const parts = partsOf(options);
  const driver = openDatabase(database);
  try {
    const { allowLoopbackWebhooks: allowLoopback } = parts;
    const courier = new Courier({ ...options.webhooks, driver, allowLoopback, log });
    await migrate(driver);
    const now = () => new Date();
    const made = await firstRun(driver, now().toISOString());
    const streams = new Streams(driver, (error) => log(failureLine(now(), error)));
    return new OpenHub({ ...parts, driver, streams, courier, hosts, log, now }, made);
  } catch (error) {
    await driver.close().catch(() => {});
    throw error;
  }
}

/** What the options say that a database has no part in. Throws TypeError. */
function partsOf(options: Omit<HubOptions, 'database'>) {
  const { allowLoopbackWebhooks = false, proxies = 0, origins = [], oidc, pages } = options;
  if (!Number.isSafeInteger(proxies) || proxies < 0) throw new TypeError('proxies must be a whole number');
  const strange = origins.find((origin) => !isOrigin(origin));
  if (strange !== undefined) throw new TypeError(`${JSON.stringify(strange)} is no origin`);
  return {
    allowLoopbackWebhooks,
    proxies,
    origins,
    pages,
    ...(oidc === undefined ? {} : { issuer: new Issuer(oidc) }),
    capabilities: new Capabilities(options.capabilities ?? [], allowLoopbackWebhooks),
    limits: new Limits(options.limits ?? {}),
  };
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}

class OpenHub implements Hub {
  declare readonly firstRun?: FirstRun;
  readonly #driver: Driver;
  readonly #streams: Streams;
  readonly #courier: Courier;
  readonly #unhear: () => void;
  readonly #fetch: (request: Request) => Response | Promise<Response>;
  /** The connections on which requests come; one that was upgraded is none. */
  readonly #connections = new Set<Duplex>();
  #server: Server | undefined;
  #closed: Promise<void> | undefined;
  /** What the end of a process interrupted. */
  readonly #erasing: Promise<void>;

  #isClosing = false;

  constructor(given: Omit<AppOptions, 'isClosing'>, made: FirstRun | undefined) {
    const options = { ...given, isClosing: () => this.#isClosing };
    const { driver, courier, streams } = options;
    this.#driver = driver;
    this.#streams = streams;
    this.#courier = courier;
    this.#unhear = driver.listen(() => courier.wake());
    courier.wake();
    this.#fetch = appOf(options).fetch;
    this.#erasing = this.#goOnErasing(options);
    if (made !== undefined) this.firstRun = made;
  }

  signInLink(account?: string): Promise<string> {
    return linkOf(this.#driver, account);
  }

  createWorkspace(): Promise<FirstRun> {
    return this.#driver.write((sql) => insertWorkspace(sql, new Date().toISOString()));
  }

  async fetch(request: Request): Promise<Response> {
    return this.#fetch(request);
  }

  async listen({ host = '127.0.0.1', port = PORT } = {}): Promise<string> {
    const server = createServer(getRequestListener(this.#fetch));
    const upgrade = upgradeListener(this.#fetch, this.#streams);
    server.on('connection', (socket) => {
      this.#connections.add(socket);
      socket.on('close', () => this.#connections.delete(socket));
    });
    server.on('upgrade', (request, socket, head) => {
      void upgrade(request, socket, head).then(() => this.#connections.delete(socket));
    });
    server.headersTimeout = HEAD_MS;
    server.requestTimeout = REQUEST_MS;
    server.keepAliveTimeout = IDLE_MS;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
    this.#server = server;
    const address = server.address();
    const bound = typeof address === 'object' && address !== null ? address.port : port;
    return `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
  }

  drain(): void {
    this.#isClosing = true;
  }

  close(): Promise<void> {
    this.drain();
    this.#closed ??= this.#close();
    return this.#closed;
  }

  /** Goes on with the erasures that have begun. What goes wrong is tried again by the next hub. */
  async #goOnErasing({ driver, log, now }: Omit<AppOptions, 'streams'>): Promise<void> {
    const time = () => now().toISOString();
    try {
      await continueErasures(driver, time, () => this.#closed !== undefined);
    } catch {
      log({ time: time(), level: 'warn', event: 'erasure_interrupted' });
    }
  }

  async #close(): Promise<void> {
    const server = this.#server;
    const delivered = this.#courier.close();
    if (server !== undefined) {
      const ended = new Promise<void>((resolve) => server.close(() => resolve()));
      // A connection is idle once its request is answered.
      const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
      const timer = setTimeout(() => server.closeAllConnections(), CLOSING_MS);
      const requests = [...this.#connections].map((socket) => once(socket, 'close'));
      await Promise.all(requests);
      // Readers are told what those requests wrote.
      await this.#streams.close();
      await ended;
      clearInterval(sweep);
      clearTimeout(timer);
    }
    await this.#erasing;
    this.#unhear();
    await delivered;
    await this.#driver.close();
  }
}
