// Owns: the outcome of `verify`. The verdict and the plain text are there at once; envelope and tree are read when asked.

import { Section, bytes, shrink, text, textOf } from './engine.js';
import type { Envelope } from './generated/wire.js';
import { CoreError, type CheckedTree, EnvelopeError, checked } from './identity.js';
import { type Input, jsonOf } from './input.js';
import { LIMITS } from './generated/limits.js';
import { plainText } from './plain.js';
import { type Reason, problem } from './report.js';

/** How much of a message a client shows. */
export type View = 'instrument' | 'pubmark' | 'fallback';

const VIEWS: readonly View[] = ['fallback', 'pubmark', 'instrument'];

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
  readonly envelope?: Envelope;
  /** The checked tree, when the view shows PubMark; parsed and frozen at the first access. */
  readonly tree?: CheckedTree;
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
    this.ok = (status & 1) === 1;
    this.view = VIEWS[status >> 1] ?? 'fallback';
    this.fallback = text(Section.fallback);
    const reasons = text(Section.report);
    this.reasons = reasons === '' ? [] : (JSON.parse(reasons) as Reason[]);
    if (this.ok) {
      this.digest = text(Section.digest);
      this.#canonical = bytes(Section.canonical);
      if (this.view !== 'fallback') this.#treeBytes = bytes(Section.tree);
    }
  }

  get envelope(): Envelope {
    if (this.#canonical !== undefined) this.#envelope ??= JSON.parse(textOf(this.#canonical)) as Envelope;
    return this.#envelope as Envelope;
  }

  get tree(): CheckedTree {
    if (this.#treeBytes?.length) this.#tree ??= checked(JSON.parse(textOf(this.#treeBytes)) as object);
    return this.#tree as CheckedTree;
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
    return { ok: false, view: 'fallback', fallback: plainText(input), reasons: [reason(error)] };
  }
}

function reason(error: unknown): Reason {
  if (error instanceof EnvelopeError) {
    const [first] = error.problems;
    if (first !== undefined) return { code: first.code, at: first.at, message: first.message };
  }
  const misuse = error instanceof CoreError && error.code === 'misuse';
  const { code, at, message } = misuse ? problem('not_json', '', { detail: error.message }) : problem('engine_unavailable', '');
  return { code, at, message };
}
