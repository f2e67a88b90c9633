// Owns: the routes of webhooks and their dead letters.

import { EVERY_CHANNEL } from '../caller.js';
import { cursorText } from '../cursor.js';
import { URL_LENGTH } from '../outbound/address.js';
import { EVENTS } from '../outbound/events.js';
import {
  changeWebhook,
  createWebhook,
  deadLettersOf,
  deleteWebhook,
  resend,
  rotateSecret,
  type WebhookRequest,
  webhooksOf,
} from '../outbound/webhooks.js';
import { refuse } from '../refusal.js';
import { formOf, idsMember, textMember } from './body.js';
import { type CalledRoute, cursorOf, json, limitOf } from './route.js';
import {
  CURSOR,
  DEAD_LETTERS,
  LIMIT,
  NEW_WEBHOOK,
  RESENT,
  WEBHOOK,
  WEBHOOK_CHANGE,
  WEBHOOK_REQUEST,
  WEBHOOKS,
} from './schemas.js';

/** The longest description, in characters. */
const DESCRIPTION = 400;

const MEMBERS = ['url', 'channels', 'events', 'description', 'enabled'] as const;

/** The routes; `allowLoopback` says whether a webhook may be on this machine. */
export function webhookRoutes(allowLoopback: boolean): CalledRoute[] {
  return [
    {
      method: 'GET',
      path: '/api/v1/webhooks',
      id: 'listWebhooks',
      summary: 'List the webhooks of the workspace. Their secrets are shown when they are made.',
      answers: { 200: WEBHOOKS },
      refusals: [403],
      async handle(asked, caller) {
        return json({ webhooks: await asked.driver.read((sql) => webhooksOf(sql, caller)) });
      },
    },
    {
      method: 'POST',
      path: '/api/v1/webhooks',
      id: 'createWebhook',
      summary: 'Make a webhook. Its secret is in this answer and in no other.',
      body: WEBHOOK_REQUEST,
      answers: { 201: NEW_WEBHOOK },
      refusals: [403, 408, 409, 413, 422],
      async handle(asked, caller) {
        const form = await formOf(asked.request, MEMBERS);
        const { url, channels, ...rest } = requestOf({ url: '', channels: [], ...form });
        const request = { url, channels, events: EVENTS, enabled: true, ...rest } as WebhookRequest;
        return json(await createWebhook(asked.driver, caller, request, allowLoopback, asked.now()), 201);
      },
    },
    {
      method: 'PATCH',
      path: '/api/v1/webhooks/{id}',
      id: 'changeWebhook',
      summary: 'Change some members of a webhook.',
      body: WEBHOOK_CHANGE,
      answers: { 200: WEBHOOK },
      refusals: [403, 404, 408, 413, 422],
      async handle(asked, caller) {
        const changes = requestOf(await formOf(asked.request, MEMBERS));
        return json(await changeWebhook(asked.driver, caller, asked.param('id'), changes, allowLoopback));
      },
    },
    {
      method: 'DELETE',
      path: '/api/v1/webhooks/{id}',
      id: 'deleteWebhook',
      summary: 'Delete a webhook, with what it was still to be sent.',
      answers: { 204: undefined },
      refusals: [403, 404],
      async handle(asked, caller) {
        await deleteWebhook(asked.driver, caller, asked.param('id'));
        return { status: 204 };
      },
    },
    {
      method: 'POST',
      path: '/api/v1/webhooks/{id}/secret',
      id: 'rotateWebhookSecret',
      summary: 'Give a webhook a new secret, which is in this answer. For a day the one before signs too.',
      answers: { 200: NEW_WEBHOOK },
      refusals: [403, 404],
      async handle(asked, caller) {
        const nowMs = Date.parse(asked.now());
        return json(await rotateSecret(asked.driver, caller, asked.param('id'), nowMs));
      },
    },
    {
      method: 'GET',
      path: '/api/v1/webhooks/{id}/dead-letters',
      id: 'listDeadLetters',
      summary: 'List the deliveries that were given up, oldest first.',
      query: { after: CURSOR, limit: LIMIT },
      answers: { 200: DEAD_LETTERS },
      refusals: [403, 404],
      async handle(asked, caller) {
        const [after, limit] = [cursorOf(asked, 'after') ?? 0, limitOf(asked)];
        const rows = await asked.driver.read((sql) =>
          deadLettersOf(sql, caller, asked.param('id'), after, limit),
        );
        const page = rows.slice(0, limit);
        const last = page.at(-1);
        return json({
          dead_letters: page.map(({ position: _, ...letter }) => letter),
          more: rows.length > limit,
          ...(last === undefined ? {} : { after: cursorText(last.position) }),
        });
      },
    },
    {
      method: 'POST',
      path: '/api/v1/webhooks/{id}/dead-letters/resend',
      id: 'resendDeadLetters',
      summary: 'Send again everything that was given up.',
      answers: { 202: RESENT },
      refusals: [403, 404],
      async handle(asked, caller) {
        return json({ resent: await resend(asked.driver, caller, asked.param('id')) }, 202);
      },
    },
    {
      method: 'POST',
      path: '/api/v1/webhooks/{id}/dead-letters/{delivery}/resend',
      id: 'resendDeadLetter',
      summary: 'Send again one delivery that was given up.',
      answers: { 202: RESENT },
      refusals: [403, 404],
      async handle(asked, caller) {
        const [id, delivery] = [asked.param('id'), asked.param('delivery')];
        return json({ resent: await resend(asked.driver, caller, id, delivery) }, 202);
      },
    },
  ];
}

/** What a request says of a webhook. Throws Refusal. */
function requestOf(form: Partial<Record<(typeof MEMBERS)[number], unknown>>): Partial<WebhookRequest> {
  const { url, channels, events, description, enabled } = form;
  if (enabled !== undefined && typeof enabled !== 'boolean')
    throw refuse('bad_parameter', '`enabled` must be true or false');
  return {
    ...(url === undefined ? {} : { url: textMember(url, 'url', URL_LENGTH) }),
    ...(channels === undefined ? {} : { channels: someMember(channels, 'channels') }),
    ...(events === undefined ? {} : { events: eventsMember(events) }),
    ...(description === undefined
      ? {}
      : { description: textMember(description, 'description', DESCRIPTION) }),
    ...(enabled === undefined ? {} : { enabled }),
  };
}

function someMember(value: unknown, name: string): string[] {
  const ids = idsMember(value, name);
  if (ids.length > 0) return ids;
  throw refuse('bad_parameter', `\`${name}\` must name one at least; \`${EVERY_CHANNEL}\` is every channel`);
}

function eventsMember(value: unknown): string[] {
  const events = idsMember(value, 'events');
  const isKnown = events.length > 0 && events.every((event) => (EVENTS as readonly string[]).includes(event));
  if (isKnown) return events;
  throw refuse('bad_parameter', `\`events\` must be some of ${EVENTS.join(', ')}`);
}
