// Owns: who a request comes from: the token of a program, or the session of a person's browser, which no page of another
// origin may use.

import { parse } from 'hono/utils/cookie';
import { type Caller, callerOf } from '../caller.js';
import { refuse } from '../refusal.js';
import { callerOfSession, sessionOf } from '../sessions.js';
import type { Driver, Sql } from '../store/sql.js';

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

/** Who a request comes from, asked again in a transaction: undefined when it is nobody any more. */
export async function callerAgain(sql: Sql, request: Request, now: string): Promise<Caller | undefined> {
  const authorization = request.headers.get('authorization');
  if (authorization !== null) return byToken(sql, authorization);
  const secret = cookieOf(request, SESSION_COOKIE);
  return secret === undefined ? undefined : (await sessionOf(sql, secret, now))?.caller;
}

async function byToken(sql: Sql, authorization: string): Promise<Caller | undefined> {
  const [, token] = /^Bearer (\S+)$/i.exec(authorization) ?? [];
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

/**
 * A request with a session must not come from a page of another origin. What changes something, and an upgrade, must say
 * that it comes from the hub's own origin or one of `origins`; what reads must not say otherwise. Throws Refusal:
 * `origin_not_allowed`.
 */
export function mustBeOurPage(request: Request, origins: readonly string[]): void {
  const { headers } = request;
  const origin = headers.get('origin');
  const isAllowed = origin !== null && (origins.includes(origin) || isOwn(request, origin));
  const isRead = ['GET', 'HEAD'].includes(request.method) && headers.get('upgrade') === null;
  if (origin === null ? !isRead : !isAllowed) throw refuse('origin_not_allowed');
  // Another port of this machine is the same site, so its pages' requests have the cookie, and those that read no origin.
  if (!isAllowed && !isFromOurs(request)) throw refuse('origin_not_allowed');
}

/** Whether a request that names no origin comes from a page of the hub or from the person, as far as the browser says. */
export function isFromOurs({ headers }: Request): boolean {
  return ['same-origin', 'none', null].includes(headers.get('sec-fetch-site'));
}

/** Whether a browser reached the hub by TLS, which ends in front of it. */
export function isSecure(request: Request): boolean {
  const [forwarded] = (request.headers.get('x-forwarded-proto') ?? '').split(',');
  return forwarded?.trim() === 'https' || new URL(request.url).protocol === 'https:';
}

/** Whether an origin is the one by which the request was addressed. Without TLS known of, either scheme will do. */
function isOwn(request: Request, origin: string): boolean {
  const { host } = new URL(request.url);
  return origin === `https://${host}` || (!isSecure(request) && origin === `http://${host}`);
}
