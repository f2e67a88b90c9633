// Owns: a line of an export as it is read: what it must have before anything is made of it.

import { canonicalize, EnvelopeError } from '@chirp-protocol/protocol/hub';
import { refuse, refused } from '../refusal.js';

/** The first line. */
export interface WorkspaceEntry {
  readonly type: 'workspace';
  readonly version: number;
  readonly workspace: string;
}

/** The last line. */
export interface EndEntry {
  readonly type: 'end';
  /** The last cursor that was given. */
  readonly cursor: number;
}

export interface ChannelEntry {
  readonly type: 'channel';
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
}

export interface MessageEntry {
  readonly type: 'message';
  readonly cursor: number;
  readonly content?: string;
  readonly message: {
    readonly id: string;
    readonly channel: string;
    readonly thread_id?: string;
    readonly sender: string;
    readonly body: string;
    readonly created_at: string;
    readonly edited_at?: string;
    readonly instrument?: { readonly series: string };
    /** The envelope, which only the core looks at. */
    readonly protocol?: unknown;
  };
}

export interface GapEntry {
  readonly type: 'gap';
  readonly cursor: number;
  readonly id: string;
  readonly channel: string;
  readonly thread_id?: string;
  readonly sender: string;
  readonly created_at: string;
  readonly edited_at?: string;
  readonly deleted_at: string;
  readonly reason?: string;
  readonly digest?: string;
  readonly content?: string;
  readonly series?: string;
  readonly revision?: number;
  readonly source_kind?: string;
  readonly source_id?: string;
  readonly dedupe_key?: string;
}

export interface InvocationEntry {
  readonly type: 'invocation';
  readonly cursor: number;
  readonly account: string;
  readonly id: string;
  readonly digest: string;
  readonly action: string;
  readonly answer: string;
}

export type Entry = WorkspaceEntry | EndEntry | ChannelEntry | MessageEntry | GapEntry | InvocationEntry;

type Kind = 'text' | 'time' | 'count' | 'any' | 'object';

/** The members of each kind of line; of those that end in `?`, none need be there. */
const MEMBERS: Readonly<Record<Entry['type'], Readonly<Record<string, Kind>>>> = {
  workspace: { version: 'count', workspace: 'text' },
  end: { cursor: 'count' },
  channel: { id: 'text', name: 'text', created_at: 'time' },
  message: { cursor: 'count', 'content?': 'text', message: 'object' },
  gap: {
    cursor: 'count',
    id: 'text',
    channel: 'text',
    'thread_id?': 'text',
    sender: 'text',
    created_at: 'time',
    'edited_at?': 'time',
    deleted_at: 'time',
    'reason?': 'text',
    'digest?': 'text',
    'content?': 'text',
    'series?': 'text',
    'revision?': 'count',
    'source_kind?': 'text',
    'source_id?': 'text',
    'dedupe_key?': 'text',
  },
  invocation: {
    cursor: 'count',
    account: 'text',
    id: 'text',
    digest: 'text',
    action: 'text',
    answer: 'any',
  },
};

const MESSAGE: Readonly<Record<string, Kind>> = {
  id: 'text',
  channel: 'text',
  'thread_id?': 'text',
  sender: 'text',
  body: 'any',
  created_at: 'time',
  'edited_at?': 'time',
  'instrument?': 'object',
  'protocol?': 'any',
  'projection?': 'any',
};

const INSTRUMENT: Readonly<Record<string, Kind>> = { series: 'text', 'revision?': 'any', 'head?': 'any' };

/** More than any id, name or reason has. */
const TEXT_UTF16 = 1024;

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/;

/** Reads a line. The core reads it first, so that no member stands twice. Throws Refusal. */
export function entryOf(line: Uint8Array): Entry {
  const entry = objectOf(parsed(line), 'the line');
  const { type, message } = entry;
  const members =
    typeof type === 'string' && Object.hasOwn(MEMBERS, type) ? MEMBERS[type as Entry['type']] : undefined;
  if (members === undefined) throw refuse('bad_parameter', 'the line is of no known type');
  mustHave(entry, { type: 'text', ...members }, '');
  if (type === 'message') {
    const stored = objectOf(message, '`message`');
    mustHave(stored, MESSAGE, 'message.');
    const { instrument } = stored;
    if (instrument !== undefined)
      mustHave(objectOf(instrument, '`message.instrument`'), INSTRUMENT, 'message.instrument.');
  }
  return entry as unknown as Entry;
}

function parsed(line: Uint8Array): unknown {
  try {
    return JSON.parse(canonicalize(line));
  } catch (error) {
    if (!(error instanceof EnvelopeError)) throw error;
    throw refused({ status: 400, problems: error.problems, more: error.more });
  }
}

function objectOf(value: unknown, name: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw refuse('bad_parameter', `${name} must be an object`);
}

function mustHave(
  object: Record<string, unknown>,
  members: Readonly<Record<string, Kind>>,
  at: string,
): void {
  for (const [member, kind] of Object.entries(members)) {
    const name = member.replace('?', '');
    const value = object[name];
    if (value === undefined && member !== name) continue;
    if (!is(value, kind)) throw refuse('bad_parameter', `\`${at}${name}\` is missing or not what it must be`);
  }
  const unknown = Object.keys(object).find(
    (name) => !Object.hasOwn(members, name) && !Object.hasOwn(members, `${name}?`),
  );
  if (unknown !== undefined)
    throw refuse('bad_parameter', `the unknown member ${JSON.stringify(at + unknown)}`);
}

function is(value: unknown, kind: Kind): boolean {
  switch (kind) {
    case 'text':
      return typeof value === 'string' && value !== '' && value.length <= TEXT_UTF16 && !value.includes('\0');
    case 'time':
      return typeof value === 'string' && TIME.test(value) && !Number.isNaN(Date.parse(value));
    case 'count':
      return Number.isSafeInteger(value) && Number(value) >= 0;
    case 'object':
      return typeof value === 'object';
    case 'any':
      return value !== undefined;
  }
}
