// Owns a list of which one row is the current one: one tab stop, arrows and letters to move, and rows that come, go and
// change places without taking the focus or the scroll position with them.
import { make } from '../../view/dom.js';

/** What is to stand in a row. */
export interface RowOf<Item> {
  /** Names the row; it stays the same element as long as its item is there. */
  readonly key: (item: Item) => string;
  /** Changes when the row must be drawn anew. */
  readonly stamp: (item: Item) => string;
  readonly draw: (item: Item) => readonly Node[];
}

/**
 * Rows in `body`. `moved` is called when the reader goes to another row, `opened` when they want to see it, and whether a
 * key said so.
 */
export class Rows<Item> {
  readonly #rows = new Map<string, HTMLElement>();
  readonly #stamps = new WeakMap<HTMLElement, string>();
  #current: string | undefined;
  #order: readonly string[] = [];

  constructor(
    private readonly body: HTMLElement,
    private readonly of: RowOf<Item>,
    private readonly moved: (key: string) => void,
    private readonly opened: (key: string, byKey: boolean) => void,
  ) {
    body.addEventListener('click', (event) => {
      const key = this.#keyAt(event.target);
      if (key === undefined) return;
      this.go(key);
      opened(key, false);
    });
    body.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (this.#press(event.key)) event.preventDefault();
    });
  }

  /** The key of the row that Tab comes to. */
  get current(): string | undefined {
    return this.#current;
  }

  /** Shows these items in this order. `selected` is the row that is marked. */
  show(items: readonly Item[], selected: string | undefined): void {
    const focused = this.#keyAt(document.activeElement);
    const before = this.#order;
    const keys = items.map((item) => this.of.key(item));
    for (const [index, item] of items.entries()) this.#draw(keys[index] ?? '', item);
    const kept = new Set(keys);
    const neighbour = focused === undefined || kept.has(focused) ? undefined : near(before, focused, kept);
    for (const [key, row] of this.#rows) {
      if (kept.has(key)) continue;
      row.remove();
      this.#rows.delete(key);
    }
    this.#arrange(keys);
    this.#order = keys;
    if (this.#current === undefined || !kept.has(this.#current)) {
      this.#current = neighbour ?? (selected !== undefined && kept.has(selected) ? selected : keys[0]);
    }
    for (const [key, row] of this.#rows) {
      row.tabIndex = key === this.#current ? 0 : -1;
      row.setAttribute('aria-selected', `${key === selected}`);
    }
    // Whoever was in the list stays there: in the same row, or in the one beside that which went.
    const back = focused === undefined || kept.has(focused) ? focused : neighbour;
    if (back !== undefined && this.#keyAt(document.activeElement) !== back) {
      this.#rows.get(back)?.focus({ preventScroll: true });
    }
  }

  /** Makes a row the current one, and goes there. */
  go(key: string | undefined): void {
    const row = key === undefined ? undefined : this.#rows.get(key);
    if (key === undefined || row === undefined) return;
    const last = this.#current === undefined ? undefined : this.#rows.get(this.#current);
    if (last !== undefined) last.tabIndex = -1;
    this.#current = key;
    row.tabIndex = 0;
    row.focus();
    this.moved(key);
  }

  /** Goes to the current row, without moving; whether there is one. */
  focus(): boolean {
    const row = this.#current === undefined ? undefined : this.#rows.get(this.#current);
    row?.focus();
    return row !== undefined;
  }

  /** Goes so many rows down, or up. */
  step(by: number): void {
    const index = this.#current === undefined ? -1 : this.#order.indexOf(this.#current);
    const last = this.#order.length - 1;
    this.go(this.#order[Math.min(Math.max(index + by, 0), last)]);
  }

  #press(key: string): boolean {
    switch (key) {
      case 'ArrowDown':
        this.step(1);
        return true;
      case 'ArrowUp':
        this.step(-1);
        return true;
      case 'PageDown':
        this.step(10);
        return true;
      case 'PageUp':
        this.step(-10);
        return true;
      case 'Home':
        this.go(this.#order[0]);
        return true;
      case 'End':
        this.go(this.#order.at(-1));
        return true;
      case 'Enter':
        if (this.#current !== undefined) this.opened(this.#current, true);
        return true;
      default:
        return false;
    }
  }

  #draw(key: string, item: Item): void {
    const stamp = this.of.stamp(item);
    const row = this.#rows.get(key) ?? make('div', { class: 'row', role: 'row', 'data-key': key });
    if (this.#stamps.get(row) === stamp) return;
    this.#stamps.set(row, stamp);
    row.replaceChildren(...this.of.draw(item));
    this.#rows.set(key, row);
  }

  /** Puts the rows in order. One that is in its place is not moved, so that the browser can hold the scroll position. */
  #arrange(keys: readonly string[]): void {
    let place = this.body.firstElementChild;
    for (const key of keys) {
      const row = this.#rows.get(key);
      if (row === undefined) continue;
      if (row === place) place = place.nextElementSibling;
      else this.body.insertBefore(row, place);
    }
  }

  #keyAt(target: EventTarget | null): string | undefined {
    if (!(target instanceof Element) || !this.body.contains(target)) return undefined;
    return target.closest('.row')?.getAttribute('data-key') ?? undefined;
  }
}

/** The row nearest to one that went, among those that stayed: the next, else the one before. */
function near(order: readonly string[], gone: string, kept: ReadonlySet<string>): string | undefined {
  const at = order.indexOf(gone);
  return (
    order.slice(at + 1).find((key) => kept.has(key)) ?? order.slice(0, at).findLast((key) => kept.has(key))
  );
}
