// Owns stack B with zod as a program of its own, for the cold start.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { canonicalize } from 'json-canonicalize';
import { ENVELOPE } from '../contract/envelope.mjs';
import { zodSchema } from '../contract/zod.mjs';

/** Gets ready, and gives a verifier of sealed envelopes. */
export async function start() {
  const schema = zodSchema(ENVELOPE);
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const encoder = new TextEncoder();
  const domain = encoder.encode('org.renkara.chirp.message/0.1\0');
  return (bytes) => {
    const envelope = JSON.parse(decoder.decode(bytes));
    if (!schema.safeParse(envelope).success) return false;
    const { integrity, ...rest } = envelope;
    const digest = sha256
      .create()
      .update(domain)
      .update(encoder.encode(canonicalize(rest)))
      .digest();
    return integrity.digest === `sha256:${bytesToHex(digest)}`;
  };
}
