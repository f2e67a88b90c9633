// Owns: what the demo needs on a hub: its channels, and a token that may speak as its sources and nobody else. It is asked
// for once, as the owner, and kept beside the database.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { CHANNELS, SOURCES } from './words.mjs';

/** The token of the demo: the one in `file`, or a new one, which is written there. */
export async function demoToken(hub, url, file) {
  if (existsSync(file)) {
    const { token } = JSON.parse(readFileSync(file, 'utf8'));
    const me = await fetch(`${url}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } });
    if (me.ok) return token;
  }
  const ask = await owner(hub, url);
  for (const id of CHANNELS) await ask('POST', '/api/v1/channels', { id, name: id }, 409);
  const request = { label: 'demo', account: 'demo', roles: [], channels: CHANNELS, sources: SOURCES };
  const { token } = await ask('POST', '/api/v1/tokens', request);
  await ask('POST', '/api/v1/signout');
  writeFileSync(file, JSON.stringify({ token }), { mode: 0o600 });
  return token;
}

/** Asks the hub as its owner, by a session of its own. A refusal with the status `expected` is no fault. */
async function owner(hub, url) {
  const { origin } = new URL(url);
  const signedIn = await fetch(url + (await hub.signInLink()), { redirect: 'manual' });
  const [cookie] = (signedIn.headers.get('set-cookie') ?? '').split(';', 1);
  return async (method, path, body, expected) => {
    const response = await fetch(url + path, {
      method,
      headers: { cookie, origin },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.ok) return text === '' ? undefined : JSON.parse(text);
    if (response.status === expected) return undefined;
    throw new Error(`${method} ${path}: ${response.status} ${text}`);
  };
}
