// Owns: the routes of messages.

import { LIMITS, validate } from '@chirp-protocol/protocol/hub';
import { mayUse } from '../caller.js';
import { change } from '../change.js';
import { cursorText } from '../cursor.js';
import { type MessageRow, messageJson, readable, selectMessages } from '../messages.js';
import { refuse } from '../refusal.js';
import { send } from '../send.js';
import { bodyOf } from './body.js';
import { type Answered, type CalledRoute, cursorOf, json, limitOf } from './route.js';
import { CURSOR, EDIT, LIMIT, MESSAGE, MESSAGE_PAGE, REPORT, SEND } from './schemas.js';

export const MESSAGE_ROUTES: readonly CalledRoute[] = [
  {
    method: 'POST',
    path: '/api/v1/channels/{channel}/messages',
    id: 'sendMessage',
    summary: 'Send a plain or a typed message. A repeated send answers with the first one.',
    query: {
      draft: {
        enum: ['0', '1'],
        description: '1: the envelope is a draft, which becomes the next revision.',
      },
    },
    body: SEND,
    answers: { 200: MESSAGE, 201: MESSAGE },
    isSend: true,
    refusals: [403, 404, 408, 409, 410, 413, 422],
    async handle(asked, caller) {
      const channel = asked.param('channel');
      const draft = asked.query('draft') ?? '0';
      if (draft !== '0' && draft !== '1') throw refuse('bad_parameter', '`draft` must be 0 or 1');
      if (!(await asked.driver.read((sql) => mayUse(sql, caller, channel)))) throw refuse('not_found');
      const bytes = await bodyOf(asked.request, LIMITS.envelope_bytes);
      const options = { draft: draft === '1', now: asked.now() };
      const answer = await send(asked.driver, caller, channel, bytes, options);
      return json(answer.json, answer.status);
    },
  },
  {
    method: 'GET',
    path: '/api/v1/channels/{channel}/messages',
    id: 'listMessages',
    summary: 'Read a page of a channel, oldest first.',
    query: { after: CURSOR, before: CURSOR, limit: LIMIT },
    answers: { 200: MESSAGE_PAGE },
    refusals: [404],
    async handle(asked, caller) {
      const channel = asked.param('channel');
      const [after, before, limit] = [cursorOf(asked, 'after'), cursorOf(asked, 'before'), limitOf(asked)];
      if (after !== undefined && before !== undefined)
        throw refuse('bad_parameter', 'give `after` or `before`, not both');
      // Backwards from `before`, and from the end where nothing is said.
      const isForward = after !== undefined;
      const rows = await asked.driver.read(async (sql) => {
        if (!(await mayUse(sql, caller, channel))) throw refuse('not_found');
        return selectMessages(
          sql,
          `m.workspace = $1 AND m.channel = $2 AND m.deleted_at IS NULL AND m.cursor ${isForward ? '>' : '<'} $3
           ORDER BY m.cursor ${isForward ? 'ASC' : 'DESC'} LIMIT $4`,
          ...[caller.workspace, channel, after ?? before ?? Number.MAX_SAFE_INTEGER, limit + 1],
        );
      });
      const page = rows.slice(0, limit);
      if (!isForward) page.reverse();
      return messagePage(page, rows.length > limit, { before: page.at(0), after: page.at(-1) });
    },
  },
  {
    method: 'GET',
    path: '/api/v1/messages/{id}',
    id: 'readMessage',
    summary: 'Read one message.',
    answers: { 200: MESSAGE },
    refusals: [404],
    async handle(asked, caller) {
      const row = await asked.driver.read((sql) => readable(sql, caller, asked.param('id')));
      return json(messageJson(row));
    },
  },
  {
    method: 'PATCH',
    path: '/api/v1/messages/{id}',
    id: 'editMessage',
    summary: 'Edit a plain message that you sent. What is typed is not edited; an update is a new message.',
    body: EDIT,
    answers: { 200: MESSAGE },
    isSend: true,
    refusals: [403, 404, 408, 409, 413, 422],
    async handle(asked, caller) {
      const bytes = await bodyOf(asked.request, LIMITS.envelope_bytes);
      const answer = await change(asked.driver, caller, asked.param('id'), 'edit', bytes, asked.now());
      return json(answer.json, answer.status);
    },
  },
  {
    method: 'DELETE',
    path: '/api/v1/messages/{id}',
    id: 'deleteMessage',
    summary: 'Delete a message that you sent, unless it is a revision of a series.',
    answers: { 204: undefined },
    refusals: [403, 404, 409],
    async handle(asked, caller) {
      await change(asked.driver, caller, asked.param('id'), 'delete', new Uint8Array(), asked.now());
      return { status: 204 };
    },
  },
  {
    method: 'POST',
    path: '/api/v1/protocol/validate',
    id: 'validate',
    summary: 'Say everything that is wrong with a message or an envelope. Sends nothing and stores nothing.',
    body: { description: 'A message or an envelope, right or wrong.' },
    answers: { 200: REPORT },
    refusals: [408],
    async handle(asked, caller) {
      const bytes = await bodyOf(asked.request, LIMITS.message_bytes);
      return json(validate(bytes, { workspace: caller.workspace }));
    },
  },
];

/** A page of messages, with the cursors from which one may go on. */
export function messagePage(
  page: readonly MessageRow[],
  more: boolean,
  places: Readonly<Record<string, MessageRow | undefined>>,
): Answered {
  const cursors = Object.entries(places).flatMap(([name, row]) =>
    row === undefined ? [] : [[name, cursorText(row.cursor)]],
  );
  const rest = JSON.stringify({ more, ...Object.fromEntries(cursors) });
  return json(`{"messages":[${page.map(messageJson).join()}],${rest.slice(1)}`);
}
