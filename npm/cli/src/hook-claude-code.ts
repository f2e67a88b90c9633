// Owns: `chirp hook claude-code`: an event on standard input becomes a message on the hub. The agent waits meanwhile, and
// takes words for its own and a failure for a veto: so nothing is printed, the exit code is 0, and time is bounded.

import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient, draftFromClaudeCode } from '@chirp-protocol/webhook';
import { openQueue } from '@chirp-protocol/webhook/queue';
import { hookSettings, queueIn } from './hook-settings.js';
import { Misuse, readWhole, sourceOf } from './input.js';

/** How long it may take from the start of the process until the sending ends, and until everything does, in milliseconds. */
const SENDING_MS = 1500;
const ALL_MS = 1700;

/** What is left at least where the start took long: enough to write an event to the disk. */
const LEAST_MS = 250;

/** The largest event that is read, in bytes. */
const EVENT_BYTES = 16 * 1024 * 1024;

/** How large the log of what went wrong becomes, in bytes. */
const LOG_BYTES = 64 * 1024;

/** Whether the arguments are those of this command, and ask for no help. */
export function isClaudeCode([first, second, ...rest]: readonly string[]): boolean {
  return (
    first === 'hook' && second === 'claude-code' && !rest.some((word) => word === '--help' || word === '-h')
  );
}

/** Tells the hub of the event on standard input, now or later. Prints nothing and never rejects. */
export async function hearClaudeCode(env: NodeJS.ProcessEnv): Promise<void> {
  const left = (ms: number) => Math.max(LEAST_MS, Math.ceil(ms - performance.now()));
  const over = new Promise<void>((resolve) => setTimeout(resolve, left(ALL_MS)));
  // What is thrown where nobody waits for it ends nothing either.
  process.on('uncaughtException', (error) => void note(env, error));
  const heard = hear(env, left(SENDING_MS)).catch((error) => note(env, error));
  await Promise.race([over, heard]);
}

async function hear(env: NodeJS.ProcessEnv, sendingMs: number): Promise<void> {
  const signal = AbortSignal.timeout(sendingMs);
  const { url, token, channel, queue, include, tools } = await hookSettings(env);
  const bytes = await readWhole(sourceOf('-', 'chirp hook claude-code'), EVENT_BYTES);
  const at = new Date().toISOString();
  if (bytes.length > EVENT_BYTES) throw new Misuse('the event is too large');
  const event: unknown = JSON.parse(new TextDecoder().decode(bytes));
  const { draft } = draftFromClaudeCode(event, { delivery: randomUUID(), at, include, tools });
  if (draft === undefined) return;
  // It is on the disk before it is sent, and goes when the hub has it.
  const client = createClient({ url, token, queue: openQueue(queue), timeoutMs: SENDING_MS, attempts: 1 });
  await client.revise(channel, draft, { signal });
  if (token === '') throw new Misuse('no token is set, so it waits');
}

/** Writes down what went wrong, without a word of the event, where a person may look for it. */
async function note(env: NodeJS.ProcessEnv, error: unknown): Promise<void> {
  try {
    const { CHIRP_QUEUE: folder = queueIn(env) } = env;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, 'hook.log');
    const size = await stat(path).then(
      (found) => found.size,
      () => 0,
    );
    if (size > LOG_BYTES) return;
    const { name, code, message } = error as { name?: string; code?: string; message?: string };
    const reason = error instanceof Misuse ? message : (code ?? name);
    await appendFile(path, `${JSON.stringify({ time: new Date().toISOString(), reason })}\n`, {
      mode: 0o600,
    });
  } catch {
    // There is nobody to tell.
  }
}
