// Owns the package under test as a program of its own, for the cold start: as installed, not bundled.
import { ready, verify } from '@chirp-protocol/protocol';

/** Gets ready, and gives a verifier of sealed envelopes. */
export async function start() {
  await ready();
  return (bytes) => verify(bytes).ok;
}
