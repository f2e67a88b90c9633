// Owns: the wasm inside an entry: text that JavaScript can hold, made by pack.mjs, and the choice between the two builds.

/** Ranks up to here are one character; those beyond are two, of which the first names a page. */
export const SINGLES = 90;
const PAGE = 56;

/** The characters of packed text: printable ASCII without what a string literal would escape. */
export const ALPHABET = Array.from({ length: 95 }, (_, index) => String.fromCharCode(0x20 + index))
  .filter((character) => character !== '"' && character !== '\\')
  .join('');

/** Two characters of a byte whose rank is beyond SINGLES, by their places in the alphabet. */
export function paged(rank) {
  const beyond = rank - SINGLES;
  return [SINGLES + Math.floor(beyond / PAGE), beyond % PAGE];
}

/** The bytes of packed text. `ranked` are all bytes as hex digits, the most frequent first. Linear. */
export function unpack(ranked, text) {
  const places = new Uint8Array(128);
  for (let place = 0; place < ALPHABET.length; place += 1) places[ALPHABET.charCodeAt(place)] = place;
  const byRank = new Uint8Array(256);
  for (let rank = 0; rank < 256; rank += 1)
    byRank[rank] = Number.parseInt(ranked.slice(2 * rank, 2 * rank + 2), 16);
  const bytes = new Uint8Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    let rank = places[text.charCodeAt(at)];
    if (rank >= SINGLES) {
      at += 1;
      rank = SINGLES + (rank - SINGLES) * PAGE + places[text.charCodeAt(at)];
    }
    bytes[length] = byRank[rank];
    length += 1;
  }
  return bytes.subarray(0, length);
}

/**
 * What a patch makes of `base`. A patch is a list of steps, each three LEB128 numbers: how many bytes of its own follow,
 * how many of `base` come behind them, and how far these lie from the end of the last ones, zigzag. Linear.
 */
export function patched(base, patch) {
  let at = 0;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = patch[at];
      at += 1;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const result = new Uint8Array(number());
  let length = 0;
  let from = 0;
  while (length < result.length) {
    const own = number();
    const copied = number();
    const distance = number();
    from += (distance >>> 1) ^ -(distance & 1);
    result.set(patch.subarray(at, at + own), length);
    at += own;
    result.set(base.subarray(from, from + copied), length + own);
    length += own + copied;
    from += copied;
  }
  return result;
}

/** A module with a function that returns a vector: `(func (result v128) i32.const 0 i8x16.splat i8x16.popcnt)`. */
const PROBE = [
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0],
  ...[65, 0, 253, 15, 253, 98, 11],
];

/** The build that this host can run: the one with vectors, or the one that the patch makes of it. */
export function chosen(ranked, simd, patch) {
  const bytes = unpack(ranked, simd);
  return WebAssembly.validate(new Uint8Array(PROBE)) ? bytes : patched(bytes, unpack(ranked, patch));
}
