// Owns what time it is on the hub, whose clock decides what is due; the reader's may be wrong.

/** A difference between the clocks that is not worth telling (ms). */
const SAME_CLOCK_MS = 2_000;

/** How far the clock of the hub is ahead of the browser's (ms); small differences are the way of the answer. */
export async function clockAhead(): Promise<number> {
  try {
    const { headers } = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' });
    const ahead = Date.parse(headers.get('date') ?? '') - Date.now();
    return Math.abs(ahead) > SAME_CLOCK_MS ? ahead : 0;
  } catch {
    return 0;
  }
}
