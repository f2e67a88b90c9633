// Owns what a digest is computed over: the domain, a zero byte, the canonical JSON.
import {
  CoreError,
  canonicalize,
  digest,
  EnvelopeError,
  PROJECTION_PROFILE,
  PROTOCOL,
  SOURCE_DOMAIN,
} from '@chirp-protocol/protocol/compile';
import { isMessage } from '@chirp-protocol/protocol/plain';

/** One digest of a message, and all that it was computed over. */
export interface Preimage {
  /** What it is a digest of. */
  readonly name: string;
  readonly domain: string;
  /** The canonical JSON (RFC 8785) that is hashed after the domain and a zero byte. */
  readonly canonical: string;
  /** The digest of that, computed here. */
  readonly computed: string;
  /** What the message says its digest is; `undefined` where it says nothing. */
  readonly stated: string | undefined;
}

/** The preimages of a message or an envelope, or why there are none. */
export type Preimages = { readonly all: readonly Preimage[] } | { readonly problem: string };

/**
 * The digests of any input whatever, computed from what it holds: the envelope's, and those of the PubMark
 * source and the projection where they are there. Nothing is verified here.
 */
export function preimages(text: string): Preimages {
  try {
    return { all: [...read(text)] };
  } catch (error) {
    if (error instanceof EnvelopeError) return { problem: error.problems[0]?.message ?? error.message };
    if (error instanceof CoreError) return { problem: error.message };
    throw error;
  }
}

function* read(text: string): Iterable<Preimage> {
  // What canonicalize refuses (a duplicate member, half a surrogate pair) must not be read as if it were fine.
  const value: unknown = JSON.parse(canonicalize(text));
  const { projection, protocol } = members(value);
  const envelope = isMessage(value) ? protocol : value;
  if (isObject(envelope)) yield sealed('Envelope', PROTOCOL, members(envelope), 'integrity');

  const compiled = isMessage(value) ? members(projection) : {};
  const { presentation } = members(envelope);
  const { pubmark } = members(presentation);
  const { source } = compiled;
  if (typeof pubmark === 'string') {
    yield preimage('PubMark source', SOURCE_DOMAIN, JSON.stringify(pubmark), stringOf(source));
  }
  if (Object.keys(compiled).length > 0) yield sealed('Projection', PROJECTION_PROFILE, compiled, 'digest');
}

/** The preimage of an object that holds its own digest in the member `seal`, which is not part of it. */
function sealed(name: string, domain: string, object: Members, seal: string): Preimage {
  const { [seal]: given, ...rest } = object;
  // An envelope states its digest in an object, a projection as it is.
  const { digest: inner } = members(given);
  const stated = stringOf(given) ?? stringOf(inner);
  return preimage(name, domain, JSON.stringify(rest), stated);
}

function preimage(name: string, domain: string, json: string, stated: string | undefined): Preimage {
  return { name, domain, canonical: canonicalize(json), computed: digest(json, { domain }), stated };
}

type Members = { readonly [name: string]: unknown };

function members(value: unknown): Members {
  return isObject(value) ? { ...value } : {};
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
