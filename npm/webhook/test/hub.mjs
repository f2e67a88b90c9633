// Owns: a hub that listens, with a token for a producer; and servers that stand between it and its clients.

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openHub } from '@chirp-protocol/hub';

/** An empty folder, and what takes it away. */
export function folder() {
  const path = mkdtempSync(join(tmpdir(), 'chirp-producer-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** A hub with a producer that may speak as any agent: its address and token, and `ask`, as the owner. */
export async function startHub() {
  const { path, remove } = folder();
  const hub = await openHub({ database: join(path, 'hub.db') });
  const url = await hub.listen({ port: 0 });
  const ask = askAs(url, hub.firstRun.token);
  const token = await producer(ask);
  const close = async () => {
    await hub.close();
    remove();
  };
  return { url, token, ask, close, workspace: hub.firstRun.workspace };
}

/** Asks a hub with a token and gives the parsed answer. */
export function askAs(url, token) {
  return async (method, path, body) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return response.json();
  };
}

/** The token of a new producer. */
export async function producer(ask) {
  const request = { label: 'producer', channels: ['general'], sources: ['agent/*'] };
  return (await ask('POST', '/api/v1/tokens', request)).token;
}

/** A server that answers with `listener`, and the paths that it was asked for. */
export async function startServer(listener) {
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    listener(request, response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${server.address().port}`, asked, close };
}

/** A server that passes requests on to a hub, and loses the answers of those that `loses` says. */
export function startLossy(url, loses) {
  let count = 0;
  return startServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    const { authorization } = request.headers;
    const init = { method: request.method, headers: { authorization } };
    const answer = await fetch(
      `${url}${request.url}`,
      parts.length === 0 ? init : { ...init, body: Buffer.concat(parts) },
    );
    const text = await answer.text();
    count += 1;
    if (loses(count)) return request.socket.destroy();
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') });
    response.end(text);
  });
}

/** A draft of a revision of the build `id`. */
export function draft(id, fallback, more = {}) {
  return {
    protocol: 'org.renkara.chirp.message/0.1',
    kind: 'status',
    source: { kind: 'agent', id: 'builder' },
    subject: { kind: 'build', id },
    presentation: { fallback },
    instrument: { category: 'run', layout: 'status' },
    ...more,
  };
}

/** An envelope that is no instrument. */
export function envelope(fallback, more = {}) {
  const { instrument, subject, ...rest } = draft('x', fallback);
  return { ...rest, ...more };
}
