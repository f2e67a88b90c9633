// Owns a list of messages that is read from its end: entries stay the same elements for as long as they show the same, the
// end stays in view for who is at the end, and everybody else stays where they read.
import { dayOf } from '../../view/age.js';
import { counted, make } from '../../view/dom.js';
import type { Message, Pending } from '../model/message.js';
import { type Doing, entryOf, pendingEntry, showReplies } from './entry.js';

/** What a feed shows. */
export interface Shown {
  readonly messages: readonly Message[];
  readonly pending: readonly Pending[];
  /** Replies by the id of the message that they answer; undefined where the feed is a thread. */
  readonly replies?: ReadonlyMap<string, readonly Message[]>;
  /** The account of who reads. */
  readonly me: string;
  /** The first message that was not read when the feed was opened. */
  readonly newFrom?: string | undefined;
}

/** So near to its end a feed is at its end (px). */
const NEAR_PX = 48;

/** Messages of one account within this time stand together (ms). */
const TOGETHER_MS = 300_000;

/** The messages in `panel`, which scrolls. */
export class Feed {
  readonly #entries = new Map<string, { readonly stamp: string; readonly entry: HTMLElement }>();
  readonly #list = make('ol', { class: 'feed', role: 'list' });
  readonly #jump = make('button', { class: 'button feed-jump', type: 'button', hidden: '' });
  readonly #older = make(
    'button',
    { class: 'button feed-older', type: 'button', hidden: '' },
    'Older messages',
  );
  #instead: HTMLElement | undefined;
  #isAtEnd = true;
  #missed = 0;
  #shown: ReadonlySet<string> = new Set();
  /** Where the panel was scrolled to. */
  #top = 0;

  /** `atEnd` is called when the reader has come to the end. */
  constructor(
    private readonly panel: HTMLElement,
    private readonly doing: Doing,
    private readonly atEnd: () => void,
    older?: () => Promise<void>,
    /** What stands where there is no message. */
    private readonly quiet?: () => HTMLElement,
  ) {
    panel.append(this.#older, this.#list, this.#jump);
    this.#jump.addEventListener('click', () => this.toEnd());
    this.#older.addEventListener('click', () => void this.#readOlder(older));
    panel.addEventListener('scroll', () => this.#look(), { passive: true });
    // Messages grow when they are verified, and windows change.
    const watch = new ResizeObserver(() => {
      if (this.#isAtEnd) this.#stay();
    });
    watch.observe(this.#list);
    watch.observe(panel);
  }

  /** Forgets what was shown, for another channel. */
  clear(): void {
    this.instead(undefined);
    this.#entries.clear();
    this.#list.replaceChildren();
    this.#shown = new Set();
    this.#isAtEnd = true;
    this.#missed = 0;
    this.#jump.hidden = true;
  }

  /** Shows one thing in place of messages; undefined takes it away. */
  instead(element: HTMLElement | undefined): void {
    this.#instead?.remove();
    this.#instead = element;
    this.#list.hidden = element !== undefined;
    if (element === undefined) return;
    this.#older.hidden = true;
    this.panel.append(element);
  }

  show({ me, messages, newFrom, pending, replies }: Shown, hasOlder = false): void {
    const isQuiet = messages.length + pending.length === 0;
    if (!isQuiet) this.instead(undefined);
    else if (!hasOlder) this.instead(this.quiet?.());
    const heads = headsOf(messages);
    const items: HTMLElement[] = [];
    let day = '';
    let before: Message | undefined;
    for (const message of messages) {
      const today = dayOf(message.created_at);
      if (today !== day) items.push(this.#entry(`day ${today}`, '', () => separator(today, 'feed-day')));
      if (message.id === newFrom) items.push(this.#entry('new', '', () => separator('New', 'feed-new')));
      const isPast = message.instrument !== undefined && heads.get(message.instrument.series) !== message.id;
      const isOwn = message.sender === me;
      const isRoot = replies !== undefined;
      const stamp = `${message.edited_at} ${isPast}`;
      const entry = this.#entry(message.id, stamp, () =>
        entryOf(message, { isOwn, isPast, isRoot }, this.doing),
      );
      showReplies(entry, message, replies?.get(message.id) ?? [], this.doing);
      const isFirstReply = replies === undefined && before !== undefined && before === messages[0];
      if (isFirstReply) items.push(this.#entry('replies', '', () => separator('Replies', 'feed-day')));
      entry.toggleAttribute('data-follows', !isFirstReply && today === day && isTogether(before, message));
      items.push(entry);
      day = today;
      before = message;
    }
    for (const one of pending)
      items.push(this.#entry(one.key, `${one.state} ${one.why}`, () => pendingEntry(one, this.doing)));
    this.#arrange(items);
    this.#older.hidden = !hasOlder;
    this.#count(messages, me);
  }

  /** Goes to a message, and marks it; whether it is there. */
  goTo(id: string): boolean {
    const entry = this.#entries.get(id)?.entry;
    if (entry === undefined) return false;
    this.#isAtEnd = false;
    entry.scrollIntoView({ block: 'center' });
    entry.focus({ preventScroll: true });
    for (const other of this.#list.querySelectorAll('[data-found]')) other.removeAttribute('data-found');
    entry.toggleAttribute('data-found', true);
    return true;
  }

  toEnd(): void {
    this.#stay();
    this.#look();
  }

  /** The entry of a message, for keys that lead to it. */
  entry(id: string): HTMLElement | undefined {
    return this.#entries.get(id)?.entry;
  }

  get isAtEnd(): boolean {
    return this.#isAtEnd;
  }

  #entry(key: string, stamp: string, draw: () => HTMLElement): HTMLElement {
    const known = this.#entries.get(key);
    if (known?.stamp === stamp) return known.entry;
    const entry = draw();
    if (known !== undefined) replaceKeeping(known.entry, entry);
    this.#entries.set(key, { stamp, entry });
    return entry;
  }

  /** Puts the entries in order; one that is in its place is not moved, since it would lose the focus. */
  #arrange(items: readonly HTMLElement[]): void {
    const kept = new Set<Element>(items);
    const top = this.panel.scrollTop;
    const first = this.#list.querySelector<HTMLElement>('.entry');
    const before = first?.offsetTop ?? 0;
    for (const item of [...this.#list.children]) if (!kept.has(item)) item.remove();
    let place = this.#list.firstElementChild;
    for (const item of items) {
      if (item === place) place = place.nextElementSibling;
      else this.#list.insertBefore(item, place);
    }
    if (this.#isAtEnd) this.#stay();
    // At its very beginning a browser does not hold the place when something comes before it.
    else if (first?.isConnected && top < 1) this.panel.scrollTop = first.offsetTop - before;
  }

  #count(messages: readonly Message[], me: string): void {
    const ids = new Set(messages.map(({ id }) => id));
    const [last] = messages.slice(-1);
    const isMore = this.#shown.size > 0 && last !== undefined && !this.#shown.has(last.id);
    if (isMore && last.sender === me) this.toEnd();
    else if (isMore && !this.#isAtEnd) this.#missed += 1;
    this.#shown = ids;
    this.#jump.hidden = this.#missed === 0;
    this.#jump.textContent = `${counted(this.#missed, 'new message')} below`;
    if (this.#isAtEnd) this.atEnd();
  }

  /** Keeps to the end. */
  #stay(): void {
    this.panel.scrollTop = this.panel.scrollHeight;
    this.#top = this.panel.scrollTop;
  }

  /** Looks where the reader is. Who did not go up is still at the end, which only went on. */
  #look(): void {
    const { clientHeight, scrollHeight, scrollTop } = this.panel;
    const isUp = scrollTop < this.#top;
    this.#top = scrollTop;
    const isNear = scrollHeight - scrollTop - clientHeight < NEAR_PX;
    if (!isNear && isUp) this.#isAtEnd = false;
    if (!isNear) return;
    this.#isAtEnd = true;
    this.#missed = 0;
    this.#jump.hidden = true;
    this.atEnd();
  }

  async #readOlder(older: (() => Promise<void>) | undefined): Promise<void> {
    this.#older.disabled = true;
    this.#older.textContent = 'Reading…';
    this.#isAtEnd = false;
    try {
      await older?.();
      this.#older.textContent = 'Older messages';
    } catch {
      this.#older.textContent = 'No answer: ask again';
    }
    this.#older.disabled = false;
    if (this.#older.hidden) this.#list.querySelector<HTMLElement>('.entry')?.focus({ preventScroll: true });
    else this.#older.focus({ preventScroll: true });
  }
}

/** The message of the latest revision of each series. */
function headsOf(messages: readonly Message[]): ReadonlyMap<string, string> {
  const heads = new Map<string, string>();
  for (const { id, instrument } of messages) if (instrument !== undefined) heads.set(instrument.series, id);
  return heads;
}

function isTogether(before: Message | undefined, message: Message): boolean {
  if (before === undefined || before.isTyped || message.isTyped || before.sender !== message.sender)
    return false;
  return Date.parse(message.created_at) - Date.parse(before.created_at) < TOGETHER_MS;
}

function separator(words: string, kind: string): HTMLElement {
  return make('li', { class: `feed-separator ${kind}` }, make('span', {}, words));
}

/** Puts an entry in the place of another; who was in it is in the new one. */
function replaceKeeping(old: HTMLElement, entry: HTMLElement): void {
  const hadFocus = old.contains(document.activeElement);
  old.replaceWith(entry);
  if (hadFocus) entry.focus({ preventScroll: true });
}
