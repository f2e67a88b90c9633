// Owns the state of the board: the heads that the source has, sorted into lenses by the core, and what happened to them.
// It asks the source once, listens, and sets one timer for when an answer next changes by itself.
import {
  type Classified,
  type Context,
  type Envelope,
  type Lens,
  LensIndex,
  seriesOf,
  verify,
} from '@chirp-protocol/protocol/instruments';
import type { Change, Source } from '../source.js';
import { type News, newsOf } from './news.js';

/** A head, with what the core says of it to the viewer. */
export interface Head {
  readonly classified: Classified;
  readonly envelope: Envelope;
  /** The message as JSON text, as it came. */
  readonly message: string;
}

/** A message that the board holds: verified once, when it came. */
export interface Held {
  readonly envelope: Envelope;
  readonly message: string;
}

/** The most heads of a lens that are asked for at once. */
const PAGE_HEADS = 200;

/** News that is kept; what is older is in the histories. */
const NEWS_KEPT = 200;

/** The board over one source. */
export class Board {
  /** What happened since the board was opened, latest first. */
  news: readonly News[] = [];
  readonly #held = new Map<string, Held>();
  readonly #listeners = new Set<(news: readonly News[]) => void>();
  #callOff: (() => void) | undefined;
  #index: LensIndex | undefined;
  #isLost = false;
  #needed: ReadonlySet<string> = new Set();
  #waiting: Change[] | undefined;

  constructor(readonly source: Source) {
    source.subscribe((change) => this.#take(change));
  }

  /** Whether the source did not say what there is; `load` asks again. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /**
   * Asks the source for everything; what changes until it has answered is taken afterwards. Rejects only when the core
   * cannot run.
   */
  async load(): Promise<void> {
    const waiting: Change[] = [];
    this.#waiting = waiting;
    const heads = await this.source.heads().catch(() => undefined);
    // Somebody has asked anew meanwhile.
    if (this.#waiting !== waiting) return;
    this.#waiting = undefined;
    this.#isLost = heads === undefined;
    this.#index?.free();
    this.#held.clear();
    this.news = [];
    this.#index = new LensIndex({ workspace: this.source.workspace, context: this.context() });
    this.#index.putLines((heads ?? []).join('\n'));
    for (const message of heads ?? []) this.#hold(message);
    this.#settle([], true);
    for (const change of waiting) this.#take(change);
  }

  /** Calls `listener` after every change, with the news in it. */
  subscribe(listener: (news: readonly News[]) => void): void {
    this.#listeners.add(listener);
  }

  /** How many heads each lens has. */
  get counts(): Readonly<Record<Lens, number>> | undefined {
    return this.#index?.counts;
  }

  /** The heads of a lens, in the order of the core. */
  heads(lens: Lens): readonly Head[] {
    const heads: Head[] = [];
    let after: string | undefined;
    do {
      const page = this.#index?.page({
        lens,
        limit: PAGE_HEADS,
        ...(after === undefined ? {} : { after }),
      });
      for (const classified of page?.heads ?? []) {
        const head = this.#headOf(classified);
        if (head !== undefined) heads.push(head);
      }
      after = page?.next;
    } while (after !== undefined);
    return heads;
  }

  /** The head of a series; undefined when it has none, or was removed. */
  head(series: string): Head | undefined {
    const classified = this.#index?.head(series);
    return classified === undefined ? undefined : this.#headOf(classified);
  }

  /** Who looks, what is registered and done, and when: what every answer of the core depends on. */
  context(): Context {
    const { capabilities, done, viewer } = this.source;
    return { viewer, capabilities: [...capabilities], done: [...done], now: this.source.now() };
  }

  #take(change: Change): void {
    const index = this.#index;
    if (change.kind === 'reset') {
      void this.load();
      return;
    }
    if (this.#waiting !== undefined || index === undefined) {
      this.#waiting?.push(change);
      return;
    }
    if (change.kind === 'context') {
      index.setContext(this.context());
      this.#settle([], true);
      return;
    }
    index.setNow(this.source.now());
    const before = this.#held.get(change.series);
    if (change.kind === 'arrived') {
      const held = this.#hold(change.message);
      index.put(change.message);
      if (held !== undefined) this.#settle([newsOf(change, held)]);
      return;
    }
    if (change.kind === 'done') index.setDone(change.digest, change.action);
    if (change.kind === 'gap' && change.wasHead) {
      index.remove(change.series);
      this.#held.delete(change.series);
    }
    this.#settle([newsOf(change, change.kind === 'refused' ? heldOf(change.message) : before)]);
  }

  /** Sets the timer for the next change that comes by itself, and tells what has changed. */
  #settle(news: readonly News[], silently = false): void {
    const index = this.#index;
    if (index === undefined) return;
    this.#callOff?.();
    const at = index.changesAt;
    if (at !== undefined) {
      this.#callOff = this.source.wake(at, () => {
        index.setNow(at);
        this.#settle([]);
      });
    }
    const all = [...news, ...this.#attended(silently)];
    this.news = [...all.toReversed(), ...this.news].slice(0, NEWS_KEPT);
    for (const listener of this.#listeners) listener(all);
  }

  /** Which heads came into Needs Me or left it, and for which reason of the core. */
  #attended(silently: boolean): News[] {
    const needed = new Set(this.heads('needs_me').flatMap(({ classified: { series } }) => series ?? []));
    const before = this.#needed;
    this.#needed = needed;
    if (silently) return [];
    const at = this.source.now();
    const came = [...needed].filter((series) => !before.has(series));
    const left = [...before].filter((series) => !needed.has(series));
    return [...came, ...left].flatMap((series) => {
      const head = this.head(series);
      if (head === undefined) return [];
      const { classified } = head;
      const kind = classified.needs_me ? 'needed' : 'released';
      const why = classified.needs_me ? classified.attention?.reason : classified.why_not[0]?.message;
      return [newsOf({ kind, at, series, why: why ?? '' }, head)];
    });
  }

  #headOf(classified: Classified): Head | undefined {
    const held = this.#held.get(classified.series ?? '');
    return held === undefined ? undefined : { classified, ...held };
  }

  #hold(message: string): Held | undefined {
    const held = heldOf(message);
    if (held !== undefined) this.#held.set(seriesOf(message, { workspace: this.source.workspace }), held);
    return held;
  }
}

/** A message with its envelope; undefined for one that does not hold, which the index refuses as well. */
function heldOf(message: string): Held | undefined {
  const { envelope, ok } = verify(message);
  return ok && envelope?.instrument !== undefined ? { envelope, message } : undefined;
}
