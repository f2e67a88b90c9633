/** Whose turn it is among processes: a file that names the one whose turn it is, and outlives none. */
import { open, readFile, stat, unlink, utimes } from 'node:fs/promises';

/** After how long a turn is over that nobody renewed, in milliseconds: its process hangs, or its number is another's now. */
const STALE_MS = 60_000;

/** A turn that is taken, renewed and given back. Of two that hold it by a mistake, each sends the same under the same key. */
export class QueueLock {
  readonly #path: string;
  #isHeld = false;

  constructor(path: string) {
    this.#path = path;
  }

  /** Takes the turn if nobody has it; false if somebody has. */
  async take(): Promise<boolean> {
    if (this.#isHeld) return false;
    if (await this.#isOver()) await unlink(this.#path).catch(() => {});
    try {
      const file = await open(this.#path, 'wx', 0o600);
      this.#isHeld = true;
      await file.writeFile(`${process.pid}`);
      await file.close();
      return true;
    } catch (error) {
      if ((error as { code?: string }).code === 'EEXIST') return false;
      throw error;
    }
  }

  /** Says that the turn goes on. */
  async renew(): Promise<void> {
    const now = new Date();
    await utimes(this.#path, now, now).catch(() => {});
  }

  /** Gives the turn back. */
  async release(): Promise<void> {
    this.#isHeld = false;
    await unlink(this.#path).catch(() => {});
  }

  /** Whether the one whose turn it was is there no more. */
  async #isOver(): Promise<boolean> {
    try {
      const [{ mtimeMs }, text] = await Promise.all([stat(this.#path), readFile(this.#path, 'utf8')]);
      if (Date.now() - mtimeMs > STALE_MS) return true;
      // Between making the file and writing the number, there is none.
      return text !== '' && !isAlive(Number(text));
    } catch {
      return false;
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code !== 'ESRCH';
  }
}
