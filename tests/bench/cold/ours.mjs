// Owns the package under test as a program of its own, for the cold start: as installed, not bundled. The first verdict
// does the setting up.
import { verify } from '@chirp-protocol/protocol';

/** Gives a verifier of sealed envelopes. */
export function start() {
  return (bytes) => verify(bytes).ok;
}
