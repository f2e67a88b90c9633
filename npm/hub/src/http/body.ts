// Owns: the bodies of requests: how much of one is read, and how long that may take.

import { canonicalize, EnvelopeError } from '@chirp-protocol/protocol/hub';
import { ERASED } from '../caller.js';
import { refuse, refused } from '../refusal.js';

/** How long a body may take to arrive, in milliseconds. */
const BODY_MS = 10_000;

/** The most that a request of the hub's own may have, in bytes. */
const FORM_BYTES = 64 * 1024;

/**
 * The body of a request; of one that is larger than `cap` bytes, the first `cap + 1`, which is enough for whoever judges it
 * to say so. Throws Refusal: `slow_body`.
 */
export async function bodyOf(request: Request, cap: number): Promise<Uint8Array> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, BODY_MS, 'late');
  });
  try {
    return isSmall(request, cap) ? await whole(request, late) : await beginning(request, cap, late);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the length of a body is told, to which the server holds it, and is within the cap. */
function isSmall(request: Request, cap: number): boolean {
  const length = request.headers.get('content-length');
  return length !== null && /^\d{1,15}$/.test(length) && Number(length) <= cap;
}

/** A body that is small: read in one go, which spares the server the making of a stream. */
async function whole(request: Request, late: Promise<'late'>): Promise<Uint8Array> {
  const read = await Promise.race([request.arrayBuffer(), late]);
  if (read === 'late') throw refuse('slow_body');
  return new Uint8Array(read);
}

/** A body as far as it is wanted. */
async function beginning(request: Request, cap: number, late: Promise<'late'>): Promise<Uint8Array> {
  const reader = request.body?.getReader();
  if (reader === undefined) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    while (size <= cap) {
      const step = await Promise.race([reader.read(), late]);
      if (step === 'late') throw refuse('slow_body');
      if (step.done) break;
      parts.push(step.value);
      size += step.value.length;
    }
  } finally {
    // What was not read is not waited for.
    reader.cancel().catch(() => {});
  }
  return Buffer.concat(parts).subarray(0, cap + 1);
}

/** The members of a request of the hub's own: a JSON object with some of `names`. Throws Refusal. */
export async function formOf<Name extends string>(
  request: Request,
  names: readonly Name[],
): Promise<Partial<Record<Name, unknown>>> {
  const bytes = await bodyOf(request, FORM_BYTES);
  if (bytes.length > FORM_BYTES) throw refuse('too_large');
  const form: unknown = JSON.parse(strict(bytes));
  if (typeof form !== 'object' || form === null || Array.isArray(form))
    throw refuse('bad_parameter', 'the body must be an object');
  const unknown = Object.keys(form).find((name) => !(names as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw refuse('bad_parameter', `the body has the unknown member ${JSON.stringify(unknown)}`);
  return form as Partial<Record<Name, unknown>>;
}

/** JSON that every reader reads the same. */
function strict(bytes: Uint8Array): string {
  try {
    return canonicalize(bytes);
  } catch (error) {
    if (!(error instanceof EnvelopeError)) throw error;
    throw refused({ status: 400, problems: error.problems, more: error.more });
  }
}

/** A text of 1 to `max` characters. Throws Refusal. */
export function textMember(value: unknown, name: string, max: number): string {
  const isText = typeof value === 'string' && value.trim() !== '' && value.length <= max;
  // PostgreSQL holds no U+0000, and neither database is to hold what the other does not.
  if (isText && !value.includes('\0')) return value;
  throw refuse('bad_parameter', `\`${name}\` must be a text of 1 to ${max} characters`);
}

/** An id without white space. Throws Refusal. */
export function idMember(value: unknown, name: string, max = 256): string {
  if (typeof value === 'string' && value.length <= max && /^[\p{L}\p{N}\p{P}\p{S}]+$/u.test(value))
    return value;
  throw refuse('bad_parameter', `\`${name}\` must be 1 to ${max} characters without white space`);
}

/** The id of an account. At its end a `*` would make it the beginning of others. Throws Refusal. */
export function accountMember(value: unknown): string {
  const account = idMember(value, 'account');
  if (account.endsWith('*')) throw refuse('bad_parameter', '`account` must not end with `*`');
  if (account === ERASED || account.startsWith(`${ERASED}:`))
    throw refuse('bad_parameter', '`account` must be none that stands for those that were erased');
  return account;
}

/** A list of ids, none of them twice. Throws Refusal. */
export function idsMember(value: unknown, name: string, max = 256): string[] {
  if (!Array.isArray(value) || value.length > 200)
    throw refuse('bad_parameter', `\`${name}\` must be a list of ids`);
  return [...new Set(value.map((item) => idMember(item, name, max)))];
}
