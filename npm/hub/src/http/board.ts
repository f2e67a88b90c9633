// Owns: the routes of the board: lenses and actions.

import { type Invocation, LENSES, type Lens } from '@chirp-protocol/protocol/hub';
import { run } from '../actions.js';
import type { Boards } from '../boards.js';
import type { Capabilities } from '../capabilities.js';
import { refuse } from '../refusal.js';
import { formOf, idMember } from './body.js';
import { type CalledRoute, json, limitOf } from './route.js';
import { CAPABILITY_LIST, INVOCATION, INVOKED, LENS_PAGE, LIMIT } from './schemas.js';

/** The routes; `boards` has the lenses, `capabilities` what an action may name. */
export function boardRoutes(boards: Boards, capabilities: Capabilities): CalledRoute[] {
  return [
    {
      method: 'GET',
      path: '/api/v1/instruments',
      id: 'readLens',
      summary: 'Read the heads in a lens as you see it, each with its reasons, and how many each lens has.',
      query: { lens: { enum: LENSES }, after: { type: 'string' }, limit: LIMIT },
      answers: { 200: LENS_PAGE },
      async handle(asked, caller) {
        const lens = asked.query('lens') ?? '';
        if (!isLens(lens)) throw refuse('bad_parameter', `\`lens\` must be one of ${LENSES.join(', ')}`);
        const after = asked.query('after');
        const query = { lens, limit: limitOf(asked), ...(after === undefined ? {} : { after }) };
        return json(await boards.page(caller, query, asked.now()));
      },
    },
    {
      method: 'POST',
      path: '/api/v1/messages/{id}/actions/{action}',
      id: 'invokeAction',
      summary: 'Use an action of a message. The same invocation again has the same answer.',
      body: INVOCATION,
      answers: { 201: INVOKED },
      isSend: true,
      refusals: [403, 404, 408, 409, 410, 413, 422],
      async handle(asked, caller) {
        const form = await formOf(asked.request, ['digest', 'confirmed', 'invocation_id']);
        // The core looks at the rest, which it reads by itself.
        const invocation = {
          ...form,
          invocation_id: idMember(form.invocation_id, 'invocation_id'),
        } as Invocation;
        const [id, action] = [asked.param('id'), asked.param('action')];
        const answer = await run(asked.driver, capabilities, caller, id, action, invocation, asked.now());
        return json(answer.json, answer.status);
      },
    },
    {
      method: 'GET',
      path: '/api/v1/capabilities',
      id: 'listCapabilities',
      summary: 'List the capabilities that an action may name.',
      answers: { 200: CAPABILITY_LIST },
      handle: async () => json({ capabilities: capabilities.registered }),
    },
  ];
}

function isLens(text: string): text is Lens {
  return (LENSES as readonly string[]).includes(text);
}
