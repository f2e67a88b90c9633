// Owns the digests of the corpus: a plain RFC 8785 writer and SHA-256 over `domain || 0x00 || canonical
// form`. It is the referee of this bench, so it is written to be read, takes no part in the timing, and
// shares no code with any stack.
import { createHash } from 'node:crypto';

/** The identifiers that keep digests of different things apart. */
export const DOMAINS = {
  envelope: 'org.renkara.chirp.message/0.1',
  source: 'org.renkara.pubmark.source/0.1',
  projection: 'org.renkara.pubmark.projection/0.1',
};

/** The canonical JSON text (RFC 8785) of a value that JSON can carry. */
export function canonicalText(value) {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonicalText(value[name])}`).join(',')}}`;
}

/** The digest of a whole value within a domain. */
export function domainDigest(domain, value) {
  const preimage = createHash('sha256').update(domain, 'utf8').update(Uint8Array.of(0));
  return `sha256:${preimage.update(canonicalText(value), 'utf8').digest('hex')}`;
}

/** A copy of `value` without one member. */
export function without(value, name) {
  const { [name]: _, ...rest } = value;
  return rest;
}

/** The same envelope with its seal. */
export const sealed = (envelope) => ({ ...envelope, integrity: { digest: sealDigest(envelope) } });

/** The seal of an envelope: its digest without `integrity`. */
export const sealDigest = (envelope) => domainDigest(DOMAINS.envelope, without(envelope, 'integrity'));

/** The projection of a PubMark source and the tree it compiles to. */
export function projectionOf(source, tree) {
  const projection = { profile: DOMAINS.projection, source: domainDigest(DOMAINS.source, source), tree };
  return { ...projection, digest: domainDigest(DOMAINS.projection, projection) };
}
