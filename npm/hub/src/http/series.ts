// Owns: the routes of series.

import { LIMITS } from '@chirp-protocol/protocol/hub';
import { isAdmin } from '../caller.js';
import { removeRevision } from '../change.js';
import { refuse } from '../refusal.js';
import { headJson, historyOf, oneRevisionJson, revisionJson, revisionsJson } from '../series.js';
import { bodyOf } from './body.js';
import { type CalledRoute, json, limitOf, revisionOf } from './route.js';
import { HISTORY, LIMIT, REMOVAL, REVISION, REVISION_NUMBER, REVISIONS, SERIES_HEAD } from './schemas.js';

/** The media type of a history in lines. */
const LINES = 'application/x-ndjson';

export const SERIES_ROUTES: readonly CalledRoute[] = [
  {
    method: 'GET',
    path: '/api/v1/instruments/{series}',
    id: 'readHead',
    summary: 'Read the head of a series: its message, or the gap that it left.',
    answers: { 200: SERIES_HEAD },
    refusals: [404],
    async handle(asked, caller) {
      return json(await asked.driver.read((sql) => headJson(sql, caller, asked.param('series'))));
    },
  },
  {
    method: 'GET',
    path: '/api/v1/instruments/{series}/revisions',
    id: 'listRevisions',
    summary: 'Read the revisions of a series in order, with the gaps that were left.',
    query: { after: REVISION_NUMBER, limit: LIMIT },
    answers: { 200: REVISIONS },
    refusals: [404],
    async handle(asked, caller) {
      const after = revisionOf(asked.query('after') ?? '0', 0);
      const limit = limitOf(asked);
      return json(
        await asked.driver.read((sql) => revisionsJson(sql, caller, asked.param('series'), after, limit)),
      );
    },
  },
  {
    method: 'GET',
    path: '/api/v1/instruments/{series}/revisions/{revision}',
    id: 'readRevision',
    summary: 'Read one revision of a series, or the gap that it left.',
    answers: { 200: REVISION },
    refusals: [404],
    async handle(asked, caller) {
      const revision = revisionOf(asked.param('revision'), 1);
      return json(
        await asked.driver.read((sql) => oneRevisionJson(sql, caller, asked.param('series'), revision)),
      );
    },
  },
  {
    method: 'GET',
    path: '/api/v1/instruments/{series}/history',
    id: 'exportHistory',
    summary: `Export the history of a series, with its digest; as lines where ${LINES} is accepted.`,
    answers: { 200: HISTORY },
    refusals: [404, 409],
    async handle(asked, caller) {
      const isLines = asked.request.headers.get('accept')?.includes(LINES) ?? false;
      const form = isLines ? 'lines' : 'document';
      const body = await asked.driver.read((sql) => historyOf(sql, caller, asked.param('series'), form));
      return { status: 200, body, ...(isLines ? { type: LINES } : {}) };
    },
  },
  {
    method: 'DELETE',
    path: '/api/v1/admin/instruments/{series}/revisions/{revision}',
    id: 'removeRevision',
    summary: 'Remove a revision for privacy or retention. It leaves a gap; may be repeated.',
    body: REMOVAL,
    answers: { 200: REVISION },
    refusals: [403, 404, 408, 413, 422],
    async handle(asked, caller) {
      if (!isAdmin(caller)) throw refuse('forbidden');
      const revision = revisionOf(asked.param('revision'), 1);
      const bytes = await bodyOf(asked.request, LIMITS.envelope_bytes);
      const row = await removeRevision(
        asked.driver,
        caller,
        asked.param('series'),
        revision,
        bytes,
        asked.now(),
      );
      return json(revisionJson(row));
    },
  },
];
