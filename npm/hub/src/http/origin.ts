// Owns: whether a request that a browser sends comes from a page that may send it.

import { refuse } from '../refusal.js';

/**
 * Refuses what comes from a page of another origin than the hub's own and those in `origins`. A program, which names no
 * origin, passes. Throws Refusal.
 */
export function mustComeFromHere(request: Request, origins: readonly string[]): void {
  const origin = request.headers.get('origin');
  if (origin === null || origins.includes(origin)) return;
  // Whoever takes TLS off in front of the hub changes the scheme, and nothing else.
  if (URL.canParse(origin) && new URL(origin).host === new URL(request.url).host) return;
  throw refuse('origin_not_allowed');
}
