// Owns: the index of many heads, which lives in the wasm behind a number.

import * as core from 'wasm:glue';
import { mustBeUsed, queryOf } from './board.js';
import { call, currentInstance, type Operation, text } from './engine.js';
import { SECTION, STATUS } from './generated/abi.js';
import type { Classified, Context, Lens, LensPage, PageQuery } from './generated/board.js';
import { LIMITS } from './generated/limits.js';
import { CoreError } from './identity.js';
import { type Input, jsonOf, mustBeTextOrBytes } from './input.js';
import { textOption } from './options.js';
import type { Reason } from './report.js';

/** What became of the lines that were put into an index. */
export interface PutReport {
  /** Heads of series that were new. */
  inserted: number;
  /** Heads that took the place of an earlier revision. */
  revised: number;
  /** Revisions that the index had already, or had passed. */
  kept: number;
  /** Messages that are no instrument. */
  passed_over: number;
  /** Lines that do not hold. */
  refused: number;
  /** The first problem of each of the first hundred of these; lines count from 1. */
  problems: (Reason & { line: number })[];
}

interface Next {
  changes_at?: string;
}

/** Bytes that cross at once. Lines are whole, so a long one makes a longer piece. */
const PIECE_BYTES = 1024 * 1024;
const LINE_FEED = 0x0a;

/**
 * The heads of one workspace, sorted into lenses for one viewer. It holds what it was given and judges by the time it was
 * told; there is no clock in it. Feeding a head or asking for a page takes logarithmic time, a new time one run over two
 * columns of numbers. Its memory is the module's own, so call {@link LensIndex.free} when it is no longer needed.
 *
 * A defect of the core (CoreError `internal`) takes the index with it; it must then be made and fed anew.
 */
export class LensIndex {
  readonly #number: number;
  readonly #instance: number;
  #isFree = false;

  /** An index without heads. Throws CoreError for options that are not right. */
  constructor(options: { workspace: string; context: Context }) {
    mustBeUsed(call(core.lenses_open, '', queryOf(options)));
    this.#number = Number(text(SECTION.report));
    this.#instance = currentInstance();
  }

  /**
   * Takes the heads among sealed messages and envelopes, one a line. Of each series the latest revision counts; what is no
   * instrument is passed over, and what does not hold is refused. Of a message `created_at` counts as its time.
   */
  putLines(lines: string | Uint8Array): PutReport {
    const given = mustBeTextOrBytes(lines);
    const bytes = typeof given === 'string' ? new TextEncoder().encode(given) : given;
    const whole: PutReport = { inserted: 0, revised: 0, kept: 0, passed_over: 0, refused: 0, problems: [] };
    let line = 0;
    for (let start = 0; start < bytes.length; ) {
      const end = endOfLines(bytes, start);
      const piece = bytes.subarray(start, end);
      add(
        whole,
        this.#ask((length) => core.lenses_put_lines(length, this.#number), piece) as PutReport,
        line,
      );
      line += linesIn(piece);
      start = end;
    }
    return whole;
  }

  /** Takes one head. The answer is that of {@link LensIndex.putLines} for one line. */
  put(input: Input): PutReport {
    const json = jsonOf(input, LIMITS.message_bytes);
    return this.#ask((length) => core.lenses_put(length, this.#number), json) as PutReport;
  }

  /** Takes a series out of every lens. Whether it was there. */
  remove(series: string): boolean {
    return this.#change(core.lenses_remove, textOf(series, 'series')) > 0;
  }

  /** Takes another viewer, registry, list of what was done, and time. How many heads came into Needs Me or left it. */
  setContext(context: Context): number {
    return this.#change(core.lenses_set_context, queryOf(context));
  }

  /** Takes the time, later or earlier than before, as a timestamp. How many heads came into Needs Me or left it. */
  setNow(now: string): number {
    return this.#change(core.lenses_set_now, textOf(now, 'now'));
  }

  /** Notes that an action of the message with this digest has succeeded. How many heads came into Needs Me or left it. */
  setDone(digest: string, action: string): number {
    return this.#change(core.lenses_set_done, `${textOf(digest, 'digest')} ${textOf(action, 'action')}`);
  }

  /** How many heads each lens has. */
  get counts(): Record<Lens, number> {
    return this.#ask(() => core.lenses_counts(this.#number), '') as Record<Lens, number>;
  }

  /** When an answer next changes by itself, as a timestamp: set one timer. Undefined if none ever does. */
  get changesAt(): string | undefined {
    const { changes_at: at } = this.#ask(() => core.lenses_changes_at(this.#number), '') as Next;
    return at;
  }

  /**
   * A page of a lens, each head with its reasons. Needs Me is in the order of severity, then of who waits longest; the
   * others show the latest first.
   */
  page(query: PageQuery): LensPage {
    const json = queryOf(query);
    return this.#ask(
      (length, options) => core.lenses_page(length, options, this.#number),
      '',
      json,
    ) as LensPage;
  }

  /** What the viewer is told of the head of a series; undefined if it is not here. */
  head(series: string): Classified | undefined {
    const given = textOf(series, 'series');
    return this.#ask((length, options) => core.lenses_head(length, options, this.#number), '', given) as
      | Classified
      | undefined;
  }

  /** Gives its memory back. The index is not used afterwards; to call this again does nothing. */
  free(): void {
    if (!this.#isFree && this.#instance === currentInstance()) core.lenses_close(this.#number);
    this.#isFree = true;
  }

  #change(operation: (length: number, options: number, index: number) => number, options: string): number {
    const ask = (length: number, given: number) => operation(length, given, this.#number);
    return (this.#ask(ask, '', options) as { changed: number }).changed;
  }

  #ask(operation: Operation, input: string | Uint8Array, options?: string): unknown {
    if (this.#isFree) throw new CoreError('misuse', 'the index was freed');
    if (this.#instance !== currentInstance()) {
      throw new CoreError('internal', 'the index was lost with the instance that held it; make a new one');
    }
    const status = call(operation, input, options);
    mustBeUsed(status);
    return (status & STATUS.ok) === 0 ? undefined : (JSON.parse(text(SECTION.report)) as unknown);
  }
}

/** Where a piece that begins at `start` ends: behind a line feed, or at the end. */
function endOfLines(bytes: Uint8Array, start: number): number {
  const wanted = start + PIECE_BYTES;
  if (wanted >= bytes.length) return bytes.length;
  const last = bytes.lastIndexOf(LINE_FEED, wanted);
  if (last >= start) return last + 1;
  const next = bytes.indexOf(LINE_FEED, wanted);
  return next === -1 ? bytes.length : next + 1;
}

function linesIn(piece: Uint8Array): number {
  let lines = 0;
  for (let at = piece.indexOf(LINE_FEED); at !== -1; at = piece.indexOf(LINE_FEED, at + 1)) lines += 1;
  return lines;
}

function add(whole: PutReport, part: PutReport, line: number): void {
  whole.inserted += part.inserted;
  whole.revised += part.revised;
  whole.kept += part.kept;
  whole.passed_over += part.passed_over;
  whole.refused += part.refused;
  for (const problem of part.problems) {
    if (whole.problems.length < LIMITS.problems)
      whole.problems.push({ ...problem, line: problem.line + line });
  }
}

function textOf(value: string, name: string): string {
  const text = textOption(value, name);
  if (text === undefined) throw new CoreError('misuse', `\`${name}\` must be given`);
  return text;
}
