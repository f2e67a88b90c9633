// Owns: the way of an input to bytes. Text and bytes go as they are; a plain object is written as JSON only if JSON says
// exactly what it holds. Nothing is judged here but that.

import { CoreError, EnvelopeError } from './identity.js';
import { LIMITS } from './generated/limits.js';
import { problem } from './report.js';

/**
 * What the functions of this package take: JSON text, its bytes, or a plain object. Of an object, what you hold is
 * checked, not what arrived: give the bytes where you have them.
 */
export type Input = string | Uint8Array | object;

/** Text or bytes of at most `cap` bytes. Throws EnvelopeError for what JSON would change and for what is too large. */
export function jsonOf(input: Input, cap: number): string | Uint8Array {
  const json = typeof input === 'object' && !(input instanceof Uint8Array) ? ofObject(input) : input;
  if (typeof json !== 'string' && !(json instanceof Uint8Array)) {
    throw new CoreError('misuse', `expected JSON text, bytes or a plain object, not ${typeof input}`);
  }
  // A character is at least one byte, so this spares the host from encoding what would be refused.
  if (json.length > cap) throw new EnvelopeError([problem('too_large', '', { max: cap })]);
  if (typeof json === 'string' && !json.isWellFormed()) {
    throw new EnvelopeError([problem('json_lone_surrogate', '')]);
  }
  return json;
}

function ofObject(input: object | null): string | Uint8Array {
  if (input instanceof ArrayBuffer) return new Uint8Array(input);
  if (ArrayBuffer.isView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  refuseWhatJsonChanges(input);
  return JSON.stringify(input);
}

interface Place {
  value: unknown;
  at: string;
  depth: number;
}

function refuseWhatJsonChanges(input: unknown): void {
  const open: Place[] = [{ value: input, at: '', depth: 0 }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value, at, depth } = place;
    const detail = change(value);
    if (detail !== undefined) throw new EnvelopeError([problem('not_json', at, { detail })]);
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= LIMITS.depth) throw new EnvelopeError([problem('json_too_deep', at, { max: LIMITS.depth })]);
    if (Array.isArray(value)) {
      for (let index = value.length - 1; index >= 0; index -= 1) {
        open.push({ value: value[index], at: `${at}/${index}`, depth: depth + 1 });
      }
      continue;
    }
    for (const [name, member] of Object.entries(value)) {
      const memberAt = `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (!name.isWellFormed()) throw new EnvelopeError([problem('json_lone_surrogate', at)]);
      open.push({ value: member, at: memberAt, depth: depth + 1 });
    }
  }
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
  if (Array.isArray(value)) return undefined;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return 'it is not a plain object';
  if (Object.getOwnPropertySymbols(value).length > 0) return 'it has members that are named by symbols';
  return undefined;
}
