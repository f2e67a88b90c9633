// Owns the proof that a generated tree is what its source says, by a Markdown parser that knows nothing of
// PubMark: its tree is brought into the profile's normal form and must then be equal.
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

const CALLOUT = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]\n/;

/** The tree of a source, in normal form. */
export const readBack = (source) =>
  normal(fromMarkdown(source, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }));

function normal(node) {
  const kept = {};
  for (const [name, value] of Object.entries(node)) {
    if (value === null || value === undefined || value === '' || name === 'position' || name === 'children')
      continue;
    kept[name] = value;
  }
  if (node.type === 'image') kept.alt = node.alt ?? '';
  if (node.type === 'code') kept.value = node.value;
  if (node.type === 'list' && (!node.ordered || node.start === 1)) delete kept.start;
  if (node.type === 'table') kept.align = node.align.map((side) => side ?? 'none');
  if (node.children === undefined) return kept;
  const children = node.children.map(normal);
  return node.type === 'blockquote' ? quoteOrCallout(children) : { ...kept, children };
}

function quoteOrCallout(children) {
  const [first, ...others] = children;
  const mark = CALLOUT.exec(first?.children?.[0]?.value ?? '');
  if (mark === null) return { type: 'blockquote', children };
  const [text, ...rest] = first.children;
  const opening = { ...first, children: [{ ...text, value: text.value.slice(mark[0].length) }, ...rest] };
  return { type: 'callout', tone: mark[1].toLowerCase(), children: [opening, ...others] };
}
