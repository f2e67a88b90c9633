// Owns: the outcome of `verify`. The verdict and the plain text are there at once; envelope and tree are read when asked.

import { bytes, shrink, text, textOf } from './engine.js';
import { SECTION, STATUS, VIEWS } from './generated/abi.js';
import { LIMITS } from './generated/limits.js';
import type { Envelope } from './generated/wire.js';
import { type CheckedTree, CoreError, EnvelopeError } from './identity.js';
import { type Input, jsonOf } from './input.js';
import { fallbackText } from './plain.js';
import { problem, type Reason } from './report.js';
import { treeOf } from './trees.js';

/** How much of a message a client shows. */
export type View = (typeof VIEWS)[number];

/** What a client may show of an input, and why not more. */
export interface Verified {
  /** A valid, sealed message or envelope whose digest, and projection if there, hold. */
  readonly ok: boolean;
  /** What to show. */
  readonly view: View;
  /** The plain text, whatever else is wrong. */
  readonly fallback: string;
  /** One for each step down; empty when nothing richer was offered. */
  readonly reasons: readonly Reason[];
  /** The digest, when `ok`. */
  readonly digest?: string;
  /** The sealed envelope, when `ok`; parsed at the first access. */
  readonly envelope?: Envelope | undefined;
  /** The checked tree, when the view shows PubMark; parsed and frozen at the first access. */
  readonly tree?: CheckedTree | undefined;
}

class Outcome implements Verified {
  readonly ok: boolean;
  readonly view: View;
  readonly fallback: string;
  readonly reasons: readonly Reason[];
  declare readonly digest?: string;
  readonly #canonical: Uint8Array | undefined;
  readonly #treeBytes: Uint8Array | undefined;
  #envelope: Envelope | undefined;
  #tree: CheckedTree | undefined;

  /** Reads the outcome that the core has just left. */
  constructor(status: number) {
    this.ok = (status & STATUS.ok) !== 0;
    this.view = VIEWS[status >> STATUS.viewShift] ?? 'fallback';
    this.fallback = text(SECTION.fallback);
    const reasons = text(SECTION.report);
    this.reasons = reasons === '' ? [] : (JSON.parse(reasons) as Reason[]);
    if (this.ok) {
      this.digest = text(SECTION.digest);
      this.#canonical = bytes(SECTION.canonical);
      if (this.view !== 'fallback') this.#treeBytes = bytes(SECTION.tree);
    }
  }

  get envelope(): Envelope | undefined {
    if (this.#canonical !== undefined) this.#envelope ??= JSON.parse(textOf(this.#canonical)) as Envelope;
    return this.#envelope;
  }

  get tree(): CheckedTree | undefined {
    if (this.#treeBytes?.length) this.#tree ??= treeOf(this.#treeBytes);
    return this.#tree;
  }
}

/** Runs a verification that may fail in any way, and makes a verdict of it. Never throws. */
export function verdict(input: Input, run: (json: string | Uint8Array) => number): Verified {
  try {
    // What is too large for a message is refused by the core, which finds its plain text all the same.
    const json = jsonOf(input, LIMITS.page_bytes);
    const outcome = new Outcome(run(json));
    if (json.length > LIMITS.message_bytes) shrink();
    return outcome;
  } catch (error) {
    return { ok: false, view: 'fallback', fallback: fallbackText(input), reasons: [reason(error)] };
  }
}

/** The input's own first problem; or that nothing was checked, with what hindered it. */
function reason(error: unknown): Reason {
  const [first] = error instanceof EnvelopeError ? error.problems : [];
  const { code, at, message } = first ?? problem('engine_unavailable', '');
  return { code, at, message: error instanceof CoreError ? error.message : message };
}
