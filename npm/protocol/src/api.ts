// Owns: the functions that every entry of the package has.

import * as core from 'wasm:glue';
import { bytes, call, type Operation, shrink, text, textOf } from './engine.js';
import { SECTION, STATUS } from './generated/abi.js';
import { LIMITS } from './generated/limits.js';
import type { Envelope } from './generated/wire.js';
import { type CheckedTree, CoreError, EnvelopeError } from './identity.js';
import { type Input, jsonOf, mustBeTextOrBytes } from './input.js';
import { linesOf, optionsOf, textOption } from './options.js';
import { type Problem, positionIn, type Report } from './report.js';
import { treeOf } from './trees.js';
import { type Verified, verdict } from './verified.js';

/** An envelope that carries its digest, in canonical form (RFC 8785). */
export interface Sealed {
  /** The digest, `sha256:` and 64 hex digits. */
  readonly digest: string;
  /** The canonical bytes. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The same as text. */
  readonly text: string;
  /** The same as an object. */
  readonly envelope: Envelope;
}

/** The outcome of {@link checkTree}. */
export type TreeCheck = { ok: true; tree: CheckedTree } | { ok: false; problems: Problem[]; more: number };

/**
 * Checks a message or an envelope as a hub would, and reports every problem. Throws CoreError only. Linear in the input.
 * `workspace` (an identifier of 1–128 characters) adds the series of an instrument.
 */
export function validate(input: Input, options: { workspace?: string } = {}): Report {
  const workspace = textOption(optionsOf(options).workspace, 'workspace');
  try {
    const json = jsonOf(input, LIMITS.message_bytes);
    const status = call(core.validate, json, workspace);
    if ((status & STATUS.misuse) !== 0) {
      throw new CoreError(
        'misuse',
        'a workspace is an identifier of 1 to 128 characters, without white space',
      );
    }
    return reportOn(input, json);
  } catch (error) {
    if (error instanceof EnvelopeError)
      return { ok: false, problems: [...error.problems], more: 0, advice: [] };
    throw error;
  }
}

/** The envelope of an input that is in order; throws EnvelopeError with every problem of one that is not. */
export function parseEnvelope(input: Input): Envelope {
  const { envelope } = seal(input);
  return envelope;
}

/**
 * Seals an envelope, or the envelope of a message. A digest that is already there must be right; it is never repaired.
 * Throws EnvelopeError. Linear in the input.
 */
export function seal(input: Input): Sealed {
  settle(input, LIMITS.message_bytes, core.seal);
  return sealed();
}

/** The sealed envelope that the core has just left. */
export function sealed(): Sealed {
  const digest = text(SECTION.digest);
  return new SealedBytes(digest, bytes(SECTION.canonical));
}

class SealedBytes implements Sealed {
  readonly digest: string;
  readonly bytes: Uint8Array<ArrayBuffer>;

  constructor(digest: string, canonical: Uint8Array<ArrayBuffer>) {
    this.digest = digest;
    this.bytes = canonical;
  }

  get text(): string {
    return textOf(this.bytes);
  }

  get envelope(): Envelope {
    return JSON.parse(this.text) as Envelope;
  }
}

/**
 * Decides what a client may show of any input whatever. Never throws. `capabilities` are those of the renderer; leave
 * them out to ask what a renderer of everything would show. Linear in the input.
 */
export function verify(input: Input, options: { capabilities?: readonly string[] } = {}): Verified {
  return verdict(input, (json) => call(core.verify, json, linesOf(optionsOf(options).capabilities)));
}

/** The canonical form (RFC 8785) of any JSON. Throws EnvelopeError for what RFC 8785 cannot represent. */
export function canonicalize(input: Input): string {
  settle(input, LIMITS.free_bytes, core.canonicalize);
  return text(SECTION.canonical);
}

/**
 * A digest. With a `domain`, of any JSON, whole, under that domain; without, the seal of an envelope, which must be in
 * order. Throws EnvelopeError.
 */
export function digest(input: Input, options: { domain?: string } = {}): string {
  const domain = textOption(optionsOf(options).domain, 'domain');
  settle(input, domain === undefined ? LIMITS.message_bytes : LIMITS.free_bytes, core.digest, domain);
  return text(SECTION.digest);
}

/** Whether any JSON is a safe PubMark tree in normal form; if so, the tree for a renderer. */
export function checkTree(input: Input): TreeCheck {
  try {
    settle(input, LIMITS.projection_bytes, core.check_tree);
    return { ok: true, tree: treeOf(bytes(SECTION.tree)) };
  } catch (error) {
    if (error instanceof EnvelopeError) return { ok: false, problems: [...error.problems], more: error.more };
    throw error;
  }
}

/**
 * The raw bytes of each message of a page, `{"messages": […]}`: what arrived, for `verify`. The messages are views of
 * `page` if that is bytes. Throws EnvelopeError if the page is none; messages are not checked.
 */
export function splitPage(page: string | Uint8Array): Uint8Array[] {
  const given = mustBeTextOrBytes(page);
  const whole = typeof given === 'string' ? new TextEncoder().encode(given) : given;
  settle(whole, LIMITS.page_bytes, core.split_page);
  const pairs = new DataView(bytes(SECTION.canonical).buffer);
  shrink();
  return Array.from({ length: pairs.byteLength / 8 }, (_, index) => {
    const offset = pairs.getUint32(index * 8, true);
    return whole.subarray(offset, offset + pairs.getUint32(index * 8 + 4, true));
  });
}

/** Runs an operation that leaves a report when it refuses, and throws it. */
export function settle(input: Input, cap: number, operation: Operation, options?: string): void {
  const json = jsonOf(input, cap);
  const status = call(operation, json, options);
  if ((status & STATUS.ok) !== 0) return;
  if ((status & STATUS.misuse) !== 0) throw new CoreError('misuse', 'an option is not what it must be');
  const { problems, more } = reportOn(input, json);
  throw new EnvelopeError(problems, more);
}

/** The report that the core has just left on the JSON of an input. */
function reportOn(input: Input, json: string | Uint8Array): Report {
  const report = JSON.parse(text(SECTION.report)) as Report;
  // A position in the JSON that was written of an object would be one in a text that nobody has seen.
  const isWritten = typeof json === 'string' && typeof input !== 'string';
  if (!isWritten) return report;
  for (const problem of report.problems) {
    if (positionIn(problem) === 'input') delete problem.position;
  }
  return report;
}
