// Owns what a layout arranges: the parts of one card, each made before, and the boxes that they are put in. A layout
// moves parts and makes boxes; it has no way to the message, so it can say nothing of its own.
import { make } from '../dom.js';

/** The parts of a card, each an element of its own, or none where the message has no such part. */
export interface Parts {
  /** Who speaks, about what, in which state. */
  readonly header: HTMLElement;
  /** What is asked of people. */
  readonly attention: readonly HTMLElement[];
  /** The drawn tree, or the text. */
  readonly body: readonly HTMLElement[];
  /** What a person may do. */
  readonly actions: readonly HTMLElement[];
  /** What is reported of an audit. */
  readonly audit: readonly HTMLElement[];
  /** What supports the message. */
  readonly evidence: readonly HTMLElement[];
  /** Why the view is simpler than it could be. */
  readonly marks: readonly HTMLElement[];
  /** The digest, and what it proves. */
  readonly seal: HTMLElement;
}

/** Puts the parts in their order and into boxes. Every part is in the answer, once. */
export type Arrange = (parts: Parts) => readonly HTMLElement[];

/** One box of the class `name` around parts; none around nothing. */
export function box(name: string, ...parts: readonly HTMLElement[]): HTMLElement[] {
  return parts.length === 0 ? [] : [make('div', { class: name }, ...parts)];
}

/** The foot that most layouts end with. */
export function foot({ marks, seal }: Parts): HTMLElement {
  return make('footer', { class: 'footer', part: 'footer' }, ...marks, seal);
}
