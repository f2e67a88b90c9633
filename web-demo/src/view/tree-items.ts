// Owns what the tree view lists: the verified PubMark tree as nodes, and the verified envelope as members.
import type { Node as TreeNode } from '@chirp-protocol/protocol/compile';
import type { Arrival } from '../model/playground.js';
import { below } from '../model/pointer.js';

/** One line of the tree. Its children are made when they are asked for. */
export interface TreeItem {
  /** Unique in the tree, and the same again for the same place in the next message. */
  readonly id: string;
  readonly name: string;
  /** What stands beside the name, in a quieter voice: the properties of a node, the size of a list. */
  readonly detail?: string;
  /** A value, as JSON. */
  readonly value?: string;
  readonly children?: () => readonly TreeItem[];
}

/** The two branches of a verified message; none of one that was not verified. */
export function treeItems({ verified }: Arrival): TreeItem[] {
  const { envelope, tree } = verified;
  if (!verified.ok || envelope === undefined) return [];
  const rich = tree === undefined ? [] : [{ ...node(tree, 'tree'), name: 'PubMark tree' }];
  return [...rich, { ...member('Envelope', envelope, 'envelope') }];
}

/** A node of the PubMark tree. */
function node(source: TreeNode, id: string): TreeItem {
  const { type, ...fields } = source;
  const properties = Object.entries(fields).filter(([name]) => name !== 'children' && name !== 'value');
  const detail = properties.map(([name, value]) => `${name} ${plain(value)}`).join(', ');
  return {
    id,
    name: type,
    ...(detail === '' ? {} : { detail }),
    ...('value' in source ? { value: JSON.stringify(source.value) } : {}),
    ...('children' in source
      ? { children: () => source.children.map((child, index) => node(child, below(id, index))) }
      : {}),
  };
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A member of an object, or an item of an array. */
function member(name: string, value: unknown, id: string): TreeItem {
  if (typeof value !== 'object' || value === null) return { id, name, value: JSON.stringify(value) };
  const entries = Object.entries(value);
  const detail = Array.isArray(value)
    ? `${entries.length} ${entries.length === 1 ? 'item' : 'items'}`
    : undefined;
  const children = () => entries.map(([key, inner]) => member(key, inner, below(id, key)));
  return { id, name, children, ...(detail === undefined ? {} : { detail }) };
}
