/** Whose turn it is among processes: a file that names the one whose turn it is, and outlives none. */
import { link, open, readFile, rename, stat, unlink, utimes } from 'node:fs/promises';

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
    await this.#clear();
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

  /** Takes away the file of one who is there no more. Of several who see that at once, none takes the file of another. */
  async #clear(): Promise<void> {
    const seen = await this.#seen();
    if (seen === undefined || !seen.isOver) return;
    const aside = `${this.#path}.${process.pid}`;
    try {
      await rename(this.#path, aside);
      const { ino } = await stat(aside);
      // Another one was faster, and has the turn already: it gets its file back, unless a third has made one.
      if (ino !== seen.ino) await link(aside, this.#path).catch(() => {});
      await unlink(aside);
    } catch (error) {
      if ((error as { code?: string }).code !== 'ENOENT') throw error;
    }
  }

  /** The file as it is, and whether the one whose turn it was is there no more; undefined if there is none. */
  async #seen(): Promise<{ ino: number; isOver: boolean } | undefined> {
    try {
      const [{ mtimeMs, ino }, text] = await Promise.all([stat(this.#path), readFile(this.#path, 'utf8')]);
      // Between making the file and writing the number, there is none.
      const isGone = text !== '' && !isAlive(Number(text));
      return { ino, isOver: isGone || Date.now() - mtimeMs > STALE_MS };
    } catch {
      return undefined;
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
