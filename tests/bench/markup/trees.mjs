// Owns the compile peers that give a tree, which is what PubMark promises.
import { defaultSchema, sanitize } from 'hast-util-sanitize';
import { marked } from 'marked';
import * as md4w from 'md4w';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { toHast } from 'mdast-util-to-hast';
import rehypeSanitize from 'rehype-sanitize';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { commonmarkParser, commonmarkTree, markdownItTree } from './by-hand.mjs';

await md4w.init();

const pipeline = unified().use(remarkParse).use(remarkRehype).use(rehypeSanitize, defaultSchema).freeze();

/** Source to a tree, by name. Those marked "unchecked" let any link pass. */
export const TREE_PEERS = {
  'tree: unified + rehype-sanitize': (source) => pipeline.runSync(pipeline.parse(source)),
  'tree: mdast + hast-util-sanitize': (source) => sanitize(toHast(fromMarkdown(source)), defaultSchema),
  'tree: markdown-it, by hand': markdownItTree,
  'tree: commonmark.js, by hand': commonmarkTree,
  'tree: marked.lexer, unchecked': (source) => marked.lexer(source),
  'tree: commonmark.js AST, unchecked': (source) => commonmarkParser.parse(source),
  'tree: md4w (wasm) JSON, unchecked': (source) => md4w.mdToJSON(source),
};
