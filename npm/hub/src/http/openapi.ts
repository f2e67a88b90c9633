// Owns: the OpenAPI 3.1 document, made of the routes and of the schemas of the protocol.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { version } from '@chirp-protocol/protocol';
import { SESSION_COOKIE } from './caller.js';
import type { Route, Schema } from './route.js';
import { HUB_SCHEMAS } from './schemas.js';

/** The documents of the protocol that the routes name parts of. */
const DOCUMENTS = ['send', 'edit', 'removal', 'history', 'message'];

/** The statuses that any route may answer, and any route with a token. */
const ALWAYS = [400, 500, 503];

const REFUSAL = { $ref: '#/components/responses/Refusal' };

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
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Refusal' } } },
        },
      },
      schemas: { ...protocolSchemas(), ...HUB_SCHEMAS },
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
  const refusals = [...ALWAYS, ...(route.open ? [] : [401]), ...(route.refusals ?? [])];
  return {
    operationId: route.id,
    summary: route.summary,
    ...(route.open ? { security: [] } : {}),
    parameters: [...inPath, ...inQuery],
    ...(route.body === undefined
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: route.body } } } }),
    responses: {
      ...Object.fromEntries(
        Object.entries(route.answers).map(([status, schema]) => [status, success(schema)]),
      ),
      ...Object.fromEntries(refusals.map((status) => [status, REFUSAL])),
    },
  };
}

function success(schema: Schema | undefined): Schema {
  const description = schema === undefined ? 'Done.' : 'What was asked for.';
  if (schema === undefined) return { description };
  const { contentMediaType = 'application/json', ...rest } = schema;
  return { description, content: { [String(contentMediaType)]: { schema: rest } } };
}

/** The definitions of the protocol's JSON Schemas, each once, with references that hold in this document. */
function protocolSchemas(): Record<string, Schema> {
  const definitions: Record<string, Schema> = {};
  for (const name of DOCUMENTS) {
    const path = fileURLToPath(import.meta.resolve(`@chirp-protocol/protocol/schemas/${name}.json`));
    const text = readFileSync(path, 'utf8').replaceAll('"#/$defs/', '"#/components/schemas/');
    Object.assign(definitions, (JSON.parse(text) as { $defs: Record<string, Schema> }).$defs);
  }
  return definitions;
}
