// Owns: the routes by which a browser gets a session, and ends it.

import { serialize } from 'hono/utils/cookie';
import { SESSION_MS, signOut, useCode } from '../sessions.js';
import { bodyOf } from './body.js';
import { SESSION_COOKIE } from './caller.js';
import { isFromOurs, isSecure, mustBeOurPage } from './origin.js';
import type { Answered, Asked, Route } from './route.js';
import { PAGE_OF_HTML } from './schemas.js';
import { askPage, howPage, spentPage } from './sign-in-pages.js';

/** The most that the form of the page has, in bytes. */
const FORM_BYTES = 4096;

const CODE = { type: 'string' };

/** The routes. `origins` are those whose pages may use a session; `withIssuer` says whether there is an issuer. */
export function signInRoutes(origins: readonly string[], withIssuer = false): Route[] {
  return [
    {
      open: true,
      method: 'GET',
      path: '/signin',
      id: 'signIn',
      summary:
        'Sign a browser in by a code, or ask first: always for an invitation. Without either, say how to sign in.',
      query: { code: CODE, invitation: CODE },
      answers: { 200: PAGE_OF_HTML, 303: undefined, 403: PAGE_OF_HTML },
      refusals: [429],
      async handle(asked) {
        const code = asked.query('code');
        const given = code ?? asked.query('invitation');
        if (given === undefined) return howPage(withIssuer);
        return code !== undefined && isMeant(asked.request) ? signedIn(asked, code) : askPage(given);
      },
    },
    {
      open: true,
      method: 'POST',
      path: '/signin',
      id: 'confirmSignIn',
      summary: 'Sign a browser in by the code that the page asked about.',
      answers: { 303: undefined, 403: PAGE_OF_HTML },
      refusals: [403, 408, 429],
      async handle(asked) {
        mustBeOurPage(asked.request, origins);
        const form = await bodyOf(asked.request, FORM_BYTES);
        return signedIn(asked, new URLSearchParams(Buffer.from(form).toString('latin1')).get('code') ?? '');
      },
    },
    {
      method: 'POST',
      path: '/api/v1/signout',
      id: 'signOut',
      summary: 'End the session that is used.',
      answers: { 204: undefined },
      refusals: [403],
      async handle(asked, caller) {
        await signOut(asked.driver, caller);
        return { status: 204, headers: { 'set-cookie': cookie(asked.request, '', 0) } };
      },
    },
  ];
}

/**
 * Whether a person opened the address: nothing that loads it in advance or looks at its head, and no page of another site,
 * which could sign a person in as somebody else.
 */
function isMeant(request: Request): boolean {
  const { headers } = request;
  const isEarly = ['sec-purpose', 'purpose', 'x-moz'].some((name) => headers.get(name)?.includes('prefetch'));
  return request.method === 'GET' && !isEarly && isFromOurs(request);
}

async function signedIn(asked: Asked, code: string): Promise<Answered> {
  const secret = await asked.admitted(code, () => useCode(asked.driver, code, asked.now()));
  return secret === undefined ? spentPage() : welcome(asked.request, secret);
}

/** Gives a browser its session, and sends it on. */
export function welcome(request: Request, secret: string): Answered {
  return {
    status: 303,
    headers: {
      location: '/',
      'set-cookie': cookie(request, secret, SESSION_MS / 1000),
      'referrer-policy': 'no-referrer',
    },
  };
}

function cookie(request: Request, secret: string, maxAge: number): string {
  return serialize(SESSION_COOKIE, secret, {
    httpOnly: true,
    sameSite: 'Strict',
    path: '/',
    secure: isSecure(request),
    maxAge,
  });
}
