// Owns the list of peer stacks: what each is made of, and whom it stands for.
import { CANONICALIZERS } from './canonical.mjs';
import { decodeInNode, decodeText, parseWithoutDuplicates } from './decode.mjs';
import { DIGESTS } from './hashing.mjs';
import { asyncStack, syncStack } from './stack.mjs';
import { VALIDATORS } from './validators.mjs';

const A = {
  decode: decodeText,
  parse: JSON.parse,
  valid: VALIDATORS.ajv,
  canonical: CANONICALIZERS.canonicalize,
  digest: DIGESTS.nodeStream,
};
const B = { ...A, canonical: CANONICALIZERS.jsonCanonicalize, digest: DIGESTS.noble };
const D = { ...A, decode: decodeInNode, canonical: CANONICALIZERS.handWritten, digest: DIGESTS.nodeOneShot };

/** Synchronous stacks by name. The first is what ratios are quoted against. */
export const STACKS = {
  // What a Node program takes: ajv, canonicalize, node:crypto.
  A: syncStack(A),
  // A, but as strict as the protocol about duplicate names. No other stack is.
  'A+dup': syncStack({ ...A, parse: parseWithoutDuplicates }),
  // What a browser program takes, with either validator.
  'B-zod': syncStack({ ...B, valid: VALIDATORS.zod }),
  'B-valibot': syncStack({ ...B, valid: VALIDATORS.valibot }),
  // Where eval is forbidden and nothing is compiled ahead: an interpreting validator.
  'B-edge': syncStack({ ...A, valid: VALIDATORS.cfworker, digest: DIGESTS.noble }),
  // The best generic JavaScript a careful programmer writes for Node.
  D: syncStack(D),
  // The ceiling of JavaScript in Node: D with a writer generated from the schema.
  E: syncStack({ ...D, canonical: CANONICALIZERS.compiled }),
  // The same ceiling in a browser, without node:crypto and node:buffer.
  'E-browser': syncStack({ ...A, canonical: CANONICALIZERS.compiled, digest: DIGESTS.hashWasm }),
};

/** A with WebCrypto, which only answers by a promise. */
export const STACK_C = asyncStack({ ...A, digest: DIGESTS.webCrypto });
