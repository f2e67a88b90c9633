// Generated from the schema of the Rust core by `npm run generate`. Do not edit.

import type { Tape } from '../tape.js';
import type {
  BlockquoteNode,
  BreakNode,
  CalloutNode,
  CodeNode,
  DeleteNode,
  EmphasisNode,
  HeadingNode,
  ImageNode,
  InlineCodeNode,
  LinkNode,
  ListItemNode,
  ListNode,
  Node,
  ParagraphNode,
  Projection,
  RootNode,
  StrongNode,
  TableCellNode,
  TableNode,
  TableRowNode,
  TextNode,
  ThematicBreakNode,
} from './wire.js';

const freeze: <T>(value: T) => T = Object.freeze;

const ALIGN = [
  'left',
  'center',
  'right',
  'none',
] as const;

const TONE = [
  'note',
  'tip',
  'important',
  'warning',
  'caution',
] as const;

const PROJECTION_PROFILE = [
  'org.renkara.pubmark.projection/0.1',
] as const;

/** Reads a projection; its tree is deeply frozen. */
export function projection(tape: Tape): Projection {
  tape.word();
  return {
    digest: tape.text(),
    profile: tape.choice(PROJECTION_PROFILE),
    source: tape.text(),
    tree: node(tape) as RootNode,
  };
}

/** Reads a node. It is deeply frozen. */
export function node(tape: Tape): Node {
  const head = tape.word();
  switch (head >>> 16) {
    case 0:
      return freeze<RootNode>({ children: children(tape), type: 'root' });
    case 1:
      return freeze<ParagraphNode>({ children: children(tape), type: 'paragraph' });
    case 2:
      return freeze<HeadingNode>({ children: children(tape), depth: tape.word(), type: 'heading' });
    case 3:
      return freeze<TextNode>({ type: 'text', value: tape.text() });
    case 4:
      return freeze<EmphasisNode>({ children: children(tape), type: 'emphasis' });
    case 5:
      return freeze<StrongNode>({ children: children(tape), type: 'strong' });
    case 6:
      return freeze<DeleteNode>({ children: children(tape), type: 'delete' });
    case 7:
      return freeze<InlineCodeNode>({ type: 'inlineCode', value: tape.text() });
    case 8:
      return freeze<CodeNode>(head & 32 ? { lang: tape.text(), type: 'code', value: tape.text() } : { type: 'code', value: tape.text() });
    case 9:
      return freeze<BreakNode>({ type: 'break' });
    case 10:
      return freeze<ThematicBreakNode>({ type: 'thematicBreak' });
    case 11:
      return freeze<BlockquoteNode>({ children: children(tape), type: 'blockquote' });
    case 12:
      return freeze<ListNode>(head & 256 ? { children: children(tape), ordered: tape.boolean(), spread: tape.boolean(), start: tape.word(), type: 'list' } : { children: children(tape), ordered: tape.boolean(), spread: tape.boolean(), type: 'list' });
    case 13:
      return freeze<ListItemNode>(head & 4 ? { checked: tape.boolean(), children: children(tape), spread: tape.boolean(), type: 'listItem' } : { children: children(tape), spread: tape.boolean(), type: 'listItem' });
    case 14:
      return freeze<TableNode>({ align: freeze(tape.list(() => tape.choice(ALIGN))), children: children(tape), type: 'table' });
    case 15:
      return freeze<TableRowNode>({ children: children(tape), type: 'tableRow' });
    case 16:
      return freeze<TableCellNode>({ children: children(tape), type: 'tableCell' });
    case 17:
      return freeze<LinkNode>(head & 512 ? { children: children(tape), title: tape.text(), type: 'link', url: tape.text() } : { children: children(tape), type: 'link', url: tape.text() });
    case 18:
      return freeze<ImageNode>(head & 512 ? { alt: tape.text(), title: tape.text(), type: 'image', url: tape.text() } : { alt: tape.text(), type: 'image', url: tape.text() });
    default:
      return freeze<CalloutNode>({ children: children(tape), tone: tape.choice(TONE), type: 'callout' });
  }
}

function children<Child>(tape: Tape): Child[] {
  return freeze(tape.list(node)) as Child[];
}
