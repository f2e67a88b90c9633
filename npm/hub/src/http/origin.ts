// Owns: which pages may ask: those of the hub itself.

import { refuse } from '../refusal.js';

/**
 * Throws Refusal when a page of another origin asks: one that has not the host and the port by which the hub was called and is
 * none of `origins`. Whatever is no page says no origin, and passes. The scheme is not compared, as TLS may end in front of
 * the hub.
 */
export function mustBeOwnPage(request: Request, origins: readonly string[] = []): void {
  const origin = request.headers.get('origin');
  if (origin === null || origins.includes(origin)) return;
  const { host } = new URL(request.url);
  if (!/^https?:\/\//.test(origin) || !URL.canParse(origin) || new URL(origin).host !== host)
    throw refuse('origin_not_allowed');
}
