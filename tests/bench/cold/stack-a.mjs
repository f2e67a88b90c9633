// Owns stack A as a program of its own, for the cold start: its schema is compiled when it starts.
import crypto from 'node:crypto';
import { Ajv } from 'ajv';
import canonicalize from 'canonicalize';
import { ENVELOPE } from '../contract/envelope.mjs';
import { jsonSchema } from '../contract/json-schema.mjs';

/** Gets ready, and gives a verifier of sealed envelopes. */
export async function start() {
  const valid = new Ajv({ discriminator: true, strictRequired: false, unicodeRegExp: false }).compile(
    jsonSchema(ENVELOPE),
  );
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const domain = new TextEncoder().encode('org.renkara.chirp.message/0.1\0');
  return (bytes) => {
    const envelope = JSON.parse(decoder.decode(bytes));
    if (!valid(envelope)) return false;
    const { integrity, ...rest } = envelope;
    const digest = crypto
      .createHash('sha256')
      .update(domain)
      .update(canonicalize(rest), 'utf8')
      .digest('hex');
    return integrity.digest === `sha256:${digest}`;
  };
}
