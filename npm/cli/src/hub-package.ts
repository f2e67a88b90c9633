// Owns: the package of the hub as the commands use it: loaded where it is there, its failures in one sentence.

import type { Settings } from './hub-settings.js';
import { Misuse } from './input.js';
import type { Output } from './output.js';
import { visibleLine } from './visible.js';

/** Where the output goes, and who hears the exit code. */
export interface Ends {
  readonly stdout: Output;
  readonly stderr: Output;
  done(code: number): void;
}

/** What the package exports. */
export type Hub = typeof import('@chirp-protocol/hub');

/** The package of the hub, which only those install who run one. Throws Misuse. */
export async function load(): Promise<Hub> {
  try {
    return await import('@chirp-protocol/hub');
  } catch (error) {
    throw missing(error);
  }
}

/** What is wrong where the package of the hub cannot be loaded. */
export function missing(error: unknown): unknown {
  if ((error as { code?: string }).code !== 'ERR_MODULE_NOT_FOUND') return error;
  return new Misuse('the hub is a package of its own: npm install @chirp-protocol/hub');
}

/** The database in words: of an address, what holds no password. */
function named(database: string): string {
  if (!/^postgres(ql)?:/.test(database)) return visibleLine(database);
  if (!URL.canParse(database)) return 'that is named';
  const { host, pathname } = new URL(database);
  return visibleLine(`${pathname.slice(1)} at ${host}`);
}

/** What is wrong with the database, and what to do where that is known. */
function why(message: string): string {
  if (message === 'there is no such file' || message === 'the database is not there')
    return 'there is no such file: start "chirp hub" first, or name another one with --database';
  if (message.includes('SQLITE_BUSY'))
    return 'another program keeps it locked; try again when that has ended';
  if (message.includes('SQLITE_NOTADB')) return 'the file is no database';
  return message;
}

/** Runs what needs the database or the address; without them there is no hub. Throws Misuse, which names no password. */
export async function reached<T>({ database, host, port }: Settings, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, name, message } = error as { code?: string; name?: string; message?: string };
    if (code === 'EADDRINUSE')
      throw new Misuse(
        `another program listens on port ${port} of ${visibleLine(host)}; --port takes another one`,
      );
    if (code === 'EADDRNOTAVAIL' || code === 'EACCES' || code === 'ENOTFOUND')
      throw new Misuse(`cannot listen on port ${port} of ${visibleLine(host)} (${code})`);
    if (name === 'StoreUnavailable')
      throw new Misuse(`cannot use the database ${named(database)}: ${why(message ?? '')}`);
    if (/^the (database|migration) /.test(message ?? '')) throw new Misuse(message ?? '');
    throw error;
  }
}
