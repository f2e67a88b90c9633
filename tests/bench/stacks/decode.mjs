// Owns the ways from bytes to a value: strict UTF-8, then JSON.
import { isAscii, isUtf8 } from 'node:buffer';
import { parse as parseLossless } from 'lossless-json';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** What a browser program writes. Throws on bytes that are not UTF-8. */
export const decodeText = (bytes) => decoder.decode(bytes);

/** The fastest strict decoding found in Node. Throws on bytes that are not UTF-8. */
export function decodeInNode(bytes) {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (isAscii(view)) return view.latin1Slice();
  if (!isUtf8(view)) throw new Error('not UTF-8');
  return view.utf8Slice();
}

/**
 * `JSON.parse`, but it throws on a name that an object has twice with two values; the package lets equal ones
 * pass.
 */
export const parseWithoutDuplicates = (text) =>
  parseLossless(text, undefined, {
    parseNumber: Number,
    onDuplicateKey: ({ key }) => {
      throw new Error(`duplicate name ${key}`);
    },
  });
