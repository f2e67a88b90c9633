// Owns: MCP over HTTP: one request at a time, with nothing held in between, so that any hub of several may answer the next.

import { canonicalize, EnvelopeError, LIMITS } from '@chirp-protocol/protocol/hub';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { Hono } from 'hono';
import type { Caller } from '../caller.js';
import { countedAs } from '../limits.js';
import type { Ask } from '../mcp/hub.js';
import { PARSE_ERROR, wordsOf } from '../mcp/lines.js';
import { mcpServer } from '../mcp/server.js';
import { bodyOf } from './body.js';
import { mustBeNoForeignPage } from './origin.js';
import { type Answered, type Asked, type CalledRoute, paramOf, type Route, routerPath } from './route.js';
import { MCP_ANSWER, MCP_ERROR } from './schemas.js';

/** Answers a call of a route; what is refused is an answer too. */
export type Answering = (id: string, work: () => Promise<Answered>) => Promise<Answered>;

type Inside = Hono<{ Bindings: { asked: Asked; caller: Caller } }>;

/**
 * The route of MCP, whose tools ask `routes` as the caller: what may be done is what the API lets the same token do.
 * `origins` are the pages that may ask, beside the hub's own.
 */
export function mcpRoute(
  routes: readonly Route[],
  answering: Answering,
  origins: readonly string[],
): CalledRoute {
  const inside = insideOf(routes, answering);
  return {
    method: 'POST',
    path: '/mcp',
    id: 'mcp',
    summary:
      'Speak MCP, as streamable HTTP without sessions: tools to send and to validate, instruments as resources.',
    body: { description: 'A request of JSON-RPC.', type: 'object' },
    answers: { 200: MCP_ANSWER, 202: undefined, 400: MCP_ERROR, 413: MCP_ERROR },
    refusals: [403, 408, 413, 415],
    async handle(asked, caller) {
      mustBeNoForeignPage(asked.request, origins);
      const bytes = await bodyOf(asked.request, LIMITS.free_bytes);
      let parsedBody: unknown;
      try {
        // The core reads it first, so that no member stands twice, also inside of what is sent.
        parsedBody = JSON.parse(canonicalize(bytes));
      } catch (error) {
        if (!(error instanceof EnvelopeError)) throw error;
        return unreadable(error);
      }
      const { url, headers, signal } = asked.request;
      const handler = createMcpHandler(() => mcpServer(askInside(inside, asked, caller)), {
        maxSubscriptions: 0,
      });
      const response = await handler.fetch(new Request(url, { method: 'POST', headers, signal }), {
        parsedBody,
      });
      const type = response.headers.get('content-type');
      const body = new Uint8Array(await response.arrayBuffer());
      return {
        status: response.status,
        ...(body.length === 0 ? {} : { body }),
        ...(type === null ? {} : { type }),
      };
    },
  };
}

/** The routes that a caller has, without what comes before them: who calls is known. */
function insideOf(routes: readonly Route[], answering: Answering): Inside {
  const inside: Inside = new Hono();
  for (const route of routes) {
    if (route.open) continue;
    inside.on(route.method, routerPath(route), async (context) => {
      const { asked, caller } = context.env;
      const query = new URL(context.req.url).searchParams;
      const within: Asked = {
        ...asked,
        request: context.req.raw,
        param: (name) => paramOf(context.req.param(name)),
        query: (name) => query.get(name) ?? undefined,
      };
      const { status, body = null } = await answering(asked.id, async () => {
        // However many of them come in one request of MCP.
        if (route.isSend) await asked.count('sends', countedAs(caller));
        return route.handle(within, caller);
      });
      return new Response(body, { status });
    });
  }
  return inside;
}

function askInside(inside: Inside, asked: Asked, caller: Caller): Ask {
  return async ({ method, path, body }) => {
    const url = new URL(`/api/v1${path}`, asked.request.url);
    const request = new Request(url, { method, ...(body === undefined ? {} : { body }) });
    const response = await inside.fetch(request, { asked, caller });
    return { status: response.status, json: await response.text() };
  };
}

function unreadable(problem: EnvelopeError): Answered {
  const error = { code: PARSE_ERROR, message: wordsOf(problem) };
  const isLarge = problem.problems[0]?.code === 'too_large';
  return { status: isLarge ? 413 : 400, body: JSON.stringify({ jsonrpc: '2.0', id: null, error }) };
}
