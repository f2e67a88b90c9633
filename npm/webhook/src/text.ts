/** Foreign text made fit for a short human string of the protocol: one line, clean, and not too long. */
import { DIRECTION_CONTROLS, LIMITS } from '@chirp-protocol/protocol';

const CONTROLS_AND_BREAKS = /[\p{Cc}\s]+/gu;

/** Embeddings, overrides and isolates. The marks U+200E, U+200F and U+061C stay. */
const DIRECTION_CHANGES = new RegExp(`[${String.fromCodePoint(...DIRECTION_CONTROLS)}]`, 'gu');

/**
 * The text on one line: runs of white space and controls become one space, direction changes go, a lone
 * surrogate becomes U+FFFD; trimmed, and cut to `limit` Unicode scalar values. `undefined` when it is no
 * string or nothing is left.
 */
export function oneLine(value: unknown, limit: number = LIMITS.label): string | undefined {
  if (typeof value !== 'string') return undefined;
  const clean = value.toWellFormed().replace(DIRECTION_CHANGES, '').replace(CONTROLS_AND_BREAKS, ' ').trim();
  return clean === '' ? undefined : cut(clean, limit);
}

/** At most `limit` (from 1) Unicode scalar values of well-formed text; an ellipsis is the last of a cut. */
export function cut(text: string, limit: number): string {
  // A scalar value is at most two UTF-16 units: however long the text is, no more of it has to be looked at.
  const scalars = [...text.slice(0, 2 * limit + 1)];
  if (scalars.length <= limit) return text;
  return `${scalars
    .slice(0, limit - 1)
    .join('')
    .trimEnd()}…`;
}

/** A name with what must not be lost after it, such as a number: what is too long is cut off the name. */
export function named(name: string, suffix: string): string {
  return `${cut(name, LIMITS.label - suffix.length)}${suffix}`;
}
