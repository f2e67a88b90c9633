// Owns: the pages of the sign-in: static HTML without a script, which load nothing.

import { createHash } from 'node:crypto';
import type { Answered } from './route.js';

const STYLE =
  ':root{color-scheme:light dark;background:Canvas;color:CanvasText}' +
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:4rem auto;padding:0 1rem}' +
  'h1{font-size:1.5rem;line-height:1.25}a{color:inherit}code{overflow-wrap:anywhere}' +
  'button,a.button{display:inline-block;padding:.625rem 1.25rem;border:1px solid;border-radius:.375rem;' +
  'background:none;color:inherit;font:inherit;font-weight:600;text-decoration:none;cursor:pointer}';

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** A page with a heading; `content` is HTML. */
function page(status: number, heading: string, content: string): Answered {
  const body =
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${heading}</title><style>${STYLE}</style><main><h1>${heading}</h1>${content}</main></html>`;
  return {
    status,
    body,
    type: 'text/html; charset=utf-8',
    headers: {
      'content-security-policy': POLICY,
      // The address of this page may hold a code, which goes nowhere. Without a referrer a form would have no origin.
      'referrer-policy': 'same-origin',
    },
  };
}

/** Says how to sign in. `withIssuer`: there is an issuer, who knows the people. */
export function howPage(withIssuer: boolean): Answered {
  return page(
    200,
    'Sign in',
    withIssuer
      ? '<p><a class="button" href="/signin/oidc">Sign in</a></p><p>Or open the link that whoever runs this hub gave you.</p>'
      : '<p>Open the link that whoever runs this hub gave you. Who runs it gets one with <code>chirp hub sign-in</code>.</p>',
  );
}

/** Asks whether to sign in by a code. Whoever only looks at the address, as a preview does, does not use the code. */
export function askPage(code: string): Answered {
  return page(
    200,
    'Sign in',
    '<p>This link signs this browser in. It works once.</p>' +
      `<form method="post" action="/signin"><input type="hidden" name="code" value="${escaped(code)}">` +
      '<button>Sign in</button></form>',
  );
}

/** Says that a link does not work, and what to do. */
export function spentPage(): Answered {
  return page(
    403,
    'This link no longer works',
    '<p>A sign-in link works once, and for ten minutes. If you are signed in already, <a href="/">go on</a>.</p>' +
      '<p>Otherwise ask whoever runs this hub for another one. Who runs it gets one with <code>chirp hub sign-in</code>.</p>',
  );
}

/** Says that the issuer did not let a person in, or that too much time went by. */
export function refusedPage(): Answered {
  return page(
    403,
    'You are not signed in',
    '<p>The sign-in was refused, or took too long.</p><p><a class="button" href="/signin/oidc">Try again</a></p>',
  );
}

/** Says that a person is known to the issuer and not here. */
export function strangerPage(account: string): Answered {
  return page(
    403,
    'You have no account here',
    `<p>Ask whoever runs this hub to add the account <code>${escaped(account)}</code>.</p>`,
  );
}

/** Says that the issuer cannot be asked. */
export function unreachablePage(): Answered {
  return page(
    503,
    'The sign-in is out of order',
    '<p>Whoever knows the people of this hub does not answer.</p><p><a class="button" href="/signin/oidc">Try again</a></p>',
  );
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
