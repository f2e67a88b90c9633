// Owns: who a request comes from: the token of a program, or the session of a person's browser, which no page of another
// origin may use.

import { parse } from 'hono/utils/cookie';
import { type Caller, callerOf } from '../caller.js';
import { refuse } from '../refusal.js';
import { isHookToken } from '../secret.js';
import { callerOfSession, sessionOf } from '../sessions.js';
import type { Driver, Sql } from '../store/sql.js';
import { mustBeOurPage } from './origin.js';

/** The name of the cookie that holds a session. */
export const SESSION_COOKIE = 'chirp_session';

/**
 * Who a request comes from; a WebSocket's upgrade is one too. Throws Refusal: `unauthorized`, and `origin_not_allowed` for a
 * session in a request that a page of another origin made.
 */
export async function callerOfRequest(
  driver: Driver,
  request: Request,
  origins: readonly string[],
  now: string,
): Promise<Caller> {
  const authorization = request.headers.get('authorization');
  const caller =
    authorization === null
      ? await bySession(driver, request, origins, now)
      : await driver.read((sql) => byToken(sql, authorization));
  if (caller === undefined) throw refuse('unauthorized');
  return caller;
}

/** By what a request says who it comes from: a token, or the secret of a session. */
export function credentialOf(request: Request): string | undefined {
  return request.headers.get('authorization') ?? cookieOf(request, SESSION_COOKIE);
}

/** Who a request comes from, asked again in a transaction: undefined when it is nobody any more. */
export async function callerAgain(sql: Sql, request: Request, now: string): Promise<Caller | undefined> {
  const authorization = request.headers.get('authorization');
  if (authorization !== null) return byToken(sql, authorization);
  const secret = cookieOf(request, SESSION_COOKIE);
  return secret === undefined ? undefined : (await sessionOf(sql, secret, now))?.caller;
}

/** The token of a hook that a request comes with; undefined if it comes with none, or with another. */
export function hookTokenOf(request: Request): string | undefined {
  const token = bearerOf(request.headers.get('authorization') ?? '');
  return token !== undefined && isHookToken(token) ? token : undefined;
}

function bearerOf(authorization: string): string | undefined {
  return /^Bearer (\S+)$/i.exec(authorization)?.[1];
}

async function byToken(sql: Sql, authorization: string): Promise<Caller | undefined> {
  const token = bearerOf(authorization);
  return token === undefined ? undefined : callerOf(sql, token);
}

async function bySession(
  driver: Driver,
  request: Request,
  origins: readonly string[],
  now: string,
): Promise<Caller | undefined> {
  const secret = cookieOf(request, SESSION_COOKIE);
  if (secret === undefined) return undefined;
  mustBeOurPage(request, origins);
  return callerOfSession(driver, secret, now);
}

/** A cookie of a request. */
export function cookieOf(request: Request, name: string): string | undefined {
  return parse(request.headers.get('cookie') ?? '', name)[name];
}
