// Owns the tree view: a collapsible ARIA tree with one tab stop, and the keys of the ARIA practices: arrows,
// Home, End, `*` for all siblings, letters to find. What was unfolded stays so when the message changes.
import { foreign } from '@chirp-protocol/renderer';
import type { Arrival } from '../model/playground.js';
import { icon, make } from './dom.js';
import { notVerified } from './not-verified.js';
import { type TreeItem, treeItems } from './tree-items.js';

/** How deep the tree is unfolded before anybody touched it. */
const UNFOLDED_DEPTH = 3;

/** The tree view in `panel`. */
export class TreeView {
  readonly #folded = new Map<string, boolean>();
  readonly #items = new Map<HTMLElement, { readonly item: TreeItem; readonly depth: number }>();

  constructor(private readonly panel: HTMLElement) {
    panel.addEventListener('click', (event) => this.#onClick(event));
    panel.addEventListener('keydown', (event) => this.#onKey(event));
  }

  /** Shows the tree of a verified message, or why there is none. */
  show(arrival: Arrival): void {
    this.#items.clear();
    const roots = treeItems(arrival);
    if (roots.length === 0) {
      this.panel.replaceChildren(notVerified('No tree', arrival));
      return;
    }
    const tree = make('ul', { role: 'tree', 'aria-label': 'The verified message', class: 'tree' });
    tree.append(...roots.map((root) => this.#line(root, 1)));
    tree.querySelector('[role=treeitem]')?.setAttribute('tabindex', '0');
    const note = 'This message has no PubMark, so there is no tree of rich text, only its envelope.';
    const hasRichText = arrival.verified.tree !== undefined;
    this.panel.replaceChildren(...(hasRichText ? [] : [make('p', { class: 'quiet' }, note)]), tree);
  }

  #line(item: TreeItem, depth: number): HTMLElement {
    const line = make('li', { role: 'treeitem', tabindex: '-1', 'aria-level': `${depth}` }, label(item));
    this.#items.set(line, { item, depth });
    if (item.children !== undefined) this.#fold(line, this.#folded.get(item.id) ?? depth >= UNFOLDED_DEPTH);
    return line;
  }

  #fold(line: HTMLElement, folded: boolean): void {
    const entry = this.#items.get(line);
    if (entry?.item.children === undefined) return;
    line.setAttribute('aria-expanded', `${!folded}`);
    if (folded || line.querySelector(':scope > [role=group]') !== null) return;
    const lines = entry.item.children().map((child) => this.#line(child, entry.depth + 1));
    line.append(make('ul', { role: 'group' }, ...lines));
  }

  #setFolded(line: HTMLElement, folded: boolean): void {
    const entry = this.#items.get(line);
    if (entry === undefined) return;
    this.#folded.set(entry.item.id, folded);
    this.#fold(line, folded);
  }

  #onClick(event: MouseEvent): void {
    const line = lineOf(event.target);
    if (line === undefined) return;
    this.#focus(line);
    this.#setFolded(line, isUnfolded(line));
  }

  #onKey(event: KeyboardEvent): void {
    const line = lineOf(event.target);
    if (line === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    if (!this.#move(line, event.key)) return;
    event.preventDefault();
  }

  /** Does what a key asks for; false when it is none of this tree's. */
  #move(line: HTMLElement, key: string): boolean {
    const shown = this.#shown();
    const index = shown.indexOf(line);
    const isOpen = isUnfolded(line);
    switch (key) {
      case 'ArrowDown':
        return this.#focus(shown[index + 1]);
      case 'ArrowUp':
        return this.#focus(shown[index - 1]);
      case 'Home':
        return this.#focus(shown[0]);
      case 'End':
        return this.#focus(shown.at(-1));
      case 'ArrowRight':
        if (isOpen) return this.#focus(shown[index + 1]);
        this.#setFolded(line, false);
        return true;
      case 'ArrowLeft':
        if (!isOpen) return this.#focus(lineOf(line.parentElement));
        this.#setFolded(line, true);
        return true;
      case 'Enter':
      case ' ':
        this.#setFolded(line, isOpen);
        return true;
      case '*':
        for (const sibling of line.parentElement?.children ?? []) {
          if (sibling instanceof HTMLElement) this.#setFolded(sibling, false);
        }
        return true;
      default:
        return key.length === 1 && this.#find([...shown.slice(index + 1), ...shown.slice(0, index)], key);
    }
  }

  #find(lines: readonly HTMLElement[], letter: string): boolean {
    const wanted = letter.toLowerCase();
    return this.#focus(
      lines.find((line) => this.#items.get(line)?.item.name.toLowerCase().startsWith(wanted)),
    );
  }

  /** Makes a line the one that Tab comes to, and goes there. */
  #focus(line: HTMLElement | undefined): boolean {
    if (line === undefined) return true;
    for (const other of this.panel.querySelectorAll('[role=treeitem][tabindex="0"]')) {
      other.setAttribute('tabindex', '-1');
    }
    line.setAttribute('tabindex', '0');
    line.focus();
    return true;
  }

  /** The lines that are not inside a folded one, from top to bottom. */
  #shown(): HTMLElement[] {
    const all = [...this.panel.querySelectorAll<HTMLElement>('[role=treeitem]')];
    return all.filter((line) => line.parentElement?.closest('[aria-expanded=false]') === null);
  }
}

function label({ children, detail, name, value }: TreeItem): HTMLElement {
  const parts: Node[] = [make('span', { class: 'tree-name' }, foreign(name))];
  if (detail !== undefined) parts.push(make('span', { class: 'tree-detail' }, foreign(detail)));
  if (value !== undefined) parts.push(make('span', { class: 'tree-value' }, foreign(value)));
  return make('span', { class: 'tree-line' }, children === undefined ? '' : icon('chevron'), ...parts);
}

function lineOf(target: EventTarget | null): HTMLElement | undefined {
  if (!(target instanceof Element)) return undefined;
  return target.closest<HTMLElement>('[role=treeitem]') ?? undefined;
}

function isUnfolded(line: HTMLElement): boolean {
  return line.getAttribute('aria-expanded') === 'true';
}
