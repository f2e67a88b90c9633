// Owns asking again where there was no answer; and with it an invocation, which runs once however often it is asked.
import type { Invocation } from '@chirp-protocol/protocol/instruments';
import { type Answered, ask, NoAnswer } from './api.js';

/** Waits before what had no answer is asked again (ms). */
const AGAIN_MS = [400, 1_500, 4_000] as const;

/** Asks, and where there is no answer, asks again a few times. Rejects with what came last. */
export async function patiently<Given>(run: () => Promise<Given>): Promise<Given> {
  for (const wait of AGAIN_MS) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
  return run();
}

/** Uses an action of a message, as JSON text. Rejects with Refused or NoAnswer. */
export function invokeOnHub(message: string, action: string, invocation: Invocation): Promise<Answered> {
  const { id } = JSON.parse(message) as { id: string };
  const path = `/api/v1/messages/${encodeURIComponent(id)}/actions/${encodeURIComponent(action)}`;
  return patiently(() => ask('POST', path, JSON.stringify(invocation)));
}

/** The head of a series, as the hub answers it. Rejects with Refused or NoAnswer. */
export async function readHead(series: string): Promise<string> {
  return (await patiently(() => ask('GET', `/api/v1/instruments/${encodeURIComponent(series)}`))).text;
}
