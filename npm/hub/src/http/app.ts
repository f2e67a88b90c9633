// Owns: from a request to an answer: the route, the token, and what every answer has.

import type { IncomingMessage } from 'node:http';
import { type Context, Hono } from 'hono';
import { Boards } from '../boards.js';
import type { Capabilities } from '../capabilities.js';
import { countedAs, type Limits } from '../limits.js';
import { failureLine, type LogLine } from '../log.js';
import type { Issuer } from '../oidc.js';
import type { Courier } from '../outbound/courier.js';
import { Refusal, refuse } from '../refusal.js';
import { newId } from '../secret.js';
import { type Driver, StoreUnavailable } from '../store/sql.js';
import type { Streams } from '../stream/streams.js';
import { ACCOUNT_ROUTES } from './accounts.js';
import { boardRoutes } from './board.js';
import { callerAgain, callerOfRequest, credentialOf, hookTokenOf } from './caller.js';
import { INBOUND_ROUTES } from './hooks.js';
import { mcpRoute } from './mcp.js';
import { MESSAGE_ROUTES } from './messages.js';
import { Metrics } from './metrics.js';
import { oidcRoutes } from './oidc.js';
import { openapi } from './openapi.js';
import { operatorRoutes } from './operator.js';
import { pagesOf } from './pages.js';
import { type Answered, type Asked, paramOf, type Route, routerPath } from './route.js';
import { SEARCH_ROUTE } from './search.js';
import { SERIES_ROUTES } from './series.js';
import { show } from './shown.js';
import { signInRoutes } from './sign-in.js';
import { streamRoute } from './stream.js';
import { webhookRoutes } from './webhooks.js';
import { WORKSPACE_ROUTES } from './workspace.js';

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
  /** Whether the hub is about to close. */
  readonly isClosing: () => boolean;
  readonly log: (line: LogLine) => void;
  readonly now: () => Date;
  readonly capabilities: Capabilities;
  readonly limits: Limits;
  readonly courier: Courier;
  readonly allowLoopbackWebhooks: boolean;
  /** How many proxies stand before the hub. */
  readonly proxies: number;
  /** The folder of the pages, if it serves any. */
  readonly pages?: string | undefined;
}

/** As much of a body as arrives whatever is answered, in bytes. */
const UNREAD_BYTES = 16 * 1024;

/** The app: requests in, answers out. */
export function appOf(options: AppOptions): Hono {
  const app = new Hono();
  const metrics = new Metrics();
  show(metrics, options.isClosing, options.streams, options.courier);
  const routes = routesOf(options, metrics);
  for (const route of routes)
    app.on(route.method, routerPath(route), (context) => {
      const param = (name: string) => context.req.param(name);
      const address = addressOf(context, options.proxies);
      return answer(options, metrics, { request: context.req.raw, route, param, address });
    });
  const paths = new Map<string, Set<string>>();
  for (const { path, method } of routes) paths.set(path, (paths.get(path) ?? new Set()).add(method));
  for (const [path, methods] of paths) {
    const allowed = [...methods].join(', ');
    app.all(routerPath({ path }), (context) =>
      answer(options, metrics, { request: context.req.raw, allowed }),
    );
  }
  const { hosts, pages } = options;
  if (pages !== undefined)
    app.get(
      '*',
      pagesOf(pages, (request) => mustBeCalledSo(request, hosts)),
    );
  app.notFound((context) => answer(options, metrics, { request: context.req.raw }));
  return app;
}

function routesOf(options: AppOptions, metrics: Metrics): Route[] {
  const { driver, origins, issuer, log, capabilities, allowLoopbackWebhooks, limits, streams } = options;
  const boards = new Boards(driver, capabilities);
  const routes: Route[] = [
    ...MESSAGE_ROUTES,
    ...boardRoutes(boards, capabilities),
    ...SERIES_ROUTES,
    ...WORKSPACE_ROUTES,
    SEARCH_ROUTE,
    streamRoute(origins, streams, limits),
    ...ACCOUNT_ROUTES,
    ...webhookRoutes(allowLoopbackWebhooks),
    ...INBOUND_ROUTES,
    ...signInRoutes(origins, issuer !== undefined),
    ...(issuer === undefined ? [] : oidcRoutes(issuer, log)),
  ];
  routes.push(mcpRoute([...routes], (id, work) => answering(options, id, work), origins));
  let document: ReturnType<typeof openapi> | undefined;
  const documentOf = () => {
    document ??= openapi(routes);
    return document;
  };
  routes.push(...operatorRoutes(documentOf, metrics, options.isClosing));
  return routes;
}

/** From where a request came; undefined where a program of this process asks. Each proxy has added whom it was asked by. */
function addressOf({ env, req }: Context, proxies: number): string | undefined {
  const { incoming } = (env ?? {}) as { incoming?: IncomingMessage };
  const forwarded = proxies === 0 ? undefined : req.header('x-forwarded-for')?.split(',').at(-proxies);
  return forwarded?.trim() ?? incoming?.socket.remoteAddress;
}

/** A request as it arrived. */
interface Arrived {
  readonly request: Request;
  /** What it asks; undefined where there is nothing. */
  readonly route?: Route;
  /** A parameter of the path. */
  readonly param?: (name: string) => string | undefined;
  /** From where it came, as far as that is known. */
  readonly address?: string | undefined;
  /** The methods of the path, if it was asked by another one. */
  readonly allowed?: string;
}

/** Answers one request and logs it. */
async function answer(options: AppOptions, metrics: Metrics, arrived: Arrived): Promise<Response> {
  const { request, route, allowed } = arrived;
  const id = requestIdOf(request);
  const begun = options.now();
  const headers = new Headers({
    'x-request-id': id,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // What a session can read is embedded in no page of another origin.
    'cross-origin-resource-policy': 'same-origin',
  });
  const answered = await answering(options, id, async () => {
    mustBeCalledSo(request, options.hosts);
    if (allowed !== undefined) headers.set('allow', allowed);
    if (route === undefined) throw refuse(allowed === undefined ? 'not_found' : 'method_not_allowed');
    return handle(options, id, route, arrived);
  });
  if (answered.status === 401) headers.set('www-authenticate', 'Bearer');
  if (answered.status === 503) headers.set('retry-after', '1');
  // A connection that is kept open would be waited for; and one with the rest of a body in it is of no use.
  if (options.isClosing() || isUnread(request, answered.status)) headers.set('connection', 'close');
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

/** What is asked of the hub, answered; what is refused too. A failure is logged under the id of its request. */
async function answering(options: AppOptions, id: string, work: () => Promise<Answered>): Promise<Answered> {
  try {
    return await work();
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal.status >= 500) options.log(failureLine(options.now(), error, { request: id }));
    const { retry_after } = refusal.details;
    return {
      status: refusal.status,
      body: refusal.json(),
      type: 'application/problem+json',
      ...(retry_after === undefined ? {} : { headers: { 'retry-after': `${retry_after}` } }),
    };
  }
}

/** Whether what is left of a body may still be on its way, so that the next request on the connection would be lost. */
function isUnread(request: Request, status: number): boolean {
  if (status < 400) return false;
  if (status === 408 || status === 413) return true;
  const { headers } = request;
  const mayBeLarge =
    headers.has('transfer-encoding') || Number(headers.get('content-length') ?? 0) > UNREAD_BYTES;
  return mayBeLarge && !request.bodyUsed;
}

/** The id by which whoever asks knows the request, if that can stand in a log; else a new one. */
function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id') ?? '';
  return /^[\w.:-]{1,64}$/.test(given) ? given : newId();
}

async function handle(
  { driver, origins, now, limits }: AppOptions,
  id: string,
  route: Route,
  { request, param, address }: Arrived,
): Promise<Answered> {
  const query = new URL(request.url).searchParams;
  const asked: Asked = {
    driver,
    id,
    request,
    param: (name) => paramOf(param?.(name)),
    query: (name) => query.get(name) ?? undefined,
    now: () => now().toISOString(),
    identify: (sql) => callerAgain(sql, request, asked.now()),
    count: (what, key) => limits.count(what, key),
    admitted: (secret, known) => limits.admitted(address, secret, known),
  };
  if (route.open) return route.handle(asked);
  const hook = hookTokenOf(request);
  if (hook !== undefined && route.hooked !== undefined) return route.hooked(asked, hook);
  const caller = await limits.admitted(address, credentialOf(request), () =>
    callerOfRequest(driver, request, origins, asked.now()),
  );
  await limits.count('requests', countedAs(caller));
  if (route.isSend) await limits.count('sends', countedAs(caller));
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
