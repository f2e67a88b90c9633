// Owns: instruments as resources: their addresses, the list of them, and what is read of one.

import { exportText, LENSES, notificationOf } from '@chirp-protocol/protocol/hub';
import {
  type ListResourcesResult,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server';
import { type Ask, type Reply, segment } from './hub.js';
import { isKeptOut, type Message } from './results.js';

const SCHEME = 'chirp://instruments/';

/** Instruments of one page of the list. */
const PAGE = 50;

/** What a list says of an instrument that it may not say more of. */
const UNNAMED = 'An instrument';

/** The ways to an instrument. */
export const TEMPLATES: readonly ResourceTemplateType[] = [
  {
    uriTemplate: `${SCHEME}{series}`,
    name: 'instrument',
    title: 'An instrument',
    description: 'The newest revision of an instrument of the board: its text, and the whole of it as JSON.',
    mimeType: 'application/json',
  },
  {
    uriTemplate: `${SCHEME}{series}/revisions/{revision}`,
    name: 'revision',
    title: 'A revision of an instrument',
    description: 'One revision of an instrument, or the gap that it left.',
    mimeType: 'application/json',
  },
];

/** A head as a page of a lens has it. */
interface Head {
  readonly series: string;
  readonly needs_me: boolean;
  readonly message: Message;
}

/** A place in the list: a lens, and what the hub calls the place in it. */
interface Place {
  readonly lens: number;
  readonly after?: string;
}

/** What is refused, and cannot be called an absent resource. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** A page of the instruments that the caller sees: those that need them first, then the others by lens. Throws Refused. */
export async function listInstruments(ask: Ask, cursor: string | undefined): Promise<ListResourcesResult> {
  const { lens, after } = placeOf(cursor);
  const name = LENSES[lens];
  if (name === undefined) throw new Refused('the cursor is none that this server gave');
  const query = new URLSearchParams({
    lens: name,
    limit: `${PAGE}`,
    ...(after === undefined ? {} : { after }),
  });
  const reply = await ask({ method: 'GET', path: `/instruments?${query}` });
  if (reply.status !== 200) throw refused(reply);
  const { heads, next } = JSON.parse(reply.json) as { heads: Head[]; next?: string };
  const following = next === undefined ? { lens: lens + 1 } : { lens, after: next };
  return {
    // Who is needed was told so in the first lens.
    resources: heads.filter(({ needs_me }) => lens === 0 || !needs_me).map(resourceOf),
    ...(LENSES[following.lens] === undefined ? {} : { nextCursor: cursorOf(following) }),
  };
}

/** What an address of an instrument has: its text, and JSON. Throws ResourceNotFoundError, also for what is foreign. */
export async function readInstrument(ask: Ask, uri: string): Promise<ReadResourceResult> {
  const [, series, revision] =
    /^chirp:\/\/instruments\/([^/?#]+)(?:\/revisions\/(\d{1,15}))?$/.exec(uri) ?? [];
  const id = series === undefined ? undefined : segment(decoded(series));
  if (id === undefined) throw new ResourceNotFoundError(uri);
  const path = `/instruments/${id}${revision === undefined ? '' : `/revisions/${revision}`}`;
  const reply = await ask({ method: 'GET', path });
  if (reply.status === 404) throw new ResourceNotFoundError(uri);
  if (reply.status !== 200) throw refused(reply);
  const { message, ...rest } = JSON.parse(reply.json) as { message?: Message };
  const { projection: _, ...whole } = message ?? ({} as Partial<Message>);
  const shown = message === undefined ? {} : isKeptOut(message) ? { restricted: true } : { message: whole };
  return {
    contents: [
      { uri, mimeType: 'application/json', text: JSON.stringify({ ...rest, ...shown }) },
      ...(message === undefined
        ? []
        : [{ uri, mimeType: 'text/plain', text: exportText(JSON.stringify(message)) }]),
    ],
  };
}

function resourceOf({ series, needs_me, message }: Head): Resource {
  const { generic, source, subject, text } = notificationOf(JSON.stringify(message));
  const description = [needs_me ? 'needs you' : undefined, generic ? undefined : (text ?? source)];
  return {
    uri: `${SCHEME}${encodeURIComponent(series)}`,
    name: series,
    title: subject ?? UNNAMED,
    description: description.filter((part) => part !== undefined).join(': '),
    mimeType: 'application/json',
  };
}

function cursorOf(place: Place): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

function placeOf(cursor: string | undefined): Place {
  if (cursor === undefined) return { lens: 0 };
  try {
    const { lens, after } = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as Partial<Place>;
    return {
      lens: typeof lens === 'number' ? lens : -1,
      ...(typeof after === 'string' ? { after } : {}),
    };
  } catch {
    return { lens: -1 };
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

function refused({ status, json }: Reply): Refused {
  const { code, detail } = JSON.parse(json) as { code?: string; detail?: string };
  return new Refused(`${code ?? status}: ${detail ?? 'the hub refused'}`);
}
