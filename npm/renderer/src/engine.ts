// Owns the way to the verifier. It is imported on demand, so that this package stands and shows text when the
// verifier cannot be fetched, is refused by the page's policy, or breaks.
import type { Input, Verified } from '@chirp-protocol/protocol';
import { fallbackText } from '@chirp-protocol/protocol/plain';

/** What the element needs of the protocol package. */
export interface Engine {
  readonly isCheckedTree: (value: unknown) => boolean;
  readonly verify: typeof import('@chirp-protocol/protocol').verify;
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
    return { isCheckedTree: () => false, verify: unavailable };
  }
}

async function load(): Promise<Engine> {
  const protocol = await import('@chirp-protocol/protocol');
  // Compiles off the main thread where it can. A refusal is not lost: `verify` then says so in its reasons.
  await protocol.ready().catch(() => undefined);
  return protocol;
}

function unavailable(message: Input): Verified {
  const reason = { code: 'engine_unavailable', at: '', message: 'the verifier could not be loaded' } as const;
  return { ok: false, view: 'fallback', fallback: fallbackText(message), reasons: [reason] };
}
