// Owns: the routes for operators and client generators, which need no token.

import { json, type OpenRoute, type Schema } from './route.js';

const STATE: Schema = {
  type: 'object',
  properties: { ok: { const: true } },
  required: ['ok'],
};

/** The routes; `document` is that of all of them. */
export function operatorRoutes(document: () => Schema): OpenRoute[] {
  return [
    {
      open: true,
      method: 'GET',
      path: '/healthz',
      id: 'healthz',
      summary: 'Say that the process runs.',
      answers: { 200: STATE },
      handle: async () => json({ ok: true }),
    },
    {
      open: true,
      method: 'GET',
      path: '/readyz',
      id: 'readyz',
      summary: 'Say that the database answers.',
      answers: { 200: STATE },
      async handle(asked) {
        await asked.driver.read((sql) => sql.all('SELECT 1 AS one'));
        return json({ ok: true });
      },
    },
    {
      open: true,
      method: 'GET',
      path: '/openapi.json',
      id: 'openapi',
      summary: 'This document.',
      answers: { 200: { type: 'object' } },
      handle: async () => json(document()),
    },
  ];
}
