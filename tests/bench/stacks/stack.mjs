// Owns what a stack does with its parts. Every stack does the same steps in the same order; only the packages
// differ.
//   verify         bytes of a sealed envelope: UTF-8, JSON, schema, seal
//   verifyMessage  bytes of a message: the same, then the body, the source digest and the projection digest;
//                  the tree is checked by the schema
//   seal           value in, the same value with its seal out
import { DOMAINS } from '../corpus/digests.mjs';

// Bytes to the value they hold if `accepts` takes it, else to undefined.
const reader =
  ({ decode, parse }, accepts) =>
  (bytes) => {
    let value;
    try {
      value = parse(decode(bytes));
    } catch {
      return undefined;
    }
    return accepts(value) ? value : undefined;
  };

// What a message must satisfy before any digest is computed.
const consistent = ({ body, protocol: { presentation } }) =>
  body === presentation.fallback && presentation.pubmark !== undefined;

/**
 * A stack of synchronous parts. `open` is `verify` that gives the envelope instead of a verdict.
 * @param {{ decode: Function, parse: Function, valid: object, canonical: object, digest: Function }} parts
 */
export function syncStack(parts) {
  const { valid, canonical, digest } = parts;
  const readEnvelope = reader(parts, valid.envelope);
  const readMessage = reader(parts, valid.message);
  const sealOf = (envelope) => digest(DOMAINS.envelope, canonical.envelope(envelope));

  function open(bytes) {
    const envelope = readEnvelope(bytes);
    return envelope !== undefined && envelope.integrity?.digest === sealOf(envelope) ? envelope : undefined;
  }

  return {
    open,
    verify: (bytes) => open(bytes) !== undefined,
    verifyMessage(bytes) {
      const message = readMessage(bytes);
      if (message === undefined || !consistent(message)) return false;
      const { protocol, projection } = message;
      return (
        protocol.integrity?.digest === sealOf(protocol) &&
        projection.source === digest(DOMAINS.source, canonical.string(protocol.presentation.pubmark)) &&
        projection.digest === digest(DOMAINS.projection, canonical.projection(projection))
      );
    },
    seal(envelope) {
      if (!valid.envelope(envelope)) throw new Error('not a valid envelope');
      return { ...envelope, integrity: { digest: sealOf(envelope) } };
    },
    read: (bytes) => parts.parse(parts.decode(bytes)),
  };
}

/** The same stack where `digest` gives a promise, and so does everything else. */
export function asyncStack(parts) {
  const { valid, canonical, digest } = parts;
  const readEnvelope = reader(parts, valid.envelope);
  const readMessage = reader(parts, valid.message);
  const sealOf = (envelope) => digest(DOMAINS.envelope, canonical.envelope(envelope));

  return {
    async verify(bytes) {
      const envelope = readEnvelope(bytes);
      return envelope !== undefined && envelope.integrity?.digest === (await sealOf(envelope));
    },
    async verifyMessage(bytes) {
      const message = readMessage(bytes);
      if (message === undefined || !consistent(message)) return false;
      const { protocol, projection } = message;
      return (
        protocol.integrity?.digest === (await sealOf(protocol)) &&
        projection.source ===
          (await digest(DOMAINS.source, canonical.string(protocol.presentation.pubmark))) &&
        projection.digest === (await digest(DOMAINS.projection, canonical.projection(projection)))
      );
    },
    async seal(envelope) {
      if (!valid.envelope(envelope)) throw new Error('not a valid envelope');
      return { ...envelope, integrity: { digest: await sealOf(envelope) } };
    },
  };
}
