// Owns: checking lines of JSON (NDJSON) without reading them: what a stream must hold before anybody parses a line.

import * as core from 'wasm:glue';
import { bytes, call, shrink, text } from './engine.js';
import { SECTION } from './generated/abi.js';
import { LIMITS } from './generated/limits.js';
import { CoreError } from './identity.js';
import { mustBeBytes } from './input.js';
import { type Problem, problem, type Report } from './report.js';

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
    const length = whole[end - 1] === LF ? end - 1 - offset : end - offset;
    if (length > LIMITS.free_bytes) {
      // Of these bytes nothing crosses: they are one line.
      yield { offset, length, problem: problem('too_large', '', { max: LIMITS.free_bytes }) };
      offset = end;
      continue;
    }
    call(core.check_lines, whole.subarray(offset, end));
    // Others may call the core before the next line is taken, so its answers are read at once.
    const table = new DataView(bytes(SECTION.canonical).buffer);
    if (end - offset > AT_ONCE_BYTES) shrink();
    yield* linesIn(whole, offset, table);
    offset = end;
  }
}

/** The lines that the core found from `start` on: of each, its length and whether it is in order. */
function* linesIn(
  whole: Uint8Array,
  start: number,
  table: DataView,
): Generator<CheckedLine, void, undefined> {
  let offset = start;
  for (let row = 0; row < table.byteLength; row += 8) {
    const length = table.getUint32(row, true);
    if (table.getUint32(row + 4, true) === 1) yield { offset, length };
    else yield { offset, length, problem: problemOf(whole.subarray(offset, offset + length)) };
    offset += length + 1;
  }
}

/** The first problem of a line that was refused. Costs more than the check, and only who takes the line pays for it. */
function problemOf(line: Uint8Array): Problem {
  call(core.canonicalize, line);
  const [first] = (JSON.parse(text(SECTION.report)) as Report).problems;
  if (first === undefined) throw new CoreError('misuse', 'the input changed while it was read');
  return first;
}

/** The end of the lines that one call is given: at least one, whole. */
function endOfLines(whole: Uint8Array, offset: number): number {
  if (whole.length - offset <= AT_ONCE_BYTES) return whole.length;
  const last = whole.subarray(offset, offset + AT_ONCE_BYTES).lastIndexOf(LF);
  if (last !== -1) return offset + last + 1;
  const next = whole.indexOf(LF, offset + AT_ONCE_BYTES);
  return next === -1 ? whole.length : next + 1;
}
