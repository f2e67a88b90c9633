// The entry for services and boards, with its own wasm: all that the main entry has, and series with their histories.

import * as core from 'wasm:glue';
import { settle } from './api.js';
import { startLater, text } from './engine.js';
import { SECTION } from './generated/abi.js';
import { LIMITS } from './generated/limits.js';
import type { Input } from './input.js';
import { optionsOf, textOption } from './options.js';

export type { Sealed, TreeCheck } from './api.js';
export { canonicalize, checkTree, digest, parseEnvelope, seal, splitPage, validate, verify } from './api.js';
export * from './surface.js';

/** Compiles the wasm without blocking. Never needed: the first call does it too. */
export function ready(): Promise<void> {
  return startLater(undefined);
}

/**
 * The series of an instrument in a workspace (an identifier of 1–128 characters). Throws EnvelopeError for what has
 * problems or is no instrument.
 */
export function seriesOf(input: Input, options: { workspace: string }): string {
  settle(input, LIMITS.message_bytes, core.series, textOption(optionsOf(options).workspace, 'workspace'));
  return text(SECTION.digest);
}
