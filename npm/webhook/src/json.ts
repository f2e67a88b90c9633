/**
 * Reading JSON that somebody else wrote. Every function here takes any value and gives what it was asked for
 * or `undefined`; none throws. What is odd is left out, never repaired into something that was not said.
 */
import { LIMITS } from '@chirp-protocol/protocol';

/** The own member at the end of a path of names, or `undefined`. Members of a prototype are never read. */
export function member(value: unknown, ...path: readonly string[]): unknown {
  let here: unknown = value;
  for (const name of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, name)) return undefined;
    here = (here as Readonly<Record<string, unknown>>)[name];
  }
  return here;
}

/** The elements of an array, or none. */
export function elements(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A count or serial number: a safe integer from 0. */
export function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/**
 * A numeric id as text. An integer beyond 2^53 - 1 is `undefined`: `JSON.parse` has rounded it already, so it
 * may name another thing.
 */
export function serial(value: unknown): string | undefined {
  return count(value)?.toString();
}

const NOT_IN_IDENTIFIERS = /[\p{White_Space}\p{Cc}\p{Cf}\p{Cs}]/u;

/**
 * Text that can stand as an identifier as it is: not empty, at most `LIMITS.id` scalar values, no white
 * space, control, format character or lone surrogate. Anything else is `undefined`: cut or cleaned, two names
 * could become one.
 */
export function identifier(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '' || NOT_IN_IDENTIFIERS.test(value)) return undefined;
  return value.length <= 2 * LIMITS.id && [...value].length <= LIMITS.id ? value : undefined;
}

/**
 * An absolute `http:` or `https:` URL without credentials, of at most `LIMITS.url_bytes` bytes, as the WHATWG
 * parser writes it (ASCII only). Whether it may become a link is for the compiler to say.
 */
export function webUrl(value: unknown): URL | undefined {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  const web = url.protocol === 'https:' || url.protocol === 'http:';
  return web && url.username === '' && url.password === '' && url.href.length <= LIMITS.url_bytes
    ? url
    : undefined;
}

const INSTANT = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * A timestamp with a zone, written again in UTC with `Z` and no finer than milliseconds; years 0001–9999.
 * `undefined` for a date that is in no calendar, hour 24 and second 60, which `Date` would move to another
 * day or refuse.
 */
export function timestamp(value: unknown): string | undefined {
  const local = typeof value === 'string' ? INSTANT.exec(value)?.[1] : undefined;
  if (typeof value !== 'string' || local === undefined) return undefined;
  if (written(Date.parse(`${local}Z`))?.slice(0, local.length) !== local) return undefined;
  const instant = written(Date.parse(value));
  return instant === undefined || instant.startsWith('0000') ? undefined : instant.replace('.000Z', 'Z');
}

/** ISO 8601 in 24 characters; `undefined` for no date and for years that need more than four digits. */
function written(milliseconds: number): string | undefined {
  const text = Number.isNaN(milliseconds) ? '' : new Date(milliseconds).toISOString();
  return text.length === 24 ? text : undefined;
}
