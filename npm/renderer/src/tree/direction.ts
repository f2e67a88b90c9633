// Owns the base direction of blocks that hold other blocks. `dir="auto"` cannot serve there: a browser skips
// every descendant that has a direction of its own, and the paragraphs inside do.
import type { TreeNode } from './node.js';

const LETTER = /\p{L}/u;
const RIGHT_TO_LEFT = new RegExp(
  `[${['Adlam', 'Arabic', 'Hanifi_Rohingya', 'Hebrew', 'Mandaic', 'Nko', 'Samaritan', 'Syriac', 'Thaana']
    .map((script) => `\\p{Script=${script}}`)
    .join('')}]`,
  'u',
);

/**
 * The direction of the first letter in or under a node, as rule P2 of UAX #9 reads it; `undefined` when there
 * is none, and the surrounding direction stays. Stops at that letter; walks with a stack of its own, so depth
 * costs no call frames.
 */
export function direction(node: TreeNode): 'ltr' | 'rtl' | undefined {
  const waiting: TreeNode[] = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const letter = LETTER.exec(next.value ?? next.alt ?? '');
    if (letter !== null) return RIGHT_TO_LEFT.test(letter[0]) ? 'rtl' : 'ltr';
    if (next.children !== undefined) waiting.push(...next.children.toReversed());
  }
  return undefined;
}
