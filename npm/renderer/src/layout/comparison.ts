// Owns the layout `comparison`: what is compared stands side by side, the sections of the text as columns or its tables
// over the whole width.
import { make } from '../dom.js';
import { box, foot, type Parts } from './parts.js';

/** More columns than these are no comparison, and are too narrow to read. */
const MOST_COLUMNS = 4;

/** The decision follows what was compared. */
export function comparison(parts: Parts): HTMLElement[] {
  const { actions, attention, audit, body, evidence, header } = parts;
  for (const element of body) if (element.classList.contains('chirp-tree')) intoColumns(element);
  return [
    header,
    ...attention,
    ...body,
    ...box('call', ...actions),
    ...box('panels', ...audit, ...evidence),
    foot(parts),
  ];
}

/**
 * Makes columns of the sections under the highest headings that there are several of, if none of them holds a table,
 * which is a comparison itself. What stands before the first of them stays above. Linear in the top level of the tree.
 */
function intoColumns(tree: HTMLElement): void {
  const depth = ['1', '2', '3', '4', '5', '6'].find((depth) => headings(tree, depth).length > 1);
  if (depth === undefined || tree.querySelector(':scope > .table') !== null) return;
  const count = headings(tree, depth).length;
  if (count > MOST_COLUMNS) return;
  const columns = make('div', { class: 'columns' });
  let column: HTMLElement | undefined;
  for (const node of [...tree.children]) {
    if (node.matches(`.heading[data-depth="${depth}"]`)) {
      column = make('div', { class: 'column' });
      columns.append(column);
    }
    column?.append(node);
  }
  tree.append(columns);
}

function headings(tree: HTMLElement, depth: string): NodeListOf<Element> {
  return tree.querySelectorAll(`:scope > .heading[data-depth="${depth}"]`);
}
