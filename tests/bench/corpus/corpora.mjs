// Owns the named corpora: which sizes, how many items, in which wire style. Each is built once, on first use.

import { projectionOf, sealed } from './digests.mjs';
import { generateEnvelope, MESSAGE_PLANS, SEALED_PLANS } from './envelope.mjs';
import { numberStream } from './random.mjs';
import { blockToLines, toSource } from './source.mjs';
import { generateBlock } from './tree.mjs';
import { WIRE_STYLES } from './wire.mjs';

/** The sizes every operation on messages is measured at. */
export const SIZES = ['small', 'medium', 'large', 'mix'];

// In the mix, of 20 messages 13 are small, 6 medium and 1 large; 3 of 7 wire styles are not compact-like.
const MIX_SIZES = Array.from({ length: 20 }, (_, i) =>
  i === 19 ? 'large' : [3, 5, 8, 11, 14, 17].includes(i) ? 'medium' : 'small',
);
const MIX_STYLES = ['compact', 'compact', 'python', 'compact', 'pretty', 'go', 'canonical'];

const LAYOUTS = {
  small: { count: 256, sizes: ['small'], styles: ['compact'], start: 101 },
  medium: { count: 128, sizes: ['medium'], styles: ['compact'], start: 102 },
  large: { count: 16, sizes: ['large'], styles: ['compact'], start: 103 },
  mix: { count: 160, sizes: MIX_SIZES, styles: MIX_STYLES, start: 104 },
};

const encoder = new TextEncoder();
const cache = new Map();

function once(key, build) {
  if (!cache.has(key)) cache.set(key, build());
  return cache.get(key);
}

/**
 * Sealed envelopes without a projection, of one of `SIZES`.
 * @returns {{ bytes: Uint8Array, value: object, style: string }[]} `value` is what the bytes say
 */
export const sealedCorpus = (size) =>
  once(`sealed/${size}`, () => corpus(LAYOUTS[size], SEALED_PLANS, ({ envelope }) => sealed(envelope)));

/** Messages `{body, protocol, projection}`, of one of `SIZES`, in the same form as `sealedCorpus`. */
export const messageCorpus = (size) =>
  once(`message/${size}`, () =>
    corpus({ ...LAYOUTS[size], start: LAYOUTS[size].start + 50 }, MESSAGE_PLANS, ({ envelope, tree }) => ({
      body: envelope.presentation.fallback,
      protocol: sealed(envelope),
      projection: projectionOf(envelope.presentation.pubmark, tree),
    })),
  );

function corpus({ count, sizes, styles, start }, plans, finish) {
  const random = numberStream(start);
  return Array.from({ length: count }, (_, index) => {
    const whole = finish(generateEnvelope(random, plans[sizes[index % sizes.length]]));
    // Half of the senders do not write members in our order.
    const value = random.chance(0.5) ? Object.fromEntries(random.shuffled(Object.entries(whole))) : whole;
    const style = styles[index % styles.length];
    return { bytes: encoder.encode(WIRE_STYLES[style](value)), value, style };
  });
}

/** The sizes of the PubMark documents, in bytes; the larger stays under the 64 KiB that a source may have. */
export const DOCUMENT_BYTES = { '4k': 4000, '64k': 64_000 };

/**
 * One PubMark document and its tree: CommonMark and callouts only, which every peer can read.
 * @param {'4k' | '64k'} size
 */
export const documentCorpus = (size) =>
  once(`document/${size}`, () => {
    const random = numberStream(size === '4k' ? 201 : 202);
    const tree = { type: 'root', children: [] };
    for (let bytes = 0; bytes < DOCUMENT_BYTES[size]; ) {
      const block = generateBlock(random, false, tree.children.at(-1));
      bytes += encoder.encode(blockToLines(block).join('\n')).length + 2;
      tree.children.push(block);
    }
    return { source: toSource(tree), tree };
  });

const MEBIBYTE = 1 << 20;
const LINE_TYPES = ['message', 'receipt', 'presence'];

/**
 * NDJSON: `short` is 4,000 lines of a message each, `long` is 8 lines a little under 1 MiB.
 * @param {'short' | 'long'} kind
 */
export const lineCorpus = (kind) =>
  once(`lines/${kind}`, () => {
    const random = numberStream(kind === 'short' ? 301 : 302);
    const message = () =>
      generateEnvelope(random, SEALED_PLANS[random.chance(0.15) ? 'medium' : 'small']).envelope;
    const lines = [];
    for (let sequence = 0; sequence < (kind === 'short' ? 4000 : 8); sequence++) {
      const payload = kind === 'short' ? message() : batch(message, 0.93 * MEBIBYTE);
      lines.push(JSON.stringify({ type: random.oneOf(LINE_TYPES), sequence, payload }));
    }
    return { bytes: encoder.encode(`${lines.join('\n')}\n`), lines: lines.length };
  });

function batch(message, bytes) {
  const list = [];
  for (let size = 0; size < bytes; ) {
    const next = message();
    size += encoder.encode(JSON.stringify(next)).length + 1;
    list.push(next);
  }
  return list;
}
