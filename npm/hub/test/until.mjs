// Owns: waiting for what must come.

import { setTimeout as wait } from 'node:timers/promises';

/** How long anything that must come may take, in milliseconds. */
export const PATIENCE_MS = 30_000;

/** Waits until `holds` gives something, and gives that. */
export async function until(holds, what = 'it') {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await holds();
    if (found) return found;
    if (Date.now() > end) throw new Error(`${what} did not come`);
    await wait(10);
  }
}
