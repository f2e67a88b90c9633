// Owns what stands where there is nothing to show.
import { icon, make } from './dom.js';

/** A designed nothing: a shape, what is missing, and what to do or expect. */
export function nothing(shape: string, title: string, words: string): HTMLElement {
  return make(
    'div',
    { class: 'nothing' },
    icon(shape),
    make('p', { class: 'nothing-title' }, title),
    make('p', { class: 'quiet' }, words),
  );
}
