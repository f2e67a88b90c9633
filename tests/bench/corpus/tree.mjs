// Owns generated PubMark trees: mdast nodes in the profile's normal form, each of which `source.mjs` can
// write as text that reads back as the same tree. That is why spans are surrounded by spaces, two lists never
// touch, and an ordered list inside an item is left out.
import { mailLink, phrase, webLink } from './words.mjs';

const CODE_SPANS = [
  'npm test',
  'git rev-parse HEAD',
  'retry=3',
  'x < y && z',
  'rev:7',
  'snake_case',
  'a "b" \\c',
];
const NEEDS_ESCAPE = ['a_b', '#42', '[draft]', '2*3', 'C:\\tmp', 'R&D', '<none>', '~5'];
const CODE_BLOCKS = [
  { lang: 'rust', value: 'fn main() {\n    println!("hello");\n}' },
  { lang: 'sh', value: 'git fetch --all\n# done\t"quoted"' },
  { lang: 'json', value: '{\n  "list": [1, 2, 3],\n  "e": "\\u00e9"\n}' },
  { value: 'plain text, no language' },
];
const TONES = ['note', 'tip', 'important', 'warning', 'caution'];
const ALIGNMENTS = ['left', 'center', 'right', 'none'];

const text = (value) => ({ type: 'text', value });
const leaf = (random) => [text(phrase(random, random.between(1, 3)))];

/**
 * A tree of at least `nodes` nodes, and at most one block more.
 * @param {boolean} extended with tables, task items and strikethrough, beyond CommonMark
 */
export function generateTree(random, nodes, extended) {
  const root = { type: 'root', children: [] };
  for (let count = 1; count < nodes; ) {
    const next = generateBlock(random, extended, root.children.at(-1));
    count += countNodes(next);
    root.children.push(next);
  }
  return root;
}

/** One block that may follow `previous` without merging with it. */
export function generateBlock(random, extended, previous) {
  const kind = random.unit();
  if (kind < 0.13)
    return { type: 'heading', depth: random.between(1, 4), children: spans(random, 0, extended, ' ') };
  if (kind < 0.31)
    return previous?.type === 'list' ? paragraph(random, 3, extended) : list(random, extended, true);
  if (kind < 0.37) return { type: 'blockquote', children: [paragraph(random, 2, extended)] };
  if (kind < 0.44) return { type: 'code', ...random.oneOf(CODE_BLOCKS) };
  if (kind < 0.47) return { type: 'thematicBreak' };
  if (kind < 0.53)
    return { type: 'callout', tone: random.oneOf(TONES), children: [paragraph(random, 2, extended)] };
  if (kind < 0.58 && extended) return table(random);
  return paragraph(random, random.between(1, 4), extended);
}

/** How many nodes a tree has, itself included. */
export function countNodes(node) {
  let count = 1;
  for (const child of node.children ?? []) count += countNodes(child);
  return count;
}

function paragraph(random, spanCount, extended) {
  return { type: 'paragraph', children: spans(random, spanCount, extended, '\n') };
}

// Text, then for each span a space, the span, a space and more text. `wrap` is what sometimes stands between
// two words: a line feed is a soft break, which a heading or a table cell cannot hold.
function spans(random, spanCount, extended, wrap) {
  const children = [];
  let open = words(random, wrap);
  for (let i = 0; i < spanCount; i++) {
    if (wrap === '\n' && random.chance(0.04)) {
      children.push(text(open), { type: 'break' });
      open = words(random, wrap);
      continue;
    }
    children.push(text(`${open} `), span(random, extended));
    open = ` ${words(random, wrap)}`;
  }
  children.push(text(open));
  return children;
}

function words(random, wrap) {
  const first = phrase(random, random.between(2, 6));
  const second = phrase(random, random.between(1, 4));
  const extra = random.chance(0.08) ? ` ${random.oneOf(NEEDS_ESCAPE)}` : '';
  return first + extra + (random.chance(0.15) ? wrap : ' ') + second;
}

function span(random, extended) {
  const kind = random.unit();
  if (kind < 0.28) return { type: 'strong', children: leaf(random) };
  if (kind < 0.46) return { type: 'emphasis', children: leaf(random) };
  if (kind < 0.52 && extended) return { type: 'delete', children: leaf(random) };
  if (kind < 0.72) return { type: 'inlineCode', value: random.oneOf(CODE_SPANS) };
  if (kind < 0.95) return link(random, extended);
  return { type: 'image', url: `https://img.example.com/${random.hex(6)}.png`, alt: phrase(random, 3, 0) };
}

// Titles are left out of plain CommonMark documents: md4w 0.2.7, a compile peer, writes broken JSON for them.
function link(random, extended) {
  const url = random.chance(0.9) ? webLink(random) : mailLink(random);
  const children = random.chance(0.15) ? [{ type: 'strong', children: leaf(random) }] : leaf(random);
  return extended && random.chance(0.1)
    ? { type: 'link', url, title: phrase(random, 2), children }
    : { type: 'link', url, children };
}

function list(random, extended, mayNest) {
  const ordered = mayNest && random.chance(0.3);
  const tasks = extended && !ordered && random.chance(0.25);
  const children = [];
  for (let left = random.between(2, 5); left > 0; left--) {
    const item = {
      type: 'listItem',
      spread: false,
      children: [paragraph(random, random.between(0, 2), extended)],
    };
    if (tasks) item.checked = random.chance(0.5);
    if (mayNest && random.chance(0.12)) item.children.push(list(random, extended, false));
    children.push(item);
  }
  const start = ordered && random.chance(0.2) ? random.between(2, 9) : 1;
  return start === 1
    ? { type: 'list', ordered, spread: false, children }
    : { type: 'list', ordered, start, spread: false, children };
}

function table(random) {
  const columns = random.between(2, 4);
  const cell = () => ({ type: 'tableCell', children: leaf(random) });
  const row = () => ({ type: 'tableRow', children: Array.from({ length: columns }, cell) });
  return {
    type: 'table',
    align: Array.from({ length: columns }, () => random.oneOf(ALIGNMENTS)),
    children: Array.from({ length: random.between(2, 4) }, row),
  };
}
