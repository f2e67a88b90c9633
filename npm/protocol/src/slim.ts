// The entry without the wasm, for programs that carry `core.wasm` or `core.simd.wasm` themselves.

import { startLater, startWith, type WasmSource } from './engine.js';

export type { Sealed, TreeCheck } from './api.js';
export { canonicalize, checkTree, digest, parseEnvelope, seal, splitPage, validate, verify } from './api.js';
export type { WasmSource } from './engine.js';
export { type CheckedLine, checkLines } from './lines.js';
export * from './surface.js';

/**
 * Takes `@chirp-protocol/protocol/core.wasm`, or `core.simd.wasm` where the host has vectors: its URL, a response, its
 * bytes, or a module. Later calls change nothing.
 */
export function init(module: WasmSource | Response | URL | string): Promise<void> {
  return startLater(module);
}

/** Takes the bytes of a build, or a module, at once. Later calls change nothing. */
export function initSync(module: WasmSource): void {
  startWith(module);
}
