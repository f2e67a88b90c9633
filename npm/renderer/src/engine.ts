// Owns the way to the verifier. It is imported on demand, so that this package stands and shows text when the
// verifier cannot be fetched, is refused by the page's policy, or breaks.
import type { Verified } from '@chirp-protocol/protocol';
import { type Message, readFallback } from './fallback.js';

/** What the element needs of the protocol package. */
export interface Engine {
  readonly isCheckedTree: (value: unknown) => boolean;
  readonly verify: (message: Message, options: { capabilities: string[] }) => Verified;
}

let loading: Promise<Engine> | undefined;

/**
 * The verifier, or one that refuses everything with `engine_unavailable`. Never rejects. A failed import is
 * tried again.
 */
export async function loadEngine(): Promise<Engine> {
  loading ??= load();
  try {
    return await loading;
  } catch {
    loading = undefined;
    return {
      isCheckedTree: () => false,
      verify: (message) => unavailable(message, 'the verifier could not be loaded'),
    };
  }
}

async function load(): Promise<Engine> {
  const { isCheckedTree, ready, verify } = await import('@chirp-protocol/protocol');
  // Compiles off the main thread where it can. A refusal is not lost: `verify` then says so in its reasons.
  await ready().catch(() => undefined);
  return {
    isCheckedTree,
    verify: (message, options) => {
      try {
        return verify(message, options);
      } catch {
        return unavailable(message, 'the verifier failed');
      }
    },
  };
}

function unavailable(message: Message, why: string): Verified {
  const reason = { code: 'engine_unavailable', at: '', message: why } as const;
  return { ok: false, view: 'fallback', fallback: readFallback(message), reasons: [reason] };
}
