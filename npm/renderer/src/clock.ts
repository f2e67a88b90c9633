// Owns the time that passes while a message is shown: one timer for all elements of a page, set to when the next age
// changes, and none where nothing is shown.

/** Brings what it shows up to date, and says in how many milliseconds that next changes; Infinity for never. */
export type Tick = (now: number) => number;

/** A reader does not notice less, and a wrong clock costs no more. */
const SHORTEST_MS = 1_000;

/** The longest that a timer can wait. */
const LONGEST_MS = 2 ** 31 - 1;

/** When each is due. */
const watching = new Map<Tick, number>();
let timer: ReturnType<typeof setTimeout> | undefined;
let due = Number.POSITIVE_INFINITY;

/** Calls `tick` now, and again whenever it asked to be, until `unwatch`. */
export function watch(tick: Tick): void {
  plan(call(tick, Date.now()));
}

/** Ends what `watch` began. The timer stops with the last one. */
export function unwatch(tick: Tick): void {
  watching.delete(tick);
  if (watching.size === 0) stop();
}

function run(): void {
  stop();
  const now = Date.now();
  for (const [tick, at] of watching) plan(at > now ? at : call(tick, now));
}

function call(tick: Tick, now: number): number {
  const at = now + Math.max(tick(now), SHORTEST_MS);
  watching.set(tick, at);
  return at;
}

function plan(at: number): void {
  if (at >= due) return;
  stop();
  due = at;
  timer = setTimeout(run, Math.min(at - Date.now(), LONGEST_MS));
}

function stop(): void {
  clearTimeout(timer);
  due = Number.POSITIVE_INFINITY;
}
