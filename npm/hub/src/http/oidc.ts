// Owns: the routes by which a person signs in by an issuer.

import { serialize } from 'hono/utils/cookie';
import type { LogLine } from '../log.js';
import { type Issuer, IssuerError, type Started } from '../oidc.js';
import { sessionOfSubject } from '../sessions.js';
import { cookieOf } from './caller.js';
import { isSecure } from './origin.js';
import type { Answered, Asked, OpenRoute } from './route.js';
import { PAGE_OF_HTML } from './schemas.js';
import { welcome } from './sign-in.js';
import { refusedPage, strangerPage, unreachablePage } from './sign-in-pages.js';

/** The cookie in which a browser keeps what it started with. It comes back with a person whom the issuer sends. */
const STARTED_COOKIE = 'chirp_signin';

/** How long a person may take at the issuer, in seconds. */
const STARTED_S = 600;

const PATH = '/signin/oidc';

/** The routes; `log` hears why a sign-in was not. */
export function oidcRoutes(issuer: Issuer, log: (line: LogLine) => void): OpenRoute[] {
  const failed = (asked: Asked, error: unknown): Answered => {
    if (!(error instanceof IssuerError)) throw error;
    log({
      time: asked.now(),
      level: 'warn',
      event: 'sign_in_failed',
      error: error.message,
      code: error.code,
    });
    return error.isRefusal ? refusedPage() : unreachablePage();
  };
  return [
    {
      open: true,
      method: 'GET',
      path: PATH,
      id: 'signInByIssuer',
      summary: 'Send a browser to the issuer, to sign in there.',
      answers: { 303: undefined, 503: PAGE_OF_HTML },
      async handle(asked) {
        try {
          const { url, started } = await issuer.start(backTo(issuer, asked.request));
          return {
            status: 303,
            headers: { location: url, 'set-cookie': cookie(asked.request, started) },
          };
        } catch (error) {
          return failed(asked, error);
        }
      },
    },
    {
      open: true,
      method: 'GET',
      path: `${PATH}/callback`,
      id: 'finishSignInByIssuer',
      summary: 'Sign a browser in that comes back from the issuer.',
      query: { code: { type: 'string' }, state: { type: 'string' } },
      answers: { 303: undefined, 403: PAGE_OF_HTML, 503: PAGE_OF_HTML },
      async handle(asked) {
        const { request, driver } = asked;
        const started = startedIn(request);
        if (started === undefined) return refusedPage();
        try {
          const { searchParams } = new URL(request.url);
          const account = await issuer.finish(backTo(issuer, request), searchParams, started);
          const secret = await sessionOfSubject(driver, issuer.options, account, asked.now());
          return secret === undefined ? strangerPage(account) : welcome(request, secret);
        } catch (error) {
          return failed(asked, error);
        }
      },
    },
  ];
}

/** Where the issuer sends people back to. The name by which the hub was called is one that it has. */
function backTo(issuer: Issuer, request: Request): string {
  const scheme = isSecure(request) ? 'https' : 'http';
  return issuer.options.redirectUri ?? `${scheme}://${new URL(request.url).host}${PATH}/callback`;
}

function cookie(request: Request, { state, nonce, verifier }: Started): string {
  return serialize(STARTED_COOKIE, [state, nonce, verifier].join('.'), {
    httpOnly: true,
    // A person who comes back comes from another site.
    sameSite: 'Lax',
    path: PATH,
    secure: isSecure(request),
    maxAge: STARTED_S,
  });
}

function startedIn(request: Request): Started | undefined {
  const [state, nonce, verifier, ...more] = cookieOf(request, STARTED_COOKIE)?.split('.') ?? [];
  if (!state || !nonce || !verifier || more.length > 0) return undefined;
  return { state, nonce, verifier };
}
