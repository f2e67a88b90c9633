// Owns what the tamper button does: it changes one bit of one byte of a sealed message, in places worth
// showing, and says which.
import { below, JsonText } from './pointer.js';

/** A message with one byte changed, and what was changed. */
export interface Tampering {
  /** The changed message, of the same length. */
  readonly bytes: Uint8Array;
  /** Which byte, from 0. */
  readonly offset: number;
  readonly byteBefore: number;
  readonly byteAfter: number;
  /** The member whose value holds the byte, as a JSON pointer. */
  readonly at: string;
  /** The text around the byte. */
  readonly excerpt: Excerpt;
}

/** One character before and after its change, between what stands beside it. */
export interface Excerpt {
  readonly lead: string;
  readonly before: string;
  readonly after: string;
  readonly tail: string;
}

/** UTF-16 units of text that are kept on each side of the change. */
const EXCERPT_UTF16 = 16;

/** What a digest begins with; a change there would only break its form. */
const DIGEST_LEAD = 'sha256:'.length;

/**
 * Letters and digits that stay one of their kind when their lowest bit changes, and are not part of an escape.
 * Beyond ASCII it is the character's last byte that changes.
 */
const CHANGEABLE = /(?<!\\)(?:[0-9B-Yb-y]|[^\0-\x7F])/u;

/**
 * Changes one byte of a sealed message, as a hub sends it. `round` (from 0) chooses the place; consecutive
 * rounds choose different ones, in turn. Linear in the message.
 */
export function tamper(message: string, round: number): Tampering {
  const json = new JsonText(message);
  const places = targets(message).flatMap(({ at, skip }) => {
    const value = json.find(at)?.value;
    if (value === undefined) return [];
    const from = value.from + 1 + skip;
    const found = message.slice(from, value.to - 1).search(CHANGEABLE);
    return found === -1 ? [] : [{ at, position: from + found }];
  });
  const place = places[round % places.length];
  if (place === undefined) throw new RangeError('no text of this message can be changed');
  return change(message, place.at, place.position);
}

/** Where a forger would begin: who speaks, about what, what is shown, and the seal itself. All are strings. */
function targets(message: string): { at: string; skip: number }[] {
  const shown = firstText(JSON.parse(message));
  const pointers = [
    '/protocol/source/display_name',
    '/protocol/subject/label',
    ...(shown === undefined ? [] : [shown]),
    '/body',
    '/protocol/source/id',
  ];
  return [
    ...pointers.map((at) => ({ at, skip: 0 })),
    { at: '/protocol/integrity/digest', skip: DIGEST_LEAD },
  ];
}

interface TreeNode {
  readonly value?: string;
  readonly children?: readonly TreeNode[];
}

/** The pointer of the first text in the tree of a message, if it has one. */
function firstText({ projection }: { projection?: { tree: TreeNode } }): string | undefined {
  let node = projection?.tree;
  let at = '/projection/tree';
  while (node !== undefined) {
    if (node.value !== undefined) return below(at, 'value');
    at = below(below(at, 'children'), 0);
    node = node.children?.[0];
  }
  return undefined;
}

function change(message: string, at: string, position: number): Tampering {
  const encoder = new TextEncoder();
  const before = String.fromCodePoint(message.codePointAt(position) ?? 0);
  const end = position + before.length;
  const bytes = encoder.encode(message);
  const offset = encoder.encode(message.slice(0, end)).length - 1;
  const byteBefore = bytes[offset] ?? 0;
  const byteAfter = byteBefore ^ 1;
  bytes[offset] = byteAfter;
  const width = encoder.encode(before).length;
  const after = new TextDecoder().decode(bytes.slice(offset + 1 - width, offset + 1));
  const lead = message.slice(Math.max(0, position - EXCERPT_UTF16), position);
  const tail = message.slice(end, end + EXCERPT_UTF16);
  return { bytes, offset, byteBefore, byteAfter, at, excerpt: { lead, before, after, tail } };
}
