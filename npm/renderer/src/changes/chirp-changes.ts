// Owns the custom element that shows what changed between two revisions. Both are verified inside; where one does not
// hold, there is nothing to compare, and it says so.
import type { Input, Verified } from '@chirp-protocol/protocol';
import { mark } from '../card/mark.js';
import { make } from '../dom.js';
import { loadEngine } from '../engine.js';
import { adoptStyles } from '../style/adopt.js';
import { CHANGES_RULES } from '../style/changes.js';
import { foreign, own } from '../text.js';
import { changesBetween } from './between.js';
import { changesView } from './view.js';
import { WORDS } from './words.js';

/** Where there is no DOM (a server), the class exists and is never constructed. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? class {};

/**
 * `<chirp-changes>`: set `earlier` and `later` to two messages, and it shows what changed between them, or why they
 * cannot be compared. Fires `chirp-compared` (bubbles, crosses shadow roots) when it has. Until both are set, its own
 * children are shown.
 */
export class ChirpChanges extends Base {
  readonly #root = this.attachShadow({ mode: 'open' });
  #earlier: Input | undefined;
  #later: Input | undefined;

  constructor() {
    super();
    adoptStyles(this.#root, CHANGES_RULES);
    this.#root.append(make('slot'));
  }

  connectedCallback(): void {
    for (const name of ['earlier', 'later'] as const) {
      if (!Object.hasOwn(this, name)) continue;
      const early = this[name];
      Reflect.deleteProperty(this, name);
      this[name] = early;
    }
  }

  /** The earlier message: JSON text, UTF-8 bytes, or an object. */
  get earlier(): Input | undefined {
    return this.#earlier;
  }

  set earlier(message: Input | null | undefined) {
    this.#earlier = message ?? undefined;
    void this.#compare();
  }

  /** The later message: JSON text, UTF-8 bytes, or an object. */
  get later(): Input | undefined {
    return this.#later;
  }

  set later(message: Input | null | undefined) {
    this.#later = message ?? undefined;
    void this.#compare();
  }

  async #compare(): Promise<void> {
    const [earlier, later] = [this.#earlier, this.#later];
    if (earlier === undefined || later === undefined) {
      this.#root.replaceChildren(make('slot'));
      return;
    }
    const engine = await loadEngine();
    // While the engine was loading, other messages may have taken over.
    if (earlier !== this.#earlier || later !== this.#later) return;
    this.#root.replaceChildren(...compared(engine.verify(earlier), engine.verify(later)));
    this.dispatchEvent(new CustomEvent('chirp-compared', { bubbles: true, composed: true }));
  }
}

/**
 * Registers the element under `name`, once; a second call with the same name changes nothing, nor does any where there
 * are no elements (a server).
 */
export function defineChirpChanges(name = 'chirp-changes'): void {
  const registry = globalThis.customElements as CustomElementRegistry | undefined;
  if (registry?.get(name) === undefined) registry?.define(name, ChirpChanges);
}

function compared(earlier: Verified, later: Verified): HTMLElement[] {
  if (earlier.envelope === undefined) return mark(WORDS.notComparedEarlier, earlier.reasons);
  if (later.envelope === undefined) return mark(WORDS.notComparedLater, later.reasons);
  return [
    make(
      'div',
      { class: 'card changes-card', part: 'card', role: 'group', 'aria-label': WORDS.changes },
      make(
        'p',
        { class: 'panel-title' },
        own(WORDS.changes),
        ...revisions(earlier.envelope.instrument?.revision, later.envelope.instrument?.revision),
      ),
      ...changesView(changesBetween(earlier.envelope, later.envelope)),
    ),
  ];
}

function revisions(earlier: number | undefined, later: number | undefined): HTMLElement[] {
  if (earlier === undefined || later === undefined) return [];
  const words = [
    `${WORDS.revision} `,
    foreign(`${earlier}`),
    ' → ',
    `${WORDS.revision} `,
    foreign(`${later}`),
  ];
  return [make('span', { class: 'quiet' }, own(...words))];
}
