// Owns what the renderer reads of a checked tree: one shape for all nodes, and where a node stands.
// The protocol's types say which member belongs to which node; the checker has already made sure of it.

/** A node of a checked tree (mdast names). Only the members that the renderer reads. */
export interface TreeNode {
  readonly type: string;
  readonly align?: readonly string[];
  readonly alt?: string;
  readonly checked?: boolean;
  readonly children?: readonly TreeNode[];
  readonly depth?: number;
  readonly lang?: string;
  readonly ordered?: boolean;
  readonly spread?: boolean;
  readonly start?: number;
  readonly title?: string;
  readonly tone?: string;
  readonly url?: string;
  readonly value?: string;
}

/** Where a node stands: its index among its siblings, and its parent with the parent's own place. */
export interface Place {
  readonly node: TreeNode;
  readonly index: number;
  readonly above: Place | undefined;
}
