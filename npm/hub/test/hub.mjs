// Owns: a hub under test, and a client of it.

import { openHub } from '@chirp-protocol/hub';

/** Opens a hub on an empty database, with a client of its owner. */
export async function hubOn(database, options = {}) {
  const address = await database.make();
  const hub = await openHub({ database: address, ...options });
  const { token, workspace, account, channel } = hub.firstRun;
  return { hub, address, workspace, account, channel, token, owner: client(hub, token) };
}

/** Asks a hub with a token: `await ask('GET', '/api/v1/me')` gives `{status, body, text, headers}`. */
export function client(hub, token) {
  return async (method, path, body, headers = {}) => {
    const isText = typeof body === 'string' || body instanceof Uint8Array;
    const response = await hub.fetch(
      new Request(`http://localhost${path}`, {
        method,
        headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
        ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    const isJson =
      /json$/.test(response.headers.get('content-type') ?? '') &&
      !/ndjson/.test(response.headers.get('content-type'));
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : undefined,
    };
  };
}

/** A client of a new token that the owner makes. */
export async function member(hub, owner, request) {
  const { status, body } = await owner('POST', '/api/v1/tokens', { label: 'test', ...request });
  if (status !== 201) throw new Error(`no token: ${JSON.stringify(body)}`);
  return Object.assign(client(hub, body.token), { token: body.token, id: body.id, account: body.account });
}

/** An envelope of the agent `builder`. */
export function envelope(fallback, more = {}) {
  return {
    protocol: 'org.renkara.chirp.message/0.1',
    kind: 'status',
    source: { kind: 'agent', id: 'builder' },
    presentation: { fallback },
    ...more,
  };
}

/** A draft of a revision of the build `id`. */
export function draft(id, fallback, more = {}) {
  return envelope(fallback, {
    subject: { kind: 'build', id },
    instrument: { category: 'run', layout: 'status' },
    ...more,
  });
}

/** A revision of the build `id`. */
export function revision(id, number, predecessor, fallback, more = {}) {
  const instrument = {
    category: 'run',
    layout: 'status',
    revision: number,
    ...(predecessor === undefined ? {} : { predecessor }),
  };
  return draft(id, fallback, { ...more, instrument });
}
