// Owns: the routes of accounts: their roles, invitations, sessions.

import { exportOf } from '../account-export.js';
import { accountsOf, isSelf, mustRunFor, rolesHeld, setAccount } from '../accounts.js';
import { hold } from '../caller.js';
import { beginErasure, continueErasures } from '../erasure.js';
import { endSessions, invite } from '../sessions.js';
import { accountMember, formOf, idsMember } from './body.js';
import { type CalledRoute, json } from './route.js';
import { ACCOUNT, ACCOUNT_REQUEST, ACCOUNTS, EXPORT, INVITATION, INVITATION_REQUEST } from './schemas.js';

/** The roles of an account where nothing is said. */
const ROLES = ['member'];

export const ACCOUNT_ROUTES: readonly CalledRoute[] = [
  {
    method: 'GET',
    path: '/api/v1/accounts',
    id: 'listAccounts',
    summary: 'List the accounts of people, with their roles.',
    answers: { 200: ACCOUNTS },
    refusals: [403],
    async handle(asked, caller) {
      return json({ accounts: await asked.driver.read((sql) => accountsOf(sql, caller)) });
    },
  },
  {
    method: 'PUT',
    path: '/api/v1/accounts/{account}',
    id: 'setAccount',
    summary:
      'Give an account its roles; it is made if it is not there. The last owner stays one. May be repeated.',
    body: ACCOUNT_REQUEST,
    answers: { 200: ACCOUNT },
    refusals: [403, 408, 409, 413],
    async handle(asked, caller) {
      const account = accountMember(asked.param('account'));
      const roles = idsMember((await formOf(asked.request, ['roles'])).roles, 'roles');
      return json(await setAccount(asked.driver, caller, account, roles, asked.now()));
    },
  },
  {
    method: 'GET',
    path: '/api/v1/accounts/{account}/export',
    id: 'exportAccount',
    summary:
      'Read everything that is held of an account, as lines of JSON. Yours, or any for whoever runs the workspace.',
    answers: { 200: EXPORT },
    refusals: [403],
    async handle(asked, caller) {
      const lines = await exportOf(asked.driver, caller, asked.param('account'));
      return { status: 200, type: 'application/x-ndjson', body: streamOf(lines) };
    },
  },
  {
    method: 'DELETE',
    path: '/api/v1/accounts/{account}',
    id: 'eraseAccount',
    summary:
      'Erase an account: what it could do ends, and what it sent loses its text. Yours, or any for whoever runs the workspace.',
    answers: { 204: undefined },
    refusals: [403, 404, 409],
    async handle(asked, caller) {
      await beginErasure(asked.driver, caller, asked.param('account'));
      await continueErasures(asked.driver, asked.now, () => false);
      return { status: 204 };
    },
  },
  {
    method: 'DELETE',
    path: '/api/v1/accounts/{account}/sessions',
    id: 'endSessions',
    summary: 'End every session of an account, and the invitations that were not used. May be repeated.',
    answers: { 204: undefined },
    refusals: [403],
    async handle(asked, caller) {
      const account = asked.param('account');
      await asked.driver.write(async (sql) => {
        const { caller: who } = await hold(sql, caller);
        if (!isSelf(who, account)) mustRunFor(who, await rolesHeld(sql, who.workspace, account));
        await endSessions(sql, who.workspace, account);
      });
      return { status: 204 };
    },
  },
  {
    method: 'POST',
    path: '/api/v1/invitations',
    id: 'invite',
    summary:
      'Make a link by which a browser signs in, once, as a new account or a known one, which keeps its roles.',
    body: INVITATION_REQUEST,
    answers: { 201: INVITATION },
    refusals: [403, 408, 413],
    async handle(asked, caller) {
      const form = await formOf(asked.request, ['account', 'roles']);
      const request = {
        account: form.account === undefined ? undefined : accountMember(form.account),
        roles: idsMember(form.roles ?? ROLES, 'roles'),
      };
      const { code, ...invitation } = await invite(asked.driver, caller, request, asked.now());
      return json({ ...invitation, path: `/signin?invitation=${code}` }, 201);
    },
  },
];

/** Lines as a body, which is read no faster than it is taken. */
function streamOf(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await lines.next();
      if (done) return controller.close();
      controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
}
