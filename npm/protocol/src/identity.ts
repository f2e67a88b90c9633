// Owns: what must exist once, however many entries of the package a program loads: the errors, and the memory of which
// trees were checked.

import type { Code } from './generated/codes.js';
import type { Node, RootNode } from './generated/wire.js';
import type { Problem } from './report.js';

/** A tree that the core has checked. It is deeply frozen, and only this package makes one. */
export type CheckedTree = RootNode & { readonly __checked: unique symbol };

const trees = new WeakSet<object>();

/** Whether `value` is a tree that this package has checked. Constant time. */
export function isCheckedTree(value: unknown): value is CheckedTree {
  return typeof value === 'object' && value !== null && trees.has(value);
}

/** Remembers a deeply frozen tree that the core has accepted. Constant time. */
export function checked(tree: Node): CheckedTree {
  trees.add(tree);
  return tree as CheckedTree;
}

/**
 * An input was refused. `problems` says what is wrong with it, at most 100 things, and `more` how many there are beyond;
 * `code` is that of the first.
 */
export class EnvelopeError extends Error {
  override readonly name = 'EnvelopeError';
  readonly code: Code;
  readonly problems: readonly Problem[];
  readonly more: number;

  constructor(problems: readonly Problem[], more = 0) {
    const [first] = problems;
    super(
      first === undefined
        ? 'refused'
        : `${first.code} at ${first.at === '' ? 'the top' : first.at}: ${first.message}`,
    );
    this.code = first?.code ?? 'json_syntax';
    this.problems = problems;
    this.more = more;
  }
}

/**
 * The package could not do its work; the input is not to blame.
 * - `engine_unavailable`: the host refused WebAssembly, often a CSP without `'wasm-unsafe-eval'`
 * - `internal`: a defect of the core; the next call gets a new instance
 * - `not_initialized`: `./slim` was used before `init()` or `initSync()`
 * - `misuse`: an argument is of the wrong type
 */
export class CoreError extends Error {
  override readonly name = 'CoreError';
  readonly code: 'engine_unavailable' | 'internal' | 'not_initialized' | 'misuse';

  constructor(code: CoreError['code'], message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
