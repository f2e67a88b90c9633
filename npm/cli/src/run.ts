// Owns: the way from input to output: which form an outcome takes, one input or one a line, and the exit code.

import { LIMITS } from '@chirp-protocol/protocol/compile';
import { describe } from './human.js';
import { LineSplitter, readWhole, type Source } from './input.js';
import type { Operation } from './operations.js';
import { type Outcome, withLine } from './outcome.js';
import type { Output } from './output.js';

/** Everything was accepted. */
export const ACCEPTED = 0;
/** Something was rejected. */
export const REJECTED = 1;

/** More than any message may hold; the core is the one to say so. */
const CAP = Math.max(LIMITS.message_bytes, LIMITS.free_bytes);

/** Results are written in pieces of about this size, and at the latest when there is no more input for now. */
const PIECE_UTF16 = 64 * 1024;

/** What a command is asked to do. */
export interface Task {
  readonly operation: Operation;
  readonly source: Source;
  readonly json: boolean;
  readonly ndjson: boolean;
  readonly stdout: Output;
  readonly stderr: Output;
}

/** Runs a task and gives its exit code. Throws Misuse, ReaderGone and CoreError. */
export function run(task: Task): Promise<number> {
  return task.ndjson ? runLines(task) : runWhole(task);
}

async function runWhole({ operation, source, json, stdout, stderr }: Task): Promise<number> {
  const input = await readWhole(source, operation.cap ?? CAP);
  const outcome = operation.judge(input, 'whole');
  if (json) {
    await stdout.writeForeign(`${outcome.report}\n`);
  } else if (outcome.product !== undefined) {
    await stdout.writeForeign(`${outcome.product}\n`);
    // Standard output may be the next command's input, so advice goes beside it.
    if (outcome.account.advice.length > 0)
      await stderr.write(describe(outcome, input, source.name, stderr.style));
  } else {
    const output = operation.prints === 'words' ? stdout : stderr;
    await output.write(describe(outcome, input, source.name, output.style));
  }
  return outcome.ok ? ACCEPTED : REJECTED;
}

async function runLines({ operation, source, json, stdout }: Task): Promise<number> {
  const bare = operation.prints === 'json' && !json;
  const splitter = new LineSplitter(CAP);
  let code = ACCEPTED;
  let piece = '';
  async function judge(lines: ReturnType<LineSplitter['take']>): Promise<void> {
    for (const { number, bytes } of lines) {
      const outcome = operation.judge(bytes, 'lines');
      if (!outcome.ok) code = REJECTED;
      piece += `${lineOf(outcome, number, bare)}\n`;
      if (piece.length >= PIECE_UTF16) await flush();
    }
    await flush();
  }
  async function flush(): Promise<void> {
    const full = piece;
    piece = '';
    await stdout.writeForeign(full);
  }
  for await (const chunk of source.chunks()) await judge(splitter.take(chunk));
  await judge(splitter.finish());
  return code;
}

function lineOf({ product, report }: Outcome, number: number, bare: boolean): string {
  return bare && product !== undefined ? product : withLine(report, number);
}
