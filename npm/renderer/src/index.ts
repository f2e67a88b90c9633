// The public surface. Importing it registers nothing; `@chirp-protocol/renderer/element` does.
import { type CheckedTree, isCheckedTree } from '@chirp-protocol/protocol';
import { build, type RenderOptions } from './tree/build.js';

/**
 * Draws a checked tree as DOM: elements and text, no markup parsed, no attribute that could run or fetch
 * anything (images only from origins that the options name). The fragment belongs in an element of the class
 * `chirp-tree`, which `@chirp-protocol/renderer/tree.css` styles. Linear in the tree.
 * @throws {RenderError} `misuse` for anything but a tree that `verify`, `checkTree` or `compile` returned (a
 * copy of one is refused), or for an option out of range; `unknown_node` for a tree newer than this renderer.
 */
export function render(tree: CheckedTree, options: RenderOptions = {}): DocumentFragment {
  return build(tree, options, isCheckedTree);
}

export { CAPABILITIES } from './capabilities.js';
export type { ActionState } from './card/actions.js';
export { type ActionDetail, ChirpMessage, defineChirpMessage } from './chirp-message.js';
export { type IconName, icon } from './icons.js';
export { foreign } from './text.js';
export type { RenderOptions } from './tree/build.js';
export { RenderError } from './tree/error.js';
export { AUDIT_NONE, AUDITS, type Look, SEVERITIES, STATES, type Tone } from './words.js';
