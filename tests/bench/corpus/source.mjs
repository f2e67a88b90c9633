// Owns the way from a generated tree to PubMark text. It writes only what `tree.mjs` generates, and
// `check.mjs` proves with a parser of other people that the text reads back as that tree.

const MARKUP = /[\\`*_[\]<>~|#&]/g;
const FENCE = '```';

/** The PubMark text of a generated tree, with one last line feed. */
export const toSource = (root) => `${blocksToLines(root.children).join('\n')}\n`;

/** The lines of one block, without the empty line that separates it from the next. */
export function blockToLines(node) {
  switch (node.type) {
    case 'paragraph':
      return inline(node.children).split('\n');
    case 'heading':
      return [`${'#'.repeat(node.depth)} ${inline(node.children)}`];
    case 'blockquote':
      return quoted(blocksToLines(node.children));
    case 'callout':
      return quoted([`[!${node.tone.toUpperCase()}]`, ...blocksToLines(node.children)]);
    case 'code':
      return [FENCE + (node.lang ?? ''), ...node.value.split('\n'), FENCE];
    case 'thematicBreak':
      return ['---'];
    case 'list':
      return node.children.flatMap((item, index) => itemToLines(item, marker(node, index)));
    case 'table':
      return tableToLines(node);
    default:
      throw new Error(`no text form for a block of type ${node.type}`);
  }
}

function blocksToLines(blocks) {
  return blocks.flatMap((block, index) => (index === 0 ? blockToLines(block) : ['', ...blockToLines(block)]));
}

const quoted = (lines) => lines.map((line) => (line === '' ? '>' : `> ${line}`));
const marker = (list, index) => (list.ordered ? `${(list.start ?? 1) + index}. ` : '- ');

function itemToLines(item, bullet) {
  const box = item.checked === undefined ? '' : item.checked ? '[x] ' : '[ ] ';
  const lines = item.children.flatMap(blockToLines);
  const indent = ' '.repeat(bullet.length);
  return lines.map((line, index) => (index === 0 ? bullet + box + line : indent + line));
}

const RULES = { left: ':--', center: ':-:', right: '--:', none: '---' };

function tableToLines({ align, children: [header, ...body] }) {
  const row = ({ children }) => `| ${children.map((cell) => inline(cell.children)).join(' | ')} |`;
  return [row(header), `| ${align.map((side) => RULES[side]).join(' | ')} |`, ...body.map(row)];
}

const inline = (children) => children.map(inlineToText).join('');

function inlineToText(node) {
  switch (node.type) {
    case 'text':
      return node.value.replace(MARKUP, '\\$&');
    case 'strong':
      return `**${inline(node.children)}**`;
    case 'emphasis':
      return `*${inline(node.children)}*`;
    case 'delete':
      return `~~${inline(node.children)}~~`;
    case 'inlineCode':
      return `\`${node.value}\``;
    case 'break':
      return '\\\n';
    case 'link':
      return `[${inline(node.children)}](${node.url}${node.title === undefined ? '' : ` "${node.title}"`})`;
    case 'image':
      return `![${node.alt}](${node.url})`;
    default:
      throw new Error(`no text form for a span of type ${node.type}`);
  }
}
