// Owns how changes are shown: what was and what is beside each other, by a sign and a word as well as by colour.
import { make } from '../dom.js';
import { foreign, own, visible } from '../text.js';
import type { Change, Changes } from './between.js';
import type { Hunk } from './lines.js';
import { SIGNS, STATEMENTS, unchangedOf, WORDS } from './words.js';

/** Lines that are shown of what stayed the same, on each side of a change. */
const CONTEXT = 3;

/** The changes, or that there are none. */
export function changesView({ statements, text }: Changes): HTMLElement[] {
  if (statements.length === 0 && text.length === 0) return [make('p', { class: 'quiet' }, own(WORDS.none))];
  const blocks: HTMLElement[] = [];
  if (statements.length > 0) {
    blocks.push(
      make('ul', { class: 'changes', part: 'changes', role: 'list' }, ...statements.map(statement)),
    );
  }
  if (text.length > 0) {
    const attributes = { class: 'diff', part: 'diff', role: 'group', 'aria-label': WORDS.text } as const;
    const hunks = text.flatMap((one, index) => hunk(one, index === 0, index === text.length - 1));
    blocks.push(make('div', attributes, ...hunks));
  }
  return blocks;
}

function statement({ after, before, item, what }: Change): HTMLElement {
  const name = make('span', { class: 'change-name' }, own(STATEMENTS[what]));
  if (item !== undefined)
    name.append(' ', make('code', { class: 'change-item', translate: 'no' }, foreign(item)));
  return make(
    'li',
    { class: 'change', part: 'change' },
    name,
    ...said('removed', before),
    ...said('added', after),
  );
}

function said(kind: 'added' | 'removed', value: string | undefined): HTMLElement[] {
  if (value === undefined) return [];
  return [
    make('div', { class: 'said', 'data-kind': kind }, label(kind, 'value'), marked(kind, foreign(value))),
  ];
}

function hunk({ kind, lines }: Hunk, first: boolean, last: boolean): HTMLElement[] {
  if (kind !== 'same') {
    const text = make('span', { class: 'text', dir: 'auto' }, visible(lines.join('\n')));
    return [make('div', { class: 'said', 'data-kind': kind }, label(kind, 'line'), marked(kind, text))];
  }
  const head = first ? [] : lines.slice(0, CONTEXT);
  const tail = last ? [] : lines.slice(Math.max(head.length, lines.length - CONTEXT));
  const left = lines.length - head.length - tail.length;
  return [
    ...context(head),
    ...(left > 0 ? [make('p', { class: 'quiet unchanged' }, own(unchangedOf(left)))] : []),
    ...context(tail),
  ];
}

function context(lines: readonly string[]): HTMLElement[] {
  if (lines.length === 0) return [];
  return [make('div', { class: 'said text', 'data-kind': 'same', dir: 'auto' }, visible(lines.join('\n')))];
}

function label(kind: 'added' | 'removed', of: 'line' | 'value'): HTMLElement {
  const { sign, [of]: word } = SIGNS[kind];
  const mark = make('span', { class: 'sign', 'aria-hidden': 'true' }, sign);
  return make('span', { class: 'said-word' }, own(mark, ` ${word}`));
}

function marked(kind: 'added' | 'removed', content: HTMLElement): HTMLElement {
  return make(kind === 'added' ? 'ins' : 'del', {}, content);
}
