// Owns: hubs in processes of their own, which are killed.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('hub-process.mjs', import.meta.url));

/** Starts a hub on a database: its process and its address, and the owner's token the first time. */
export async function start(address, options = {}) {
  const args = [PROGRAM, address, JSON.stringify(options)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface(child.stdout), 'line');
  return { child, ...JSON.parse(line) };
}

/** Kills a process, and waits until it is gone. */
export async function kill(child) {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
