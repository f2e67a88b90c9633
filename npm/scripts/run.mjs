// Owns: starting other programs, and what these scripts say on the terminal.

import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The absolute path of the repository's root; every command runs there unless told otherwise. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** A refusal that the reader can act on: its message is shown as it is, without a stack. */
export class Stop extends Error {}

/** Prints what is about to happen. */
export function say(line) {
  console.log(`» ${line}`);
}

/**
 * Runs a program with the terminal handed through and resolves to its exit code; what it says goes to the
 * file descriptor `output` instead if there is one. No shell is involved, so arguments arrive as they are on
 * every system. Throws {@link Stop} when the program cannot be started at all.
 */
export function run(command, args, { cwd = root, env = process.env, output = 'inherit' } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['inherit', output, output] });
    child.once('error', (error) => reject(new Stop(`${command} did not start: ${error.message}`)));
    child.once('close', (code, signal) => resolve(signal === null ? code : 1));
  });
}

/** Like {@link run}, but throws {@link Stop} unless the program exits 0. */
export async function must(command, args, options) {
  const code = await run(command, args, options);
  if (code !== 0) throw new Stop(`\`${[command, ...args].join(' ')}\` exited with ${code}`);
}

/**
 * The trimmed standard output of a program, or `undefined` when it is missing or fails. Its errors are not
 * shown, so rustup must not take the question for a wish to download a toolchain.
 */
export function ask(command, args) {
  const outcome = spawnSync(command, args, {
    cwd: root,
    env: { ...process.env, RUSTUP_AUTO_INSTALL: '0' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return outcome.status === 0 ? outcome.stdout.trim() : undefined;
}

/**
 * The program and the leading arguments that start npm without a shell: the npm that runs this script,
 * otherwise the one that came with this Node.
 */
export function npm() {
  const script = process.env.npm_execpath;
  if (script?.endsWith('.js')) return [process.execPath, script];
  return process.platform === 'win32' ? ['cmd.exe', '/d', '/s', '/c', 'npm'] : ['npm'];
}

/** Runs the body of a script, and turns a {@link Stop} into its message and exit code 1. */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  }
}

/** Whether a module is the script that Node was started with, not an import of another. */
export function isMain(moduleUrl) {
  return process.argv[1] !== undefined && fileURLToPath(moduleUrl) === process.argv[1];
}

/** The seconds since `start` (from `performance.now()`), as text for a progress line. */
export function secondsSince(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
