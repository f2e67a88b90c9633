// Owns: checking lines of JSON (NDJSON) without reading them: what a stream must hold before anybody parses a line.

import * as core from 'wasm:glue';
import { bytes, call, shrink, textOf } from './engine.js';
import { SECTION } from './generated/abi.js';
import { mustBeBytes } from './input.js';
import type { Problem } from './report.js';

/** A line of an input. */
export interface CheckedLine {
  /** Where it begins, in bytes. */
  readonly offset: number;
  /** Its bytes, without the line feed. */
  readonly length: number;
  /** The first thing that is wrong with it; absent when the line is in order. Its position is one in the line. */
  readonly problem?: Problem;
}

const LF = 0x0a;
/** About what one call of the core takes: the memory for its answers grows with it. */
const AT_ONCE_BYTES = 64 * 1024;

/**
 * Whether each line of `input` is one JSON value that `canonicalize` would accept: UTF-8, grammar, names that stand twice,
 * halves of surrogate pairs, numbers, depth, and at most 1 MiB. Lines end at LF and nowhere else; the last one needs none,
 * so give what ends with LF while more may come. Nothing is parsed or kept. Throws CoreError. Linear in the input.
 */
export function* checkLines(input: Uint8Array): Generator<CheckedLine, void, undefined> {
  const whole = mustBeBytes(input);
  for (let offset = 0; offset < whole.length; ) {
    const end = endOfLines(whole, offset);
    call(core.check_lines, whole.subarray(offset, end));
    // Others may call the core before the next line is taken, so its answers are read at once.
    const table = new DataView(bytes(SECTION.canonical).buffer);
    const problems = bytes(SECTION.report);
    if (end - offset > AT_ONCE_BYTES) shrink();
    yield* linesIn(table, problems, offset);
    offset = end;
  }
}

/** The lines that the core found from `offset` on: of each, its length and where its problem ends. */
function* linesIn(
  table: DataView,
  problems: Uint8Array,
  start: number,
): Generator<CheckedLine, void, undefined> {
  let offset = start;
  let begin = 0;
  for (let row = 0; row < table.byteLength; row += 8) {
    const length = table.getUint32(row, true);
    const end = table.getUint32(row + 4, true);
    if (begin === end) yield { offset, length };
    else yield { offset, length, problem: JSON.parse(textOf(problems.subarray(begin, end))) as Problem };
    offset += length + 1;
    begin = end;
  }
}

/** The end of the lines that one call is given: at least one, whole. */
function endOfLines(whole: Uint8Array, offset: number): number {
  if (whole.length - offset <= AT_ONCE_BYTES) return whole.length;
  const last = whole.subarray(offset, offset + AT_ONCE_BYTES).lastIndexOf(LF);
  if (last !== -1) return offset + last + 1;
  const next = whole.indexOf(LF, offset + AT_ONCE_BYTES);
  return next === -1 ? whole.length : next + 1;
}
