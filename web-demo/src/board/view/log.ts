// Owns the log: what happened, latest first. What was refused says its code. An entry stays the same element for as long
// as it is there, so that what is new takes the focus from nobody.
import { foreign } from '@chirp-protocol/renderer';
import { clockTime } from '../../view/age.js';
import { icon, make } from '../../view/dom.js';
import { nothing } from '../../view/empty.js';
import type { News } from '../model/news.js';

const LOOKS: Readonly<Record<News['kind'], { readonly shape: string; readonly word: string }>> = {
  arrived: { shape: 'new', word: 'Arrived' },
  refused: { shape: 'refused', word: 'Refused' },
  gap: { shape: 'gap', word: 'Removed' },
  done: { shape: 'check', word: 'Done' },
  needed: { shape: 'flag', word: 'Needs you' },
  released: { shape: 'released', word: 'Released' },
};

/** The log in `panel`. `opened` is called with the series of an entry that was chosen; `quiet` stands in an empty one. */
export class Log {
  readonly #items = new WeakMap<News, HTMLElement>();
  readonly #list = make('ol', { class: 'log', role: 'list' });
  #last: HTMLElement | undefined;

  constructor(
    private readonly panel: HTMLElement,
    private readonly opened: (series: string) => void,
    private readonly quiet: string,
  ) {
    this.#list.addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLElement) this.#last = target;
    });
  }

  /** Shows the news. `filtered` is what the reader looks for, if anything. */
  show(news: readonly News[], filtered: string): void {
    if (news.length === 0) {
      this.panel.replaceChildren(
        filtered === ''
          ? nothing('log', 'Nothing has happened yet', this.quiet)
          : nothing('search', 'Nothing is found', `Nothing that happened has “${filtered}” in it.`),
      );
      return;
    }
    const items = news.map((one) => this.#itemOf(one));
    const kept = new Set<Element>(items);
    for (const item of [...this.#list.children]) if (!kept.has(item)) item.remove();
    // Those that stay are not moved: an element that is moved loses the focus.
    let place = this.#list.firstElementChild;
    for (const item of items) {
      if (item === place) place = place.nextElementSibling;
      else this.#list.insertBefore(item, place);
    }
    if (this.#list.parentElement !== this.panel) this.panel.replaceChildren(this.#list);
  }

  /** Goes to the entry that was read last, else to the latest; whether there is one. */
  focus(): boolean {
    const entries = this.#entries();
    const entry = entries.find((one) => one === this.#last) ?? entries[0];
    entry?.focus();
    return entry !== undefined;
  }

  /** Goes so many entries down, or up. */
  step(by: number): void {
    const entries = this.#entries();
    const at = this.#last === undefined ? -1 : entries.indexOf(this.#last);
    const next = at === -1 ? 0 : Math.min(Math.max(at + by, 0), entries.length - 1);
    entries[next]?.focus();
  }

  #entries(): HTMLElement[] {
    return this.#list.isConnected ? [...this.#list.querySelectorAll<HTMLElement>('.log-item')] : [];
  }

  #itemOf(one: News): HTMLElement {
    const item = this.#items.get(one) ?? draw(one, this.opened);
    this.#items.set(one, item);
    return item;
  }
}

function draw(
  { at, code, kind, said, series, subject }: News,
  opened: (series: string) => void,
): HTMLElement {
  const { shape, word } = LOOKS[kind];
  const words = make(
    'button',
    { class: 'log-item', type: 'button', 'data-kind': kind },
    make('time', { class: 'log-time', datetime: at }, clockTime(at)),
    make('span', { class: 'log-kind' }, icon(shape), word),
    make(
      'span',
      { class: 'log-said' },
      make('strong', {}, foreign(subject)),
      ' ',
      foreign(said),
      ...(code === undefined ? [] : [' ', make('code', { class: 'code' }, code)]),
    ),
  );
  words.addEventListener('click', () => opened(series));
  return make('li', {}, words);
}
