// Owns: the way of an input to bytes. Text and bytes go as they are; a plain object is written as JSON only if JSON says
// exactly what it holds. Nothing is judged here but that.

import { LIMITS } from './generated/limits.js';
import { CoreError, EnvelopeError } from './identity.js';
import { type Problem, problem } from './report.js';
import { bytesOf } from './view.js';

/**
 * What the functions of this package take: JSON text, its bytes, or a plain object. Of an object, what you hold is
 * checked, not what arrived: give the bytes where you have them.
 */
export type Input = string | Uint8Array | object;

/**
 * Text or bytes of at most `cap` bytes; of an object, the JSON, which may be no larger than `objectCap`, as a rule that of
 * a message. Throws
 * EnvelopeError for what is too large, what JSON would change and what throws when it is read, CoreError for what is no
 * input at all.
 */
export function jsonOf(
  input: Input,
  cap: number,
  objectCap = Math.min(cap, LIMITS.message_bytes),
): string | Uint8Array {
  const json = textOrBytes(input) ?? written(input, objectCap);
  // A character is at least one byte, so this spares the host from encoding what would be refused.
  if (json.length > cap) throw new EnvelopeError([tooLarge(cap)]);
  if (typeof input === 'string' && !input.isWellFormed()) {
    throw new EnvelopeError([problem('json_lone_surrogate', '')]);
  }
  return json;
}

/** An input that is text or bytes; anything else is misuse. Throws CoreError. */
export function mustBeTextOrBytes(input: string | Uint8Array): string | Uint8Array {
  const given = textOrBytes(input);
  if (given === undefined) throw new CoreError('misuse', `expected text or bytes, not ${typeof input}`);
  return given;
}

/** An input that is bytes; anything else is misuse. Throws CoreError. */
export function mustBeBytes(input: Uint8Array): Uint8Array {
  if (!ArrayBuffer.isView(input)) throw new CoreError('misuse', `expected bytes, not ${typeof input}`);
  return bytesOf(input);
}

/** Asks the input nothing that a Proxy, a subclass or a member of its own could answer. */
function textOrBytes(input: unknown): string | Uint8Array | undefined {
  if (typeof input === 'string') return input;
  return ArrayBuffer.isView(input) ? bytesOf(input) : undefined;
}

function written(input: unknown, cap: number): string | Uint8Array {
  if (typeof input !== 'object') {
    throw new CoreError('misuse', `expected JSON text, bytes or a plain object, not ${typeof input}`);
  }
  let found: Problem | undefined;
  try {
    if (input instanceof ArrayBuffer) return bytesOf(new DataView(input));
    if (isPlain(input, { left: cap }, 0)) {
      const json = JSON.stringify(input);
      if (!json.includes(SURROGATE)) return json;
    }
    found = refusal(input, cap);
    if (found === undefined) return JSON.stringify(input);
  } catch {
    // Getters and Proxies run code of their own.
    found = problem('not_json', '', { detail: 'it throws when it is read' });
  }
  throw new EnvelopeError([found]);
}

/** How the escape of half a surrogate pair begins; where it is the text of an escape, the slow way finds nothing. */
const SURROGATE = '\\ud';

/** The quick way to the same answer as `refusal`, which says why. Halves of surrogate pairs are left to the JSON. It
 * recurses no deeper than JSON may be. */
function isPlain(value: unknown, room: { left: number }, depth: number): boolean {
  if (typeof value === 'string') {
    room.left -= value.length;
    return room.left >= 0;
  }
  if (change(value) !== undefined) return false;
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= LIMITS.depth) return false;
  if (Array.isArray(value)) {
    room.left -= value.length;
    if (room.left < 0 || !isDense(value)) return false;
    // By index, as JSON reads it: an array may have an iterator of its own.
    for (let index = 0; index < value.length; index += 1) {
      if (!isPlain(value[index], room, depth + 1)) return false;
    }
    return true;
  }
  for (const name of Object.keys(value)) {
    room.left -= 1 + name.length;
    if (room.left < 0 || !isPlain((value as Record<string, unknown>)[name], room, depth + 1)) return false;
  }
  return true;
}

interface Place {
  value: unknown;
  at: string;
  depth: number;
}

/** Why a value is not written, if there is a reason. Visits no more than `cap` values, however often one is shared. */
function refusal(input: unknown, cap: number): Problem | undefined {
  const open: Place[] = [{ value: input, at: '', depth: 0 }];
  // What the JSON takes at least: a byte for each value, and the characters of texts and names.
  let size = 0;
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value, at, depth } = place;
    const detail = change(value);
    if (detail !== undefined) return problem('not_json', at, { detail });
    if (typeof value === 'string') size += value.length;
    if (Array.isArray(value)) size += value.length;
    if (size > cap) return tooLarge(cap);
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= LIMITS.depth) return problem('json_too_deep', at, { max: LIMITS.depth });
    if (Array.isArray(value)) {
      if (!isDense(value)) return problem('not_json', at, { detail: 'it has holes, or members with names' });
      for (let index = value.length - 1; index >= 0; index -= 1) {
        open.push({ value: value[index], at: `${at}/${index}`, depth: depth + 1 });
      }
      continue;
    }
    for (const [name, member] of Object.entries(value)) {
      size += 1 + name.length;
      if (size > cap) return tooLarge(cap);
      if (!name.isWellFormed()) return problem('json_lone_surrogate', at);
      const memberAt = `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      open.push({ value: member, at: memberAt, depth: depth + 1 });
    }
  }
  return undefined;
}

function tooLarge(cap: number): Problem {
  return problem('too_large', '', { max: cap });
}

/** How JSON would change this one value, if it would. */
function change(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return value.isWellFormed() ? undefined : 'it holds half of a surrogate pair';
    case 'boolean':
      return undefined;
    case 'number':
      return Number.isFinite(value) ? undefined : `${value} would become null`;
    case 'object':
      return value === null ? undefined : changeOfObject(value);
    default:
      return `it is of type ${typeof value}`;
  }
}

function changeOfObject(value: object): string | undefined {
  if ('toJSON' in value) return 'it has a method toJSON';
  if (Object.getOwnPropertySymbols(value).length > 0) return 'it has members that are named by symbols';
  if (Array.isArray(value)) return undefined;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return 'it is not a plain object';
  // A boxed number stays one with whatever prototype, and JSON says the number. Only a symbol could hide it here.
  if (Symbol.toStringTag in value || Object.prototype.toString.call(value) !== '[object Object]') {
    return 'it is not a plain object';
  }
  return undefined;
}

/** Whether an array has each of its indices and no other member. Indices come first, in order. */
function isDense(array: readonly unknown[]): boolean {
  const names = Object.keys(array);
  return names.length === array.length && (names.length === 0 || names.at(-1) === `${names.length - 1}`);
}
