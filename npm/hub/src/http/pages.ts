// Owns: the pages that a hub serves beside its API: files of one folder, as strict as a page can be served.

import { serveStatic } from '@hono/node-server/serve-static';
import type { MiddlewareHandler } from 'hono';

/** No inline script or style, nothing from another host, no HTML parsed from strings; wasm may be compiled. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** By the link a page finds that a hub serves it, without asking for what may not be there (RFC 8631). */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  link: '</openapi.json>; rel="service-desc"',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/**
 * Serves the files below `folder`, and of a folder its index.html. What is no file there, and a request that `check`
 * throws at, is left to whoever comes next.
 */
export function pagesOf(folder: string, check: (request: Request) => void): MiddlewareHandler {
  const files = serveStatic({ root: folder });
  return async (context, next) => {
    try {
      check(context.req.raw);
    } catch {
      return next();
    }
    const response = await files(context, next);
    if (!(response instanceof Response)) return;
    for (const [name, value] of Object.entries(HEADERS)) response.headers.set(name, value);
    return response;
  };
}
