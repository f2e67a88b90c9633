// Importing this entry registers `<chirp-message>`.
import { ChirpMessage, defineChirpMessage } from './chirp-message.js';

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
