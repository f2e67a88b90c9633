// Owns the walk from a checked tree to a document fragment, and the gate before it. The walk keeps its own
// stack, so the depth of a tree costs memory in proportion and never a call frame.
import type { CheckedTree } from '@chirp-protocol/protocol';
import { RenderError } from './error.js';
import type { Place, TreeNode } from './node.js';
import { BUILDERS } from './nodes.js';

/** How a tree is drawn. */
export interface RenderOptions {
  /**
   * The level of a heading of depth 1 in the surrounding page, an integer from 1; deeper ones follow. Default
   * 3.
   */
  readonly headingLevel?: number;
  /** `block` (the default) fetches nothing; `allow` fetches images of the origins in `imageOrigins` alone. */
  readonly images?: 'block' | 'allow';
  /** Origins as a browser writes them, `https://images.example`, without a path. Default: none. */
  readonly imageOrigins?: readonly string[];
}

/** The options with every default filled in. */
export type TreeOptions = Required<RenderOptions>;

/** What a builder made: the node to insert, and the element that takes the child at an index. */
export interface Built {
  readonly element: Node;
  readonly inside?: (index: number) => ParentNode;
}

/** Draws one node, without its children; throws `unknown_node` for a value that it does not know. */
export type Builder = (node: TreeNode, place: Place, options: TreeOptions) => Built;

/**
 * Draws a tree that `isChecked` vouches for. Linear in the tree, except that a nested list, quote, callout or
 * table looks for the first letter below it.
 * @throws {RenderError} `misuse` for anything else than a checked tree, before a single node is made.
 */
export function build(
  tree: CheckedTree,
  options: RenderOptions,
  isChecked: (value: unknown) => boolean,
): DocumentFragment {
  if (!isChecked(tree)) {
    throw new RenderError(
      'misuse',
      'render takes the checked tree itself, as `verify` or `checkTree` returned it',
    );
  }
  const settled = settle(options);
  const root: TreeNode = tree;
  const fragment = document.createDocumentFragment();
  const waiting: Step[] = [];
  push(waiting, { node: root, index: 0, above: undefined }, () => fragment);
  for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
    const built = draw(step.place, settled);
    step.into.append(built.element);
    if (built.inside !== undefined) push(waiting, step.place, built.inside);
  }
  return fragment;
}

interface Step {
  readonly place: Place;
  readonly into: ParentNode;
}

/** Puts the children of a node on the stack, the last one first, so that the first is drawn next. */
function push(waiting: Step[], above: Place, inside: (index: number) => ParentNode): void {
  const steps = (above.node.children ?? []).map((node, index) => ({
    place: { node, index, above },
    into: inside(index),
  }));
  waiting.push(...steps.reverse());
}

function draw(place: Place, options: TreeOptions): Built {
  const builder = BUILDERS.get(place.node.type);
  if (builder === undefined) throw RenderError.unknown(`\`${place.node.type}\``);
  return builder(place.node, place, options);
}

function settle(options: RenderOptions): TreeOptions {
  const { headingLevel = 3, images = 'block', imageOrigins = [] } = options;
  if (!Number.isInteger(headingLevel) || headingLevel < 1) {
    throw new RenderError('misuse', 'headingLevel must be an integer from 1');
  }
  return { headingLevel, images, imageOrigins };
}
