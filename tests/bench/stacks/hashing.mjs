// Owns the ways to SHA-256 over `domain || 0x00 || text`, each giving `sha256:` and 64 digits.
import crypto from 'node:crypto';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { createSHA256 } from 'hash-wasm';

const encoder = new TextEncoder();
const wasmHasher = await createSHA256();
const prefixes = new Map();

// The bytes that open a digest of one domain.
function prefix(domain) {
  if (!prefixes.has(domain)) prefixes.set(domain, encoder.encode(`${domain}\0`));
  return prefixes.get(domain);
}

/** Digest functions `(domain, text) => digest`; only `webCrypto` gives a promise. */
export const DIGESTS = {
  nodeStream: (domain, text) =>
    `sha256:${crypto.createHash('sha256').update(prefix(domain)).update(text, 'utf8').digest('hex')}`,
  nodeOneShot: (domain, text) => `sha256:${crypto.hash('sha256', `${domain}\0${text}`, 'hex')}`,
  noble: (domain, text) =>
    `sha256:${bytesToHex(sha256.create().update(prefix(domain)).update(encoder.encode(text)).digest())}`,
  hashWasm: (domain, text) => `sha256:${wasmHasher.init().update(prefix(domain)).update(text).digest('hex')}`,
  webCrypto: async (domain, text) => {
    const digest = await crypto.webcrypto.subtle.digest('SHA-256', encoder.encode(`${domain}\0${text}`));
    return `sha256:${Buffer.from(digest).toString('hex')}`;
  },
};
