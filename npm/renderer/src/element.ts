// Importing this entry registers `<chirp-message>`.
import { type ActionDetail, ChirpMessage, defineChirpMessage } from './chirp-message.js';

declare global {
  interface HTMLElementTagNameMap {
    'chirp-message': ChirpMessage;
  }
  interface HTMLElementEventMap {
    'chirp-action': CustomEvent<ActionDetail>;
    'chirp-verified': CustomEvent<import('@chirp-protocol/protocol').Verified>;
  }
}

defineChirpMessage();

export { ChirpMessage };
