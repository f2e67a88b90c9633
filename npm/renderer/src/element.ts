// Importing this entry registers `<chirp-message>`.
import { ChirpMessage, defineChirpMessage } from './index.js';

declare global {
  interface HTMLElementTagNameMap {
    'chirp-message': ChirpMessage;
  }
  interface HTMLElementEventMap {
    'chirp-verified': CustomEvent<import('@chirp-protocol/protocol').Verified>;
  }
}

defineChirpMessage();

export { ChirpMessage };
