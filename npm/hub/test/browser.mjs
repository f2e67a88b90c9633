// Owns: a browser under test, as far as the hub sees one: it keeps the cookie, and says where it comes from.

import { client } from './hub.mjs';

/** Asks a hub as a page of its own would: `await ask('GET', '/api/v1/me')`. `ask.cookie` is what it keeps. */
export function browser(hub) {
  const plain = client(hub);
  const ask = async (method, path, body, headers = {}) => {
    const answer = await plain(method, path, body, {
      ...(['GET', 'HEAD'].includes(method) ? {} : { origin: 'http://localhost' }),
      ...(ask.cookie === undefined ? {} : { cookie: ask.cookie }),
      ...headers,
    });
    const set = answer.headers.get('set-cookie');
    if (set !== null) ask.cookie = set.split(';')[0];
    return answer;
  };
  return ask;
}

/** A browser that has opened a link. */
export async function signedIn(hub, link) {
  const ask = browser(hub);
  const { status } = await ask('GET', link);
  if (status !== 303) throw new Error(`not signed in: ${status}`);
  return ask;
}
