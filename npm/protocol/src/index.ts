// The entry with the wasm inside: nothing to initialise, nothing to fetch.

import { startLater } from './engine.js';

export type { Sealed, TreeCheck } from './api.js';
export { canonicalize, checkTree, digest, parseEnvelope, seal, splitPage, validate, verify } from './api.js';
export { type CheckedLine, checkLines } from './lines.js';
export * from './surface.js';

/** Compiles the wasm without blocking. Never needed: the first call does it too, in a few milliseconds. */
export function ready(): Promise<void> {
  return startLater(undefined);
}
