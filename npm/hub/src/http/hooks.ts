// Owns: the routes of hooks: who makes them, and what other systems send to them.

import { LIMITS } from '@chirp-protocol/protocol/hub';
import { type Delivery, type Told, take, tell } from '../inbound/deliveries.js';
import { type CalledHook, createHook, hookOf, hooksOf, revokeHook, SECRET } from '../inbound/hooks.js';
import { HOOK_KINDS, type HookKind } from '../inbound/kinds.js';
import { Refusal, refuse } from '../refusal.js';
import { StoreUnavailable } from '../store/sql.js';
import { bodyOf, formOf, idMember, idsMember, textMember } from './body.js';
import { type Answered, type Asked, json, type Route } from './route.js';
import { HOOK_REQUEST, HOOKS, NEW_HOOK, TAKEN } from './schemas.js';
import { NAME, SOURCE } from './workspace.js';

/** The most that is read of a delivery, in bytes: as much as GitHub sends where a signature says that it is GitHub. */
const SIGNED_BYTES = 25 * 1024 * 1024;
const UNSIGNED_BYTES = LIMITS.message_bytes;

const DELIVERY = { description: 'What GitHub or Claude Code sends, a send, or an envelope.' };

export const INBOUND_ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/v1/hooks',
    id: 'listHooks',
    summary:
      'List the hooks of the workspace. Their tokens are kept nowhere, and their secrets are not shown.',
    answers: { 200: HOOKS },
    refusals: [403],
    async handle(asked, caller) {
      return json({ hooks: await asked.driver.read((sql) => hooksOf(sql, caller)) });
    },
  },
  {
    method: 'POST',
    path: '/api/v1/hooks',
    id: 'createHook',
    summary:
      'Make a hook, whose token is in this answer and nowhere else. With the token of a hook: deliver to it.',
    body: { anyOf: [HOOK_REQUEST, DELIVERY] },
    answers: { 200: TAKEN, 201: { anyOf: [NEW_HOOK, TAKEN] }, 204: undefined },
    refusals: [403, 404, 408, 409, 410, 413, 422],
    async handle(asked, caller) {
      const form = await formOf(asked.request, ['label', 'channel', 'kind', 'secret', 'sources']);
      const request = {
        label: textMember(form.label, 'label', NAME),
        channel: idMember(form.channel, 'channel'),
        kind: form.kind === undefined ? undefined : kindMember(form.kind),
        secret: form.secret === undefined ? undefined : textMember(form.secret, 'secret', SECRET.most),
        sources: form.sources === undefined ? undefined : idsMember(form.sources, 'sources', SOURCE),
      };
      const hook = await createHook(asked.driver, caller, request, asked.now());
      return json({ ...hook, path: `/api/v1/hooks/${hook.token}` }, 201);
    },
    async hooked(asked, token) {
      return deliver(asked, await hookFor(asked, token));
    },
  },
  {
    open: true,
    method: 'POST',
    path: '/api/v1/hooks/{hook}',
    id: 'deliver',
    summary: 'Deliver to the hook whose token this is. What GitHub and Claude Code send becomes a revision.',
    query: { draft: { enum: ['0', '1'], description: '1: the envelope of a plain send is a draft.' } },
    body: DELIVERY,
    answers: { 200: TAKEN, 201: TAKEN, 204: undefined },
    refusals: [401, 403, 408, 409, 410, 413, 422, 429],
    async handle(asked) {
      return deliver(asked, await hookFor(asked, asked.param('hook')));
    },
  },
  {
    method: 'DELETE',
    path: '/api/v1/hooks/{hook}',
    id: 'revokeHook',
    summary: 'Revoke a hook by its id, from now on. May be repeated.',
    answers: { 204: undefined },
    refusals: [403, 404],
    async handle(asked, caller) {
      await revokeHook(asked.driver, caller, asked.param('hook'), asked.now());
      return { status: 204 };
    },
  },
];

/** The hook that a token stands for. Throws Refusal: an unknown one and a revoked one are the same. */
async function hookFor(asked: Asked, token: string): Promise<CalledHook> {
  const hook = await asked.admitted(token, () => asked.driver.read((sql) => hookOf(sql, token)));
  if (hook === undefined) throw refuse('unauthorized');
  await asked.count('hooks', hook.id);
  return hook;
}

async function deliver(asked: Asked, hook: CalledHook): Promise<Answered> {
  const isClaudeCode = hook.kind === 'claude_code';
  let told: Told | undefined;
  try {
    const cap = hook.secret === undefined ? UNSIGNED_BYTES : SIGNED_BYTES;
    const raw = await bodyOf(asked.request, cap);
    if (raw.length > cap) throw refuse('too_large');
    const delivery: Delivery = { headers: asked.request.headers, raw, isDraft: asked.query('draft') === '1' };
    told = await tell(hook, delivery);
    const answer = await take(asked.driver, hook, told, delivery, asked.now());
    return told.kind === 'claude_code' ? { status: 204 } : json(answer.json, answer.status);
  } catch (error) {
    // Whatever is answered to Claude Code in words, the agent reads as meant for it.
    if (isClaudeCode || told?.kind === 'claude_code') return { status: statusOf(error) };
    throw error;
  }
}

/** The status of a refusal. Rethrows what is none. */
function statusOf(error: unknown): number {
  if (error instanceof Refusal) return error.status;
  if (error instanceof StoreUnavailable) return 503;
  throw error;
}

function kindMember(value: unknown): HookKind {
  const kinds = Object.keys(HOOK_KINDS) as HookKind[];
  const kind = kinds.find((known) => known === value);
  if (kind === undefined) throw refuse('bad_parameter', `\`kind\` must be one of ${kinds.join(', ')}`);
  return kind;
}
