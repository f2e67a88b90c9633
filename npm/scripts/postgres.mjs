// Owns: which PostgreSQL server the tests of the hub start, and how it gets there.

import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ask, must, say } from './run.mjs';

/** Where Debian and Homebrew put the servers, which are seldom on PATH. */
const ELSEWHERE = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt'];

/** What is used of it. Some of these alone may be wrappers; all of them stand beside the server. */
const PROGRAMS = ['initdb', 'pg_isready', 'postgres'].map((name) =>
  process.platform === 'win32' ? `${name}.exe` : name,
);

const CURE =
  process.platform === 'darwin' ? 'brew install postgresql' : 'sudo apt-get install --yes postgresql';

/**
 * The folder with the programs of a PostgreSQL server: what the variable POSTGRES names, else the first one found. Undefined
 * where there is none.
 */
export function findPostgres() {
  const installed = ELSEWHERE.filter(existsSync).flatMap((folder) =>
    readdirSync(folder).map((name) => join(folder, name, 'bin')),
  );
  const onPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const named = process.env.POSTGRES;
  const folders = named === undefined ? [...onPath, ...installed.sort().reverse()] : [named];
  return folders.find((folder) => PROGRAMS.every((name) => existsSync(join(folder, name))));
}

/**
 * Installs PostgreSQL where it is missing and apt-get can be used without asking for a password. Gives why the tests run
 * on SQLite alone, or undefined when there is a server to start.
 */
export async function postgresMissing() {
  if (findPostgres() !== undefined) return undefined;
  if (process.getuid?.() !== 0 || ask('apt-get', ['--version']) === undefined)
    return `PostgreSQL is not installed; \`${CURE}\` installs it`;
  say('installing postgresql');
  try {
    await must('apt-get', ['update', '--quiet']);
    await must('apt-get', ['install', '--yes', '--quiet', '--no-install-recommends', 'postgresql']);
  } catch (error) {
    return `PostgreSQL could not be installed: ${error.message}`;
  }
  return findPostgres() === undefined ? `apt-get installed no server; \`${CURE}\` may say why` : undefined;
}
