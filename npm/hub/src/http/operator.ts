// Owns: the routes for operators and client generators, which need no token.

import { refuse } from '../refusal.js';
import type { Metrics } from './metrics.js';
import { json, type OpenRoute, type Schema } from './route.js';

const STATE: Schema = {
  type: 'object',
  properties: { ok: { const: true } },
  required: ['ok'],
};

/** The routes; `document` is that of all of them, and `isClosing` says whether the hub is about to close. */
export function operatorRoutes(
  document: () => Schema,
  metrics: Metrics,
  isClosing: () => boolean,
): OpenRoute[] {
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
      summary: 'Say that requests may come: the database answers, and the hub is not about to close.',
      answers: { 200: STATE },
      async handle(asked) {
        if (isClosing()) throw refuse('closing');
        await asked.driver.read((sql) => sql.all('SELECT 1 AS one'));
        return json({ ok: true });
      },
    },
    {
      open: true,
      method: 'GET',
      path: '/metrics',
      id: 'metrics',
      summary: 'Say what was counted, in the text format of Prometheus.',
      answers: { 200: { type: 'string', contentMediaType: 'text/plain' } },
      handle: async () => ({ status: 200, body: await metrics.text(), type: metrics.type }),
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
