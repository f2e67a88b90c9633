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

/** Runs what needs the database or the address; without them there is no hub. Throws Misuse, which names no password. */
export async function reached<T>({ host, port }: Settings, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, name, message } = error as { code?: string; name?: string; message?: string };
    if (code === 'EADDRINUSE')
      throw new Misuse(`another program listens on port ${port} of ${visibleLine(host)}`);
    if (code === 'EADDRNOTAVAIL' || code === 'EACCES' || code === 'ENOTFOUND')
      throw new Misuse(`cannot listen on port ${port} of ${visibleLine(host)} (${code})`);
    if (name === 'StoreUnavailable') throw new Misuse(`cannot use the database: ${message}`);
    if (/^the (database|migration) /.test(message ?? '')) throw new Misuse(message ?? '');
    throw error;
  }
}
