// Owns: from a request to an answer: the route, the token, and what every answer has.

import { Hono } from 'hono';
import { Boards } from '../boards.js';
import type { Issuer } from '../oidc.js';
import { Refusal, refuse } from '../refusal.js';
import { newId } from '../secret.js';
import { type Driver, StoreUnavailable } from '../store/sql.js';
import type { Streams } from '../stream/streams.js';
import { ACCOUNT_ROUTES } from './accounts.js';
import { boardRoutes } from './board.js';
import { callerAgain, callerOfRequest } from './caller.js';
import { MESSAGE_ROUTES } from './messages.js';
import { Metrics } from './metrics.js';
import { oidcRoutes } from './oidc.js';
import { openapi } from './openapi.js';
import { operatorRoutes } from './operator.js';
import { pagesOf } from './pages.js';
import type { Answered, Asked, Route } from './route.js';
import { SEARCH_ROUTE } from './search.js';
import { SERIES_ROUTES } from './series.js';
import { signInRoutes } from './sign-in.js';
import { STREAM_ROUTE } from './stream.js';
import { WORKSPACE_ROUTES } from './workspace.js';

/** One line of the log. It holds no text of a message, no parameter and no secret. */
export interface LogLine {
  readonly time: string;
  readonly level: 'info' | 'warn' | 'error';
  readonly event: string;
  readonly [more: string]: string | number;
}

/** What an app works with. */
export interface AppOptions {
  readonly driver: Driver;
  readonly streams: Streams;
  /** The host names by which the hub may be called; any, if there are none. */
  readonly hosts: readonly string[];
  /** The origins whose pages may use a session, beside the hub's own. */
  readonly origins: readonly string[];
  /** Who knows the people. */
  readonly issuer?: Issuer;
  readonly log: (line: LogLine) => void;
  readonly now: () => Date;
  /** The folder of the pages, if it serves any. */
  readonly pages?: string | undefined;
}

/** The app: requests in, answers out. */
export function appOf(options: AppOptions): Hono {
  const app = new Hono();
  const metrics = new Metrics(() => options.streams.counts);
  const routes = routesOf(options, new Boards(options.driver), metrics);
  for (const route of routes) {
    const path = route.path.replace(/\{(\w+)\}/g, ':$1');
    app.on(route.method, path, (context) =>
      answer(options, metrics, context.req.raw, route, (name) => context.req.param(name)),
    );
  }
  const paths = new Map<string, Set<string>>();
  for (const { path, method } of routes) paths.set(path, (paths.get(path) ?? new Set()).add(method));
  for (const [path, methods] of paths) {
    app.all(path.replace(/\{(\w+)\}/g, ':$1'), (context) =>
      answer(options, metrics, context.req.raw, undefined, () => undefined, [...methods].join(', ')),
    );
  }
  const { hosts, pages } = options;
  if (pages !== undefined)
    app.get(
      '*',
      pagesOf(pages, (request) => mustBeCalledSo(request, hosts)),
    );
  app.notFound((context) => answer(options, metrics, context.req.raw, undefined, () => undefined));
  return app;
}

function routesOf({ origins, issuer, log }: AppOptions, boards: Boards, metrics: Metrics): Route[] {
  const routes: Route[] = [
    ...MESSAGE_ROUTES,
    ...boardRoutes(boards),
    ...SERIES_ROUTES,
    ...WORKSPACE_ROUTES,
    ...ACCOUNT_ROUTES,
    ...signInRoutes(origins, issuer !== undefined),
    ...(issuer === undefined ? [] : oidcRoutes(issuer, log)),
    SEARCH_ROUTE,
    STREAM_ROUTE,
  ];
  let document: ReturnType<typeof openapi> | undefined;
  routes.push(
    ...operatorRoutes(() => {
      document ??= openapi(routes);
      return document;
    }, metrics),
  );
  return routes;
}

/** Answers one request and logs it. `allowed` are the methods of an address that was asked by another one. */
async function answer(
  options: AppOptions,
  metrics: Metrics,
  request: Request,
  route: Route | undefined,
  param: (name: string) => string | undefined,
  allowed?: string,
): Promise<Response> {
  const id = newId();
  const begun = options.now();
  const headers = new Headers({
    'x-request-id': id,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // What a session can read is embedded in no page of another origin.
    'cross-origin-resource-policy': 'same-origin',
  });
  let answered: Answered;
  try {
    mustBeCalledSo(request, options.hosts);
    if (allowed !== undefined) headers.set('allow', allowed);
    if (route === undefined) throw refuse(allowed === undefined ? 'not_found' : 'method_not_allowed');
    answered = await handle(options, request, route, param);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal.status === 401) headers.set('www-authenticate', 'Bearer');
    if (refusal.status === 503) headers.set('retry-after', '1');
    if (refusal.status >= 500) options.log(failureLine(options.now(), error, { request: id }));
    answered = { status: refusal.status, body: refusal.json(), type: 'application/problem+json' };
  }
  const tookMs = options.now().getTime() - begun.getTime();
  metrics.add(route?.id ?? 'none', answered.status, tookMs / 1000);
  const { status, body = null, type = 'application/json' } = answered;
  if (body !== null) headers.set('content-type', type);
  for (const [name, value] of Object.entries(answered.headers ?? {})) headers.set(name, value);
  options.log({
    time: options.now().toISOString(),
    level: 'info',
    event: 'request',
    request: id,
    method: request.method,
    route: route?.id ?? 'none',
    status,
    took_ms: tookMs,
  });
  // A Response cannot say 101; whoever upgrades knows by then.
  return new Response(body, { status: status === 101 ? 200 : status, headers });
}

async function handle(
  { driver, origins, now }: AppOptions,
  request: Request,
  route: Route,
  param: (name: string) => string | undefined,
): Promise<Answered> {
  const query = new URL(request.url).searchParams;
  const asked: Asked = {
    driver,
    request,
    param: (name) => param(name) ?? '',
    query: (name) => query.get(name) ?? undefined,
    now: () => now().toISOString(),
    identify: (sql) => callerAgain(sql, request, now().toISOString()),
  };
  if (route.open) return route.handle(asked);
  const caller = await callerOfRequest(driver, request, origins, asked.now());
  return route.handle(asked, caller);
}

/** A page that has its own name point to this machine is not served (DNS rebinding). */
function mustBeCalledSo(request: Request, hosts: readonly string[]): void {
  if (hosts.length === 0) return;
  const { hostname } = new URL(request.url);
  if (!hosts.includes(hostname)) throw refuse('host_not_allowed');
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  return refuse(error instanceof StoreUnavailable ? 'unavailable' : 'internal');
}

/** What is said of a failure: which, and where in the hub; not the words of a database, which may quote a row. */
export function failureLine(now: Date, error: unknown, more: Readonly<Record<string, string>>): LogLine {
  const time = now.toISOString();
  if (error instanceof StoreUnavailable)
    return { time, level: 'warn', event: 'store_unavailable', ...more, error: error.message };
  const { name, message, stack = '' } = error instanceof Error ? error : new Error('no error');
  // A line of the message may look like a frame.
  const frames = stack
    .replace(message, () => '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line));
  return { time, level: 'error', event: 'failed', ...more, error: name, at: frames.join('\n') };
}
