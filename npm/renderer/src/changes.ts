// Importing this entry registers `<chirp-changes>`.
import { ChirpChanges, defineChirpChanges } from './changes/chirp-changes.js';

declare global {
  interface HTMLElementTagNameMap {
    'chirp-changes': ChirpChanges;
  }
  interface HTMLElementEventMap {
    'chirp-compared': CustomEvent;
  }
}

defineChirpChanges();

export { type Change, type Changes, changesBetween } from './changes/between.js';
export type { Hunk } from './changes/lines.js';
export { ChirpChanges, defineChirpChanges };
