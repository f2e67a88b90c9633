// Owns: which pages may ask: those of the hub itself, and those of the origins that the operator names.

import { refuse } from '../refusal.js';

/**
 * A request that a page makes must come from one of the hub's own or of `origins`. Whatever is no page says no origin, and
 * passes, as it shows a token that no page has by itself. Throws Refusal: `origin_not_allowed`.
 */
export function mustBeNoForeignPage(request: Request, origins: readonly string[]): void {
  const origin = request.headers.get('origin');
  if (origin !== null && !isOurs(request, origin, origins)) throw refuse('origin_not_allowed');
}

/**
 * A request with a session must not come from a page of another origin. What changes something, and an upgrade, must say
 * that it comes from the hub's own origin or one of `origins`; what reads must not say otherwise. Throws Refusal:
 * `origin_not_allowed`.
 */
export function mustBeOurPage(request: Request, origins: readonly string[]): void {
  const { headers } = request;
  const origin = headers.get('origin');
  const isAllowed = origin !== null && isOurs(request, origin, origins);
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

/** Whether an origin is one of `origins`, or the one by which the request was addressed. Without TLS known of, either scheme will do. */
function isOurs(request: Request, origin: string, origins: readonly string[]): boolean {
  const { host } = new URL(request.url);
  const isOwn = origin === `https://${host}` || (!isSecure(request) && origin === `http://${host}`);
  return isOwn || origins.includes(origin);
}
