// The entry that compiles PubMark, with its own wasm. Its `validate`, `seal` and `verify` compile too.

import * as core from 'wasm:glue';
import { type Sealed, seal as sealUncompiled, settle, type TreeCheck } from './api.js';
import { bytes, call, startLater, text, textOf } from './engine.js';
import { SECTION } from './generated/abi.js';
import { LIMITS } from './generated/limits.js';
import type { Projection } from './generated/wire.js';
import { type CheckedTree, checked, EnvelopeError } from './identity.js';
import { type Input, mustBeTextOrBytes } from './input.js';
import { linesOf, optionsOf } from './options.js';
import type { Problem, Report } from './report.js';
import { type Verified, verdict } from './verified.js';

export type { Sealed, TreeCheck } from './api.js';
export { canonicalize, checkTree, digest, parseEnvelope, splitPage, validate } from './api.js';
export { type CheckedLine, checkLines } from './lines.js';
export * from './surface.js';

/** The outcome of {@link compile}. */
export type Compiled =
  | { ok: true; projection: Projection; tree: CheckedTree; advice: Problem[] }
  | Extract<TreeCheck, { ok: false }>;

/** A sealed message with its projection, in canonical form. */
export interface Projected {
  /** Digest of the envelope. */
  readonly digest: string;
  /** The message `{"body", "projection"?, "protocol"}` as canonical JSON text. */
  readonly text: string;
  /** The projection, if the envelope has PubMark. */
  readonly projection?: Projection;
}

/** Compiles the wasm without blocking. Never needed: the first call does it too. */
export function ready(): Promise<void> {
  return startLater(undefined);
}

/** Compiles a PubMark source of at most 64 KiB. Problems have line and column in the source. Linear in the source. */
export function compile(source: string | Uint8Array): Compiled {
  try {
    settle(mustBeTextOrBytes(source), LIMITS.message_bytes, core.compile);
  } catch (error) {
    if (error instanceof EnvelopeError) return { ok: false, problems: [...error.problems], more: error.more };
    throw error;
  }
  const { advice } = JSON.parse(text(SECTION.report)) as Report;
  return {
    ok: true,
    projection: JSON.parse(text(SECTION.projection)) as Projection,
    tree: checked(JSON.parse(text(SECTION.tree)) as object),
    advice,
  };
}

/**
 * Seals as `seal` of the main entry does, and refuses PubMark that does not compile: what it seals, a hub accepts. Throws
 * EnvelopeError.
 */
export function seal(input: Input): Sealed {
  settle(input, LIMITS.message_bytes, core.project);
  return sealUncompiled(input);
}

/** Seals a message or an envelope and compiles its PubMark, as a hub does. Throws EnvelopeError. */
export function project(input: Input): Projected {
  settle(input, LIMITS.message_bytes, core.project);
  const projection = text(SECTION.projection);
  return {
    digest: text(SECTION.digest),
    text: textOf(bytes(SECTION.canonical)),
    ...(projection === '' ? {} : { projection: JSON.parse(projection) as Projection }),
  };
}

/** The plain text of a PubMark source: a fallback that says everything the rich view shows. Throws EnvelopeError. */
export function toText(source: string | Uint8Array): string {
  settle(mustBeTextOrBytes(source), LIMITS.message_bytes, core.to_text);
  return text(SECTION.fallback);
}

/**
 * Decides what a client may show, as `verify` of the main entry does, and compiles PubMark that came without a
 * projection. With `recompile`, a projection that this compiler would not have made is refused. Never throws.
 */
export function verify(
  input: Input,
  options: { capabilities?: readonly string[]; recompile?: boolean } = {},
): Verified {
  return verdict(input, (json) => {
    const { capabilities, recompile = false } = optionsOf(options);
    return call((length, more) => core.verify_compiled(length, more, recompile), json, linesOf(capabilities));
  });
}
