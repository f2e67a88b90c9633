// The entry that compiles PubMark, with its own wasm. Its `validate`, `seal` and `verify` compile too.

import * as core from 'wasm:glue';
import { type Sealed, seal as sealUncompiled, settle, type TreeCheck } from './api.js';
import { bytes, call, startLater, text, textOf } from './engine.js';
import { SECTION } from './generated/abi.js';
import { LIMITS } from './generated/limits.js';
import type { Projection } from './generated/wire.js';
import { type CheckedTree, CoreError, EnvelopeError } from './identity.js';
import { type Input, mustBeTextOrBytes } from './input.js';
import { linesOf, optionsOf } from './options.js';
import type { Problem, Report } from './report.js';
import { type CheckedProjection, projectionOf } from './trees.js';
import { type Verified, verdict } from './verified.js';

export type { Sealed, TreeCheck } from './api.js';
export { canonicalize, checkTree, digest, parseEnvelope, splitPage, validate } from './api.js';
export { type CheckedLine, checkLines } from './lines.js';
export * from './surface.js';

/** The outcome of {@link compile}. */
export type Compiled = Compilation | Extract<TreeCheck, { ok: false }>;

/** What a source compiles to. The canonical bytes are there; the objects are made of them when they are asked for. */
export interface Compilation {
  readonly ok: true;
  /** What the writer should mend. */
  readonly advice: Problem[];
  /** The canonical bytes of the projection; a copy each time. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The same as text. */
  readonly text: string;
  /** The projection; made at the first access. Its tree is `tree`. */
  readonly projection: Projection;
  /** The checked tree, deeply frozen; made at the first access. */
  readonly tree: CheckedTree;
}

class CompiledBytes implements Compilation {
  readonly ok = true;
  readonly advice: Problem[];
  /** Private: what is made of them is a checked tree, so nobody may write to them. */
  readonly #canonical: Uint8Array<ArrayBuffer>;
  #projection: CheckedProjection | undefined;

  constructor(advice: Problem[], projection: Uint8Array<ArrayBuffer>) {
    this.advice = advice;
    this.#canonical = projection;
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#canonical.slice();
  }

  get text(): string {
    return textOf(this.#canonical);
  }

  get projection(): CheckedProjection {
    this.#projection ??= projectionOf(this.#canonical);
    return this.#projection;
  }

  get tree(): CheckedTree {
    return this.projection.tree;
  }
}

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
  return new CompiledBytes(advice, bytes(SECTION.projection));
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
  const answer = { digest: text(SECTION.digest), text: text(SECTION.canonical) };
  const projection = bytes(SECTION.projection);
  return projection.length === 0 ? answer : { ...answer, projection: projectionOf(projection) };
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
    if (typeof recompile !== 'boolean') throw new CoreError('misuse', '`recompile` must be a boolean');
    return call((length, more) => core.verify_compiled(length, more, recompile), json, linesOf(capabilities));
  });
}
