// Owns: the OpenAPI 3.1 document, made of the routes and of the schemas of the protocol.

import { version } from '@chirp-protocol/protocol';
import { definitionsOf } from '../definitions.js';
import { SESSION_COOKIE } from './caller.js';
import type { Route, Schema } from './route.js';
import { HUB_SCHEMAS } from './schemas.js';

/** The documents of the protocol that the routes name parts of. */
const DOCUMENTS = ['send', 'edit', 'removal', 'history', 'message'];

/** The statuses that any route may answer, and any route with a token. */
const ALWAYS = [400, 500, 503];
const WITH_TOKEN = [401, 429];

const REFUSAL = { $ref: '#/components/responses/Refusal' };
const REFUSAL_CONTENT = {
  'application/problem+json': { schema: { $ref: '#/components/schemas/Refusal' } },
};

/** The document of some routes. */
export function openapi(routes: readonly Route[]): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const route of routes) {
    const methods = paths[route.path] ?? {};
    paths[route.path] = { ...methods, [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Chirp hub',
      version,
      description: 'Accepts, stores and serves Chirp messages.',
      license: { name: 'MIT OR Apache-2.0', identifier: 'MIT OR Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ token: [] }, { session: [] }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE },
      },
      responses: {
        Refusal: {
          description: 'A refusal, as RFC 9457 problem details: `code` says why.',
          content: REFUSAL_CONTENT,
        },
      },
      schemas: { ...definitionsOf(DOCUMENTS, '#/components/schemas/'), ...HUB_SCHEMAS },
    },
  };
}

function operation(route: Route): Schema {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = Object.entries(route.query ?? {}).map(([name, schema]) => ({ name, in: 'query', schema }));
  const refusals = [...ALWAYS, ...(route.open ? [] : WITH_TOKEN), ...(route.refusals ?? [])];
  return {
    operationId: route.id,
    summary: route.summary,
    ...(route.open ? { security: [] } : {}),
    parameters: [...inPath, ...inQuery],
    ...(route.body === undefined
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: route.body } } } }),
    responses: {
      ...Object.fromEntries(refusals.map((status) => [status, REFUSAL])),
      ...Object.fromEntries(
        Object.entries(route.answers).map(([status, schema]) => [
          status,
          answer(schema, refusals.includes(Number(status))),
        ]),
      ),
    },
  };
}

/** An answer of a status, which a refusal may have too. */
function answer(schema: Schema | undefined, mayRefuse: boolean): Schema {
  if (schema === undefined) return { description: 'Done.' };
  const content = contentOf(schema);
  return mayRefuse
    ? {
        description: 'Why not: as was asked for, or as a refusal.',
        content: { ...content, ...REFUSAL_CONTENT },
      }
    : { description: 'What was asked for.', content };
}

/** The forms of a body, by their media types. */
function contentOf({ anyOf, ...schema }: Schema): Schema {
  const content: Record<string, { schema: Schema }> = {};
  for (const form of (anyOf ?? [schema]) as Schema[]) {
    const { contentMediaType = 'application/json', ...rest } = form;
    const type = String(contentMediaType);
    const same = content[type]?.schema;
    content[type] = { schema: same === undefined ? rest : { anyOf: [same, rest] } };
  }
  return content;
}
