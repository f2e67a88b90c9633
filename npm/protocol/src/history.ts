// Owns: series of instruments: what becomes of a revision, and the history of a series. Every rule is the core's.

import * as core from 'wasm:glue';
import { type Sealed, sealed, settle } from './api.js';
import { queryOf } from './board.js';
import { bytes, call, shrink, text } from './engine.js';
import { SECTION, STATUS } from './generated/abi.js';
import { LIMITS } from './generated/limits.js';
import type { ExportOptions, Head, HistoryForm, RevisionOptions } from './generated/wire.js';
import { CoreError, EnvelopeError } from './identity.js';
import { type Input, jsonOf, mustBeTextOrBytes } from './input.js';
import { optionsOf, textOption } from './options.js';
import { type Problem, positionIn, type Report } from './report.js';

/** What becomes of a revision. */
export type RevisionDecision = {
  /** The series that it belongs to. */
  readonly series: string;
  readonly revision: number;
  /** The digest of its envelope. */
  readonly digest: string;
} & (
  | { /** It is the new head, or there already. */ readonly decision: 'accepted' | 'replay' }
  | { readonly decision: 'rejected' /** The one reason. */; readonly problem: Problem }
);

/** A draft that became a revision. */
export interface CompletedDraft extends Sealed {
  /** The digest of the draft as it came, by which a repeated send is recognised. */
  readonly draft: string;
}

/** What was found in a history. */
export interface HistoryReport extends Report {
  /** The entries that hold, up to the first that does not, gaps included. */
  readonly revisions: number;
  /** The gaps among them. */
  readonly gaps: number;
  /** The last entry that holds. */
  readonly head?: Head;
  /** The index of the first entry that breaks the history, if one does. */
  readonly entry?: number;
}

/** A history that was made. */
export interface ExportedHistory {
  /** The history in canonical form: one document, or lines. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Its digest. */
  readonly digest: string;
  readonly series: string;
  readonly head: Head;
}

/**
 * The series of an instrument in a workspace (an identifier of 1–128 characters). Throws EnvelopeError for what has
 * problems or is no instrument.
 */
export function seriesOf(input: Input, options: { workspace: string }): string {
  settle(input, LIMITS.message_bytes, core.series, textOption(optionsOf(options).workspace, 'workspace'));
  return text(SECTION.digest);
}

/**
 * Decides what becomes of a revision that arrives, against what is there of its series. Throws EnvelopeError for what has
 * problems or is no instrument. Linear in the input and in `known`.
 */
export function decideRevision(input: Input, options: RevisionOptions): RevisionDecision {
  settle(input, LIMITS.message_bytes, core.decide_revision, queryOf(withoutUndefined(options)));
  return JSON.parse(text(SECTION.report)) as RevisionDecision;
}

/**
 * Makes of a draft, an unsealed envelope whose instrument has neither `revision` nor `predecessor`, the revision that
 * follows `options.series.head`, and seals it. Throws EnvelopeError. Linear in the input.
 */
export function completeDraft(input: Input, options: RevisionOptions): CompletedDraft {
  settle(input, LIMITS.message_bytes, core.complete_draft, queryOf(withoutUndefined(options)));
  const { draft } = JSON.parse(text(SECTION.report)) as { draft: string };
  return Object.assign(sealed(), { draft });
}

/**
 * Verifies a history, one document or lines: its series, every entry, the chain of digests, its head and its own digest.
 * Names the first entry that breaks it. Without `head`, the digest of the head as you know it from elsewhere, nobody can
 * see whether the end was cut off; the advice says so. Throws CoreError only. Linear in the input.
 */
export function verifyHistory(history: string | Uint8Array, options: { head?: string } = {}): HistoryReport {
  const head = textOption(optionsOf(options).head, 'head');
  try {
    const status = call(core.verify_history, jsonOf(mustBeTextOrBytes(history), LIMITS.history_bytes), head);
    if ((status & STATUS.misuse) !== 0) throw new CoreError('misuse', '`head` must be a digest');
    return JSON.parse(text(SECTION.report)) as HistoryReport;
  } catch (error) {
    if (!(error instanceof EnvelopeError)) throw error;
    return { ok: false, problems: [...error.problems], more: 0, advice: [], revisions: 0, gaps: 0 };
  } finally {
    shrink();
  }
}

/**
 * Makes the history of a series of sealed messages, envelopes and entries of histories, in any order; the same one may
 * come twice. Throws EnvelopeError: its pointers begin with the index of the input. Linear in the inputs, which are held
 * together; sorts them.
 */
export function exportHistory(
  inputs: Iterable<Input>,
  options: { workspace: string; form?: HistoryForm },
): ExportedHistory {
  const { workspace, form = 'document' } = optionsOf(options);
  const given = listOf(inputs);
  const texts = given.map(bytesOfOne);
  const lengths = texts.map((input) => input.length);
  const whole = new Uint8Array(lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  for (const input of texts) {
    whole.set(input, at);
    at += input.length;
  }
  const asked: ExportOptions = { form, lengths, workspace };
  try {
    settle(whole, LIMITS.history_bytes, core.export_history, queryOf(asked));
  } catch (error) {
    throw error instanceof EnvelopeError ? withoutPositions(error, given) : error;
  }
  const { series, head } = JSON.parse(text(SECTION.report)) as Pick<ExportedHistory, 'series' | 'head'>;
  const made = { bytes: bytes(SECTION.canonical), digest: text(SECTION.digest), series, head };
  shrink();
  return made;
}

/** The inputs, each read once. A text or bytes would be an iterable of their parts, and are misuse. Throws CoreError. */
function listOf(inputs: Iterable<Input>): Input[] {
  if (
    typeof inputs === 'object' &&
    inputs !== null &&
    Symbol.iterator in inputs &&
    !ArrayBuffer.isView(inputs)
  )
    return Array.from(inputs);
  throw new CoreError('misuse', '`inputs` must be an array of messages, or another iterable');
}

/** The bytes of one of several inputs. Throws EnvelopeError with pointers that begin with its index. */
function bytesOfOne(input: Input, index: number): Uint8Array {
  try {
    const json = jsonOf(input, LIMITS.message_bytes);
    return typeof json === 'string' ? new TextEncoder().encode(json) : json;
  } catch (error) {
    if (!(error instanceof EnvelopeError)) throw error;
    const problems = error.problems.map((problem) => ({ ...problem, at: `/${index}${problem.at}` }));
    throw new EnvelopeError(problems, error.more);
  }
}

/** The same refusal; a position in the JSON that was written of an object would be one in a text that nobody has seen. */
function withoutPositions(refusal: EnvelopeError, inputs: readonly Input[]): EnvelopeError {
  for (const problem of refusal.problems) {
    const input = inputs[Number(problem.at.split('/')[1])];
    const isWritten = typeof input === 'object' && !ArrayBuffer.isView(input);
    if (isWritten && positionIn(problem) === 'input') delete problem.position;
  }
  return refusal;
}

/** Options whose members that are undefined are absent, and those of `series`; what is no plain object stays as it is. */
function withoutUndefined(options: RevisionOptions): object {
  const { series, ...rest } = optionsOf(options) as { series?: unknown };
  const given = isRecord(series) ? { series: defined(series) } : series === undefined ? {} : { series };
  return { ...defined(rest), ...given };
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function defined(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, member]) => member !== undefined));
}
