// Owns: the routes of a workspace: who is asking, channels, members, tokens.

import { channelsOf, EVERY_CHANNEL } from '../caller.js';
import { refuse } from '../refusal.js';
import {
  createChannel,
  createToken,
  membersOf,
  revokeToken,
  setMember,
  type TokenRequest,
  tokensOf,
} from '../workspace.js';
import { accountMember, formOf, idsMember, textMember } from './body.js';
import { type CalledRoute, json } from './route.js';
import {
  CHANNEL,
  CHANNEL_REQUEST,
  CHANNELS,
  ME,
  MEMBERS,
  NEW_TOKEN,
  TOKEN_REQUEST,
  TOKENS,
} from './schemas.js';

/** The longest name of a channel, and label of a token or a hook, in characters. */
export const NAME = 120;

/** The longest source, in characters. */
export const SOURCE = 300;

export const WORKSPACE_ROUTES: readonly CalledRoute[] = [
  {
    method: 'GET',
    path: '/api/v1/me',
    id: 'readMe',
    summary: 'Say who asks, and what they may do.',
    answers: { 200: ME },
    async handle(_asked, { workspace, account, roles, channels, sources }) {
      return json({ workspace, account, roles, channels, sources });
    },
  },
  {
    method: 'GET',
    path: '/api/v1/channels',
    id: 'listChannels',
    summary: 'List the channels that you may read.',
    answers: { 200: CHANNELS },
    async handle(asked, caller) {
      return json({ channels: await asked.driver.read((sql) => channelsOf(sql, caller)) });
    },
  },
  {
    method: 'POST',
    path: '/api/v1/channels',
    id: 'createChannel',
    summary: 'Make a channel.',
    body: CHANNEL_REQUEST,
    answers: { 201: CHANNEL },
    refusals: [403, 408, 409, 413],
    async handle(asked, caller) {
      const form = await formOf(asked.request, ['id', 'name']);
      if (typeof form.id !== 'string' || !/^[a-z0-9][a-z0-9_-]{0,63}$/.test(form.id))
        throw refuse('bad_parameter', '`id` must be lower-case letters, digits, `_` and `-`, 64 at most');
      const name = textMember(form.name ?? form.id, 'name', NAME);
      return json(await createChannel(asked.driver, caller, form.id, name, asked.now()), 201);
    },
  },
  {
    method: 'GET',
    path: '/api/v1/channels/{channel}/members',
    id: 'listMembers',
    summary: 'List the accounts that are members of a channel.',
    answers: { 200: MEMBERS },
    refusals: [404],
    async handle(asked, caller) {
      return json({
        members: await asked.driver.read((sql) => membersOf(sql, caller, asked.param('channel'))),
      });
    },
  },
  {
    method: 'PUT',
    path: '/api/v1/channels/{channel}/members/{account}',
    id: 'addMember',
    summary: 'Make an account a member of a channel. May be repeated.',
    answers: { 204: undefined },
    refusals: [403, 404],
    async handle(asked, caller) {
      const account = accountMember(asked.param('account'));
      await setMember(asked.driver, caller, asked.param('channel'), account, true);
      return { status: 204 };
    },
  },
  {
    method: 'DELETE',
    path: '/api/v1/channels/{channel}/members/{account}',
    id: 'removeMember',
    summary: 'Make an account no member of a channel any more. May be repeated.',
    answers: { 204: undefined },
    refusals: [403, 404],
    async handle(asked, caller) {
      await setMember(asked.driver, caller, asked.param('channel'), asked.param('account'), false);
      return { status: 204 };
    },
  },
  {
    method: 'GET',
    path: '/api/v1/tokens',
    id: 'listTokens',
    summary: 'List the tokens of the workspace. The tokens themselves are kept nowhere.',
    answers: { 200: TOKENS },
    refusals: [403],
    async handle(asked, caller) {
      return json({ tokens: await asked.driver.read((sql) => tokensOf(sql, caller)) });
    },
  },
  {
    method: 'POST',
    path: '/api/v1/tokens',
    id: 'createToken',
    summary: 'Make a token. It is in this answer and nowhere else.',
    body: TOKEN_REQUEST,
    answers: { 201: NEW_TOKEN },
    refusals: [403, 408, 413, 422],
    async handle(asked, caller) {
      const form = await formOf(asked.request, ['label', 'account', 'roles', 'channels', 'sources']);
      const request = tokenRequest(form);
      return json(await createToken(asked.driver, caller, request, asked.now()), 201);
    },
  },
  {
    method: 'DELETE',
    path: '/api/v1/tokens/{token}',
    id: 'revokeToken',
    summary: 'Revoke a token by its id, from now on. May be repeated.',
    answers: { 204: undefined },
    refusals: [403, 404],
    async handle(asked, caller) {
      await revokeToken(asked.driver, caller, asked.param('token'), asked.now());
      return { status: 204 };
    },
  },
];

/** What a token is asked for with. Throws Refusal. */
export function tokenRequest({
  label,
  account,
  roles = ['member'],
  channels = [EVERY_CHANNEL],
  sources = [],
}: Readonly<Record<string, unknown>>): TokenRequest {
  return {
    label: textMember(label, 'label', NAME),
    account: account === undefined ? undefined : accountMember(account),
    roles: idsMember(roles, 'roles'),
    channels: idsMember(channels, 'channels'),
    sources: idsMember(sources, 'sources', SOURCE),
  };
}
