// The entry of the command `chirp`: from arguments to an exit code.

import { CoreError } from '@chirp-protocol/protocol/compile';
import { CommanderError } from 'commander';
import { hearClaudeCode, isClaudeCode } from './hook-claude-code.js';
import { Misuse } from './input.js';
import { Output, ReaderGone } from './output.js';
import { program } from './program.js';
import { ACCEPTED } from './run.js';
import { visible } from './visible.js';

/** The command was used wrongly, or could not do its work: no verdict on the input. */
const MISUSED = 2;
/** What a shell reports of a program that was ended by SIGPIPE, which Node ignores. */
const READER_GONE = 141;

/** Runs the command and resolves to its exit code, when all output has been written. Never rejects. */
export async function main(args: readonly string[]): Promise<number> {
  if (isClaudeCode(args)) {
    await hearClaudeCode(process.env);
    return ACCEPTED;
  }
  const stdout = new Output(process.stdout, 'standard output');
  const stderr = new Output(process.stderr, 'standard error');
  try {
    return await dispatch(args, stdout, stderr);
  } catch (error) {
    if (error instanceof ReaderGone) return READER_GONE;
    await stderr.write(`error: ${visible(explain(error))}\n`).catch(() => {});
    return MISUSED;
  }
}

async function dispatch(args: readonly string[], stdout: Output, stderr: Output): Promise<number> {
  let code = ACCEPTED;
  // Commander writes synchronously; what it says is kept, so that writing it can be waited for.
  const said = { out: '', err: '' };
  const usage = {
    writeOut: (text: string) => {
      said.out += text;
    },
    writeErr: (text: string) => {
      said.err += text;
    },
  };
  const done = (outcome: number) => {
    code = outcome;
  };
  try {
    await program({ stdout, stderr, usage, done }).parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    code = error.exitCode === 0 ? ACCEPTED : MISUSED;
  }
  await stdout.write(said.out);
  await stderr.writeForeign(said.err);
  return code;
}

function explain(error: unknown): string {
  if (error instanceof Misuse) return error.message;
  if (error instanceof CoreError && error.code === 'misuse') return error.message;
  if (error instanceof CoreError) return `the core could not do its work (${error.code}): ${error.message}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
