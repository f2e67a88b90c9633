// Owns: what a route is: how it is asked, what it answers, who may ask it. The server and the OpenAPI document are both
// made of these.

import type { Caller } from '../caller.js';
import { cursorFrom } from '../cursor.js';
import type { Limited } from '../limits.js';
import { type Refusal, refuse } from '../refusal.js';
import type { Driver, Sql } from '../store/sql.js';

/** What a route works with. */
export interface Asked {
  readonly driver: Driver;
  /** The id of the request, as the log has it. */
  readonly id: string;
  readonly request: Request;
  /** A parameter of the path. */
  param(name: string): string;
  /** A parameter of the query. */
  query(name: string): string | undefined;
  /** The time, as RFC 3339. */
  now(): string;
  /** Asks again who it is that asked; undefined when it is nobody any more. */
  identify(sql: Sql): Promise<Caller | undefined>;
  /** Counts one request against a limit, beside those that every token has. Throws Refusal. */
  count(what: Limited, key: string): Promise<void>;
  /** What a secret in the request stands for, as `known` finds out; who shows many that are none is refused. Throws Refusal. */
  admitted<T>(secret: string, known: () => Promise<T | undefined>): Promise<T | undefined>;
}

/** What a route answers. */
export interface Answered {
  readonly status: number;
  readonly body?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  /** The media type of the body, if it is not `application/json`. */
  readonly type?: string;
  /** Headers beside those that every answer has. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>;

interface Described {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path; `{name}` stands for a parameter. */
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  readonly query?: Readonly<Record<string, Schema>>;
  readonly body?: Schema;
  /**
   * The schema of the body of each status that is no refusal; undefined for one without. Its `contentMediaType` is that of
   * the body, if it is not JSON; `anyOf` may have several.
   */
  readonly answers: Readonly<Record<number, Schema | undefined>>;
  /** The statuses of its refusals, beside those that every route has. */
  readonly refusals?: readonly number[];
}

/** A route that anybody may ask. */
export interface OpenRoute extends Described {
  readonly open: true;
  handle(asked: Asked): Promise<Answered>;
}

/** A route that needs a token or a session. */
export interface CalledRoute extends Described {
  readonly open?: never;
  /** Whether it counts as a send, which has a limit of its own. */
  readonly isSend?: true;
  handle(asked: Asked, caller: Caller): Promise<Answered>;
  /** What is answered to who comes with the token of a hook instead. */
  readonly hooked?: (asked: Asked, token: string) => Promise<Answered>;
}

export type Route = OpenRoute | CalledRoute;

/** An answer of JSON. */
export function json(value: unknown, status = 200): Answered {
  return { status, body: typeof value === 'string' ? value : JSON.stringify(value) };
}

/** A parameter of the path, as a database can look for it. Throws Refusal: nothing is called by a name with U+0000. */
export function paramOf(value: string | undefined): string {
  if (value?.includes('\0')) throw refuse('not_found');
  return value ?? '';
}

/** The most items of a page, and how many it has where nothing is said. */
export const PAGE = { max: 200, usual: 50 } as const;

/** How many items a page shall have. Throws Refusal. */
export function limitOf(asked: Asked): number {
  const text = asked.query('limit');
  if (text === undefined) return PAGE.usual;
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > PAGE.max) throw refuse('bad_parameter', `\`limit\` must be 1 to ${PAGE.max}`);
  return limit;
}

/** The cursor that a client gives back. Throws Refusal. */
export function cursorOf(asked: Asked, name: string): number | undefined {
  const text = asked.query(name);
  if (text === undefined) return undefined;
  const cursor = cursorFrom(text);
  if (cursor === undefined) throw noCursor(name);
  return cursor;
}

/** Says of a parameter that it is no cursor. */
export function noCursor(name: string): Refusal {
  return refuse('bad_parameter', `\`${name}\` must be a cursor that the hub gave`);
}

/** A path as the router takes it. */
export function routerPath({ path }: Pick<Described, 'path'>): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** A revision in a path or a query, at least `least`. Throws Refusal: `not_found` for what is none. */
export function revisionOf(text: string | undefined, least: number): number {
  const revision = text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : -1;
  if (revision < least) throw refuse('not_found');
  return revision;
}
