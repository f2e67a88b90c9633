// Owns the two trees written by hand: from a parser's own output straight to mdast nodes with links checked, the shortest
// ways there that JavaScript has.
import * as commonmark from 'commonmark';
import MarkdownIt from 'markdown-it';

const SAFE_SCHEME = /^(?:https?:\/\/|mailto:)/;
const text = (value) => ({ type: 'text', value });

const markdownIt = new MarkdownIt('commonmark', { html: false });

// What a markdown-it token opens. A link with another scheme opens nothing of its own: its text joins the
// parent.
const OPENERS = {
  paragraph_open: () => ({ type: 'paragraph', children: [] }),
  heading_open: (token) => ({ type: 'heading', depth: Number(token.tag[1]), children: [] }),
  bullet_list_open: () => ({ type: 'list', ordered: false, spread: false, children: [] }),
  ordered_list_open: () => ({ type: 'list', ordered: true, spread: false, children: [] }),
  list_item_open: () => ({ type: 'listItem', spread: false, children: [] }),
  blockquote_open: () => ({ type: 'blockquote', children: [] }),
  strong_open: () => ({ type: 'strong', children: [] }),
  em_open: () => ({ type: 'emphasis', children: [] }),
  link_open(token) {
    const url = token.attrGet('href');
    return SAFE_SCHEME.test(url) ? { type: 'link', url, children: [] } : undefined;
  },
};

// What a markdown-it token is, if it holds nothing.
const LEAVES = {
  text: (token) => text(token.content),
  softbreak: () => text('\n'),
  hardbreak: () => ({ type: 'break' }),
  code_inline: (token) => ({ type: 'inlineCode', value: token.content }),
  fence: (token) => ({ type: 'code', lang: token.info, value: token.content.slice(0, -1) }),
  code_block: (token) => ({ type: 'code', value: token.content.slice(0, -1) }),
  hr: () => ({ type: 'thematicBreak' }),
  image(token) {
    const url = token.attrGet('src');
    return SAFE_SCHEME.test(url) ? { type: 'image', url, alt: token.content } : text(token.content);
  },
};

/** A tree from the tokens of markdown-it. */
export function markdownItTree(source) {
  const root = { type: 'root', children: [] };
  const open = [root.children];
  const place = (tokens) => {
    for (const token of tokens) {
      const children = open[open.length - 1];
      if (token.type === 'inline') place(token.children);
      else if (token.nesting === -1) open.pop();
      else if (token.nesting === 1) {
        const node = OPENERS[token.type](token);
        if (node !== undefined) children.push(node);
        open.push(node === undefined ? children : node.children);
      } else children.push(LEAVES[token.type](token));
    }
  };
  place(markdownIt.parse(source, {}));
  return root;
}

/** The parser of commonmark.js. */
export const commonmarkParser = new commonmark.Parser();

function commonmarkChildren(parent) {
  const children = [];
  for (let node = parent.firstChild; node !== null; node = node.next) commonmarkNode(node, children);
  return children;
}

function commonmarkNode(node, siblings) {
  switch (node.type) {
    case 'text':
    case 'html_inline':
    case 'html_block':
      return siblings.push(text(node.literal));
    case 'softbreak':
      return siblings.push(text('\n'));
    case 'linebreak':
      return siblings.push({ type: 'break' });
    case 'code':
      return siblings.push({ type: 'inlineCode', value: node.literal });
    case 'code_block':
      return siblings.push({ type: 'code', lang: node.info ?? '', value: node.literal.slice(0, -1) });
    case 'thematic_break':
      return siblings.push({ type: 'thematicBreak' });
    case 'paragraph':
      return siblings.push({ type: 'paragraph', children: commonmarkChildren(node) });
    case 'heading':
      return siblings.push({ type: 'heading', depth: node.level, children: commonmarkChildren(node) });
    case 'block_quote':
      return siblings.push({ type: 'blockquote', children: commonmarkChildren(node) });
    case 'list':
      return siblings.push({
        type: 'list',
        ordered: node.listType === 'ordered',
        spread: !node.listTight,
        children: commonmarkChildren(node),
      });
    case 'item':
      return siblings.push({ type: 'listItem', spread: false, children: commonmarkChildren(node) });
    case 'emph':
      return siblings.push({ type: 'emphasis', children: commonmarkChildren(node) });
    case 'strong':
      return siblings.push({ type: 'strong', children: commonmarkChildren(node) });
    case 'link': {
      const children = commonmarkChildren(node);
      if (!SAFE_SCHEME.test(node.destination)) return siblings.push(...children);
      return siblings.push({ type: 'link', url: node.destination, children });
    }
    case 'image': {
      const alt = commonmarkChildren(node)
        .map((child) => child.value ?? '')
        .join('');
      if (!SAFE_SCHEME.test(node.destination)) return siblings.push(text(alt));
      return siblings.push({ type: 'image', url: node.destination, alt });
    }
    default:
      throw new Error(`unexpected commonmark.js node ${node.type}`);
  }
}

/** A tree from the nodes of commonmark.js. */
export const commonmarkTree = (source) => ({
  type: 'root',
  children: commonmarkChildren(commonmarkParser.parse(source)),
});
