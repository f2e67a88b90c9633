// Owns: the route of the stream, and how an upgrade of HTTP becomes a request of it.

import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { countsOf, type Place, placeFrom, placeOf } from '../cursor.js';
import { countedAs, type Limits } from '../limits.js';
import { refuse } from '../refusal.js';
import type { Start } from '../stream/reader.js';
import type { Streams } from '../stream/streams.js';
import { mustBeNoForeignPage } from './origin.js';
import { type Asked, type CalledRoute, noCursor } from './route.js';
import { CURSOR } from './schemas.js';

/** The upgrades that are being decided: the route says where a reader begins, by the request that was made of the upgrade. */
const deciding = new WeakMap<Request, (start: Start) => void>();

/** The route, which decides who may read and from where. Pages of `origins` may, beside the hub's own. */
export function streamRoute(origins: readonly string[], streams: Streams, limits: Limits): CalledRoute {
  return {
    method: 'GET',
    path: '/api/v1/stream',
    id: 'stream',
    summary:
      'Read what happens, over a WebSocket: from now on, or from behind a cursor that the stream gave.',
    query: { after: CURSOR },
    answers: { 101: undefined },
    refusals: [403, 426],
    async handle(asked, caller) {
      mustBeNoForeignPage(asked.request, origins);
      const begin = deciding.get(asked.request);
      const after = placeOfQuery(asked);
      if (begin === undefined) throw refuse('upgrade_required');
      const { workspace } = caller;
      const { cursor } = await asked.driver.read((sql) => countsOf(sql, workspace));
      const now = placeOf(cursor);
      if (after !== undefined && after > now) throw noCursor('after');
      const by = countedAs(caller);
      limits.admitReader(streams.readersOf(by));
      begin({ workspace, by, place: after ?? now, identify: asked.identify });
      return { status: 101 };
    },
  };
}

function placeOfQuery(asked: Asked): Place | undefined {
  const text = asked.query('after');
  if (text === undefined) return undefined;
  const place = placeFrom(text);
  if (place === undefined) throw noCursor('after');
  return place;
}

/** What a server does with an upgrade: asks the app, and upgrades or answers as it says. */
export function upgradeListener(
  fetch: (request: Request) => Response | Promise<Response>,
  streams: Streams,
): (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void> {
  return async (incoming, socket, head) => {
    // Until it is upgraded nobody else hears of its errors; a socket that fails is closed by itself.
    const ignore = () => {};
    socket.on('error', ignore);
    const decided = await decide(fetch, incoming);
    if ('start' in decided) {
      socket.off('error', ignore);
      streams.accept(incoming, socket, head, decided.start);
    } else {
      socket.once('finish', () => socket.destroy()).end(decided.answer);
    }
  };
}

async function decide(
  fetch: (request: Request) => Response | Promise<Response>,
  incoming: IncomingMessage,
): Promise<{ start: Start } | { answer: string }> {
  const request = requestOf(incoming);
  if (request === undefined) return { answer: answerText(400, [], '') };
  let start: Start | undefined;
  if (/^websocket$/i.test(incoming.headers.upgrade ?? ''))
    deciding.set(request, (begun) => {
      start = begun;
    });
  const response = await fetch(request);
  if (start !== undefined) return { start };
  return { answer: answerText(response.status, [...response.headers], await response.text()) };
}

/** The request, which has no body: after an upgrade there is none to be read. Undefined if it is no request, or needs one. */
function requestOf(incoming: IncomingMessage): Request | undefined {
  const { method, url = '/', headers } = incoming;
  if (method !== 'GET') return undefined;
  const given = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  );
  try {
    return new Request(new URL(`http://${headers.host ?? ''}${url.startsWith('/') ? url : '/'}`), {
      headers: given,
    });
  } catch {
    return undefined;
  }
}

function answerText(status: number, headers: readonly [string, string][], body: string): string {
  const lines = [...headers, ['content-length', `${Buffer.byteLength(body)}`], ['connection', 'close']];
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head}\r\n${body}`;
}
