// Owns the clock of the sample day: it can stand, run faster, and be set; what is due happens in order and at its time.

/** A call that is due at an instant (ms since 1970). */
interface Wake {
  readonly at: number;
  readonly run: () => void;
}

/** The longest a timer of the browser is asked for (ms); a longer wait is asked for again. */
const LONGEST_MS = 3_600_000;

/** A clock from `from` to `until` (ms since 1970) that stands at first. Nothing is due after its end. */
export class DayClock {
  readonly #listeners = new Set<() => void>();
  readonly #wakes = new Set<Wake>();
  #instant: number;
  #isPlaying = false;
  /** When it last began to run, by the browser's own clock; undefined while it stands, also for as long as it is set. */
  #runningSince: number | undefined;
  #speed = 60;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly from: number,
    readonly until: number,
  ) {
    this.#instant = from;
  }

  /** The instant that it shows (ms since 1970). */
  now(): number {
    if (this.#runningSince === undefined) return this.#instant;
    const gone = (performance.now() - this.#runningSince) * this.#speed;
    return Math.min(this.#instant + gone, this.#next()?.at ?? this.until, this.until);
  }

  get isPlaying(): boolean {
    return this.#isPlaying;
  }

  /** How many of its seconds go by in one. */
  get speed(): number {
    return this.#speed;
  }

  set speed(speed: number) {
    this.#stand();
    this.#speed = speed;
    this.#go();
    this.#tell();
  }

  play(): void {
    if (this.now() >= this.until || this.#isPlaying) return;
    this.#isPlaying = true;
    this.#go();
    this.#tell();
  }

  pause(): void {
    this.#stand();
    this.#isPlaying = false;
    this.#tell();
  }

  /** Calls `run` once at `at`, at the latest at once; the answer calls it off. */
  at(at: number, run: () => void): () => void {
    const wake = { at, run };
    this.#wakes.add(wake);
    this.#schedule();
    return () => this.#wakes.delete(wake);
  }

  /** Goes forward to an instant; all that is due until then happens, in order, each at its own time. */
  advance(to: number): void {
    this.#stand();
    const end = Math.min(to, this.until);
    for (let next = this.#next(); next !== undefined && next.at <= end; next = this.#next()) {
      this.#wakes.delete(next);
      this.#instant = Math.max(next.at, this.#instant);
      next.run();
    }
    this.#instant = Math.max(end, this.#instant);
    if (this.#instant >= this.until) this.#isPlaying = false;
    this.#go();
    this.#tell();
  }

  /** Goes back to the beginning; nothing is due any more. */
  rewind(): void {
    this.#stand();
    this.#wakes.clear();
    this.#instant = this.from;
    this.#go();
    this.#tell();
  }

  /** Calls `listener` when it is set, started, stopped, or something was due. */
  subscribe(listener: () => void): void {
    this.#listeners.add(listener);
  }

  #next(): Wake | undefined {
    let first: Wake | undefined;
    for (const wake of this.#wakes) if (first === undefined || wake.at < first.at) first = wake;
    return first;
  }

  /** Takes the time that has gone by into the instant. */
  #stand(): void {
    this.#instant = this.now();
    this.#runningSince = undefined;
    clearTimeout(this.#timer);
  }

  #go(): void {
    if (!this.#isPlaying) return;
    this.#runningSince = performance.now();
    this.#schedule();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#runningSince === undefined) return;
    const due = Math.min(this.#next()?.at ?? this.until, this.until);
    const wait = (due - this.now()) / this.#speed;
    this.#timer = setTimeout(() => this.#fire(due), Math.min(Math.max(wait, 0), LONGEST_MS));
  }

  /** What was waited for is due, unless the wait was cut. */
  #fire(due: number): void {
    const isDue = this.now() >= due;
    this.advance(isDue ? due : this.now());
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
