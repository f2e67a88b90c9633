// Owns the groups on PubMark: source to a safe result, and the check of a tree that is already there.
import { DOCUMENT_BYTES, documentCorpus } from '../corpus/corpora.mjs';
import { HTML_PEERS } from '../markup/html.mjs';
import { TREE_PEERS } from '../markup/trees.mjs';
import { walkTree } from '../markup/walk.mjs';
import { VALIDATORS } from '../stacks/validators.mjs';
import { must } from './cases.mjs';

const COMPILE_BASELINES = {
  marked: 'html: marked + sanitize-html',
  'markdown-it': 'tree: markdown-it, by hand',
  'commonmark.js': 'tree: commonmark.js, by hand',
  mdast: 'tree: mdast + hast-util-sanitize',
};
const TREE_CHECK_BASELINES = { ajv: 'ajv', 'by hand': 'by hand' };

/** Groups of this kind, for the package under test or without it. */
export const markupGroups = (ours) =>
  Object.keys(DOCUMENT_BYTES).flatMap((size) => [
    { name: `compile/${size}`, baselines: COMPILE_BASELINES, cases: () => compileCases(size, ours) },
    { name: `tree-check/${size}`, baselines: TREE_CHECK_BASELINES, cases: () => treeCheckCases(size, ours) },
  ]);

const single = (name, bytes, run) => ({ name, items: 1, bytes, run: () => must(run()) });

function compileCases(size, ours) {
  const { source } = documentCorpus(size);
  const bytes = Buffer.byteLength(source);
  const peers = { ...HTML_PEERS, ...TREE_PEERS };
  const cases = Object.entries(peers).map(([name, compile]) => single(name, bytes, () => compile(source)));
  if (ours !== undefined) {
    cases.push(
      single('ours: tree and projection', bytes, () => ours.compile(source).tree),
      single('ours: canonical bytes', bytes, () => ours.compile(source).bytes),
    );
  }
  return cases;
}

// Each case takes the tree as a JavaScript value. Bytes are those of its JSON text, to have a rate at all.
function treeCheckCases(size, ours) {
  const { tree } = documentCorpus(size);
  const bytes = Buffer.byteLength(JSON.stringify(tree));
  const checks = {
    ajv: VALIDATORS.ajv.tree,
    zod: VALIDATORS.zod.tree,
    valibot: VALIDATORS.valibot.tree,
    'by hand': walkTree,
  };
  if (ours !== undefined) checks.ours = ours.checkTree;
  return Object.entries(checks).map(([name, check]) => single(name, bytes, () => check(tree)));
}
