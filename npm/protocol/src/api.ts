// Owns: the functions that every entry of the package has.

import { MISUSE, OK, Section, bytes, call, shrink, text, textOf } from './engine.js';
import { LIMITS } from './generated/limits.js';
import type { Envelope } from './generated/wire.js';
import { type CheckedTree, CoreError, EnvelopeError, checked } from './identity.js';
import { type Input, jsonOf } from './input.js';
import { type Problem, type Report, refused } from './report.js';
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
  try {
    const json = jsonOf(input, LIMITS.message_bytes);
    const status = call((core, length, more) => core.validate(length, more), json, options.workspace);
    if ((status & MISUSE) === MISUSE) {
      throw new CoreError('misuse', 'a workspace is an identifier of 1 to 128 characters, without white space');
    }
    return withoutPositions(input, JSON.parse(text(Section.report)) as Report);
  } catch (error) {
    if (error instanceof EnvelopeError) return refused([...error.problems]);
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
  settle(input, LIMITS.message_bytes, (core, length) => core.seal(length));
  const digest = text(Section.digest);
  return new SealedBytes(digest, bytes(Section.canonical));
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
  return verdict(input, (json) => call((core, length, more) => core.verify(length, more), json, names(options.capabilities)));
}

/** Capabilities as the core takes them: one a line. An empty list is not the same as none. */
export function names(capabilities: readonly string[] | undefined): string | undefined {
  return capabilities?.join('\n');
}

/** The canonical form (RFC 8785) of any JSON. Throws EnvelopeError for what RFC 8785 cannot represent. */
export function canonicalize(input: Input): string {
  settle(input, LIMITS.free_bytes, (core, length) => core.canonicalize(length));
  return text(Section.canonical);
}

/**
 * A digest. With a `domain`, of any JSON, whole, under that domain; without, the seal of an envelope, which must be in
 * order. Throws EnvelopeError.
 */
export function digest(input: Input, options: { domain?: string } = {}): string {
  const cap = options.domain === undefined ? LIMITS.message_bytes : LIMITS.free_bytes;
  settle(input, cap, (core, length, more) => core.digest(length, more), options.domain);
  return text(Section.digest);
}

/** Whether any JSON is a safe PubMark tree in normal form; if so, the tree for a renderer. */
export function checkTree(input: Input): TreeCheck {
  try {
    settle(input, LIMITS.projection_bytes, (core, length) => core.check_tree(length));
    return { ok: true, tree: checked(JSON.parse(text(Section.tree)) as object) };
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
  const whole = typeof page === 'string' ? new TextEncoder().encode(page) : page;
  settle(whole, LIMITS.page_bytes, (core, length) => core.split_page(length));
  const pairs = new DataView(bytes(Section.canonical).buffer);
  shrink();
  return Array.from({ length: pairs.byteLength / 8 }, (_, index) => {
    const offset = pairs.getUint32(index * 8, true);
    return whole.subarray(offset, offset + pairs.getUint32(index * 8 + 4, true));
  });
}

/** Runs an operation that leaves a report when it refuses, and throws it. */
export function settle(input: Input, cap: number, operation: Parameters<typeof call>[0], options?: string): void {
  const status = call(operation, jsonOf(input, cap), options);
  if ((status & OK) === OK) return;
  const report = withoutPositions(input, JSON.parse(text(Section.report)) as Report);
  throw new EnvelopeError(report.problems, report.more);
}

/** Positions speak of text; for an object they would be those of a text that nobody wrote. */
function withoutPositions(input: Input, report: Report): Report {
  if (typeof input === 'string' || input instanceof Uint8Array) return report;
  for (const problem of report.problems) if (!problem.at.endsWith('/pubmark')) delete problem.position;
  return report;
}
