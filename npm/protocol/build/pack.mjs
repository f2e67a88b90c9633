// Owns: writing wasm as text for an entry, which build/carried.js reads. Base64 hides from gzip and brotli what repeats;
// here a byte is mostly one character, and the second build is what differs from the first.

import { ALPHABET, paged, SINGLES } from './carried.js';

/** What of the base a copy is found by, in bytes. */
const WINDOW = 8;

/** All bytes as hex digits, those first that are most frequent in `bytes`. */
export function ranking(bytes) {
  const counts = new Uint32Array(256);
  for (const byte of bytes) counts[byte] += 1;
  const ranked = Array.from(counts.keys()).sort((left, right) => counts[right] - counts[left]);
  return Buffer.from(ranked).toString('hex');
}

/** `bytes` as text, which `unpack` reads with the same ranking. */
export function pack(ranked, bytes) {
  const texts = [];
  for (const [rank, byte] of Buffer.from(ranked, 'hex').entries()) {
    const places = rank < SINGLES ? [rank] : paged(rank);
    texts[byte] = places.map((place) => ALPHABET[place]).join('');
  }
  return Array.from(bytes, (byte) => texts[byte]).join('');
}

/** The patch that makes the buffer `target` of the buffer `base`, which `patched` reads. */
export function patchOf(base, target) {
  const places = new Map();
  const key = (bytes, at) => bytes.toString('latin1', at, at + WINDOW);
  for (let at = 0; at + WINDOW <= base.length; at += 1) {
    const found = places.get(key(base, at));
    if (found === undefined) places.set(key(base, at), [at]);
    else if (found.length < 64) found.push(at);
  }
  const patch = [...leb128(target.length)];
  let from = 0;
  let own = 0;
  for (let at = 0; at < target.length; ) {
    const { start, length } = longest(base, target, at, [
      from + at - own,
      ...(places.get(key(target, at)) ?? []),
    ]);
    if (length < WINDOW && at + length < target.length) {
      at += 1;
      continue;
    }
    patch.push(
      ...leb128(at - own),
      ...leb128(length),
      ...leb128(zigzag(start - from)),
      ...target.subarray(own, at),
    );
    at += length;
    own = at;
    from = start + length;
  }
  if (own < target.length) patch.push(...leb128(target.length - own), 0, 0, ...target.subarray(own));
  return Uint8Array.from(patch);
}

/** The longest run of the base, among those that begin at `places`, that stands in the target at `at`. */
function longest(base, target, at, places) {
  let best = { start: 0, length: 0 };
  for (const start of places) {
    let length = 0;
    while (
      start + length < base.length &&
      at + length < target.length &&
      base[start + length] === target[at + length]
    )
      length += 1;
    if (length > best.length) best = { start, length };
  }
  return best;
}

function zigzag(number) {
  return number < 0 ? -2 * number - 1 : 2 * number;
}

function leb128(number) {
  const bytes = [];
  let rest = number;
  for (; rest >= 0x80; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return [...bytes, rest];
}
