// Owns the tree check a careful programmer writes by hand: known nodes, exactly their members, allowed
// children, safe links, bounded size and depth. The rules are those of the contract; only the code is made
// for speed.
import { FORMS } from '../contract/forms.mjs';

const MOST_NODES = 10_000;
const DEEPEST = 32;
const LINK = new RegExp(FORMS.link.pattern);
const PROSE = new RegExp(FORMS.long.pattern);
const TONES = new Set(['note', 'tip', 'important', 'warning', 'caution']);
const ALIGNMENTS = new Set(['left', 'center', 'right', 'none']);

const FLOW = new Set([
  'paragraph',
  'heading',
  'thematicBreak',
  'blockquote',
  'list',
  'code',
  'table',
  'callout',
]);
const WITHIN_LINK = new Set(['text', 'emphasis', 'strong', 'delete', 'inlineCode', 'break', 'image']);
const PHRASING = new Set([...WITHIN_LINK, 'link']);
const ITEMS = new Set(['listItem']);
const ROWS = new Set(['tableRow']);
const CELLS = new Set(['tableCell']);

/** Whether a value is a safe tree in normal form. */
export function walkTree(root) {
  const budget = { nodes: 0 };
  return root?.type === 'root' && closed(root, 2) && children(root, FLOW, 1, budget);
}

function closed(node, members) {
  let count = 0;
  for (const _ in node) count += 1;
  return count === members;
}

const prose = (value, least = 1) => typeof value === 'string' && value.length >= least && PROSE.test(value);
const linked = (url) => typeof url === 'string' && url.length <= 2048 && LINK.test(url);
const titled = (node) => (node.title === undefined ? 0 : prose(node.title) ? 1 : Number.NaN);

function children(node, allowed, depth, budget) {
  const list = node.children;
  if (!Array.isArray(list) || depth > DEEPEST) return false;
  for (let i = 0; i < list.length; i++) {
    const child = list[i];
    budget.nodes += 1;
    if (budget.nodes > MOST_NODES || child === null || typeof child !== 'object') return false;
    if (!allowed.has(child.type) || !known(child, allowed, depth + 1, budget)) return false;
  }
  return true;
}

// `allowed` is what the parent may hold: phrasing keeps it, so that no link hides deeper within a link.
function known(node, allowed, depth, budget) {
  switch (node.type) {
    case 'text':
    case 'inlineCode':
      return closed(node, 2) && prose(node.value);
    case 'break':
    case 'thematicBreak':
      return closed(node, 1);
    case 'emphasis':
    case 'strong':
    case 'delete':
      return closed(node, 2) && children(node, allowed, depth, budget);
    case 'link':
      return closed(node, 3 + titled(node)) && linked(node.url) && children(node, WITHIN_LINK, depth, budget);
    case 'image':
      return closed(node, 3 + titled(node)) && linked(node.url) && prose(node.alt, 0);
    case 'paragraph':
    case 'tableCell':
      return closed(node, 2) && children(node, PHRASING, depth, budget);
    case 'heading':
      return closed(node, 3) && whole(node.depth, 1, 6) && children(node, PHRASING, depth, budget);
    case 'blockquote':
      return closed(node, 2) && children(node, FLOW, depth, budget);
    case 'callout':
      return closed(node, 3) && TONES.has(node.tone) && children(node, FLOW, depth, budget);
    case 'code':
      return node.lang === undefined
        ? closed(node, 2) && prose(node.value, 0)
        : closed(node, 3) && prose(node.lang) && prose(node.value, 0);
    case 'list':
      return listed(node) && children(node, ITEMS, depth, budget);
    case 'listItem':
      return itemised(node) && children(node, FLOW, depth, budget);
    case 'table':
      return closed(node, 3) && aligned(node.align) && children(node, ROWS, depth, budget);
    case 'tableRow':
      return closed(node, 2) && children(node, CELLS, depth, budget);
    default:
      return false;
  }
}

const whole = (value, low, high) => Number.isInteger(value) && value >= low && value <= high;

function listed(node) {
  if (typeof node.ordered !== 'boolean' || typeof node.spread !== 'boolean') return false;
  return node.start === undefined ? closed(node, 4) : closed(node, 5) && whole(node.start, 0, 999_999_999);
}

function itemised(node) {
  if (typeof node.spread !== 'boolean') return false;
  return node.checked === undefined ? closed(node, 3) : closed(node, 4) && typeof node.checked === 'boolean';
}

const aligned = (align) => Array.isArray(align) && align.every((side) => ALIGNMENTS.has(side));
