// Owns: the trees of canonical bytes that the core wrote: deeply frozen, known as checked, and made without parsing.

import { tapeOf } from './engine.js';
import { SECTION } from './generated/abi.js';
import { node, projection } from './generated/trees.js';
import type { Projection } from './generated/wire.js';
import { type CheckedTree, checked } from './identity.js';

/** A projection whose tree is checked. */
export type CheckedProjection = Projection & { readonly tree: CheckedTree };

export function projectionOf(canonical: Uint8Array): CheckedProjection {
  const made = projection(tapeOf(canonical, SECTION.projection));
  return { ...made, tree: checked(made.tree) };
}

export function treeOf(canonical: Uint8Array): CheckedTree {
  return checked(node(tapeOf(canonical, SECTION.tree)));
}
