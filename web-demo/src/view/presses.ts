// Owns that what a person did once is run once: a key that is held down and the second click of a double click are not
// another wish.

/** Within this time of a press, another of the same belongs to it (ms); systems count a double click so. */
const SAME_MS = 500;

/** Tells presses that are meant from those that come with them. */
export class Presses {
  readonly #last = new Map<string, number>();
  readonly #pending = new Set<string>();
  #isHeld = false;

  constructor() {
    document.addEventListener('keydown', ({ repeat }) => this.#hold(repeat), { capture: true });
    for (const end of ['keyup', 'pointerdown'])
      document.addEventListener(end, () => this.#hold(false), { capture: true });
    // Where another window has the keyboard, the end of the press is not heard.
    addEventListener('blur', () => this.#hold(false));
  }

  /** Runs what was pressed, unless it runs already or the press belongs to the one before. */
  async run(what: string, start: () => Promise<void>): Promise<void> {
    const now = performance.now();
    const isSame = now - (this.#last.get(what) ?? Number.NEGATIVE_INFINITY) < SAME_MS;
    this.#last.set(what, now);
    if (isSame || this.#isHeld || this.#pending.has(what)) return;
    this.#pending.add(what);
    await start().finally(() => this.#pending.delete(what));
  }

  #hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
  }
}
