// Owns what this browser keeps for a person: how far each channel was read, drafts, and what could not be sent yet. Where
// storage is refused, it is kept until the page is closed.
import type { Me } from '../../hub/api.js';
import type { Pending } from './message.js';

/** What is kept for one account of one workspace. */
export class Kept {
  readonly #beginning: string;
  readonly #here = new Map<string, string>();

  constructor({ account, workspace }: Pick<Me, 'account' | 'workspace'>) {
    this.#beginning = `chirp ${workspace} ${account} `;
  }

  /** The cursor up to which a channel was read. */
  readUpTo(channel: string): string | undefined {
    return this.#get(`read ${channel}`);
  }

  setReadUpTo(channel: string, cursor: string): void {
    this.#set(`read ${channel}`, cursor);
  }

  /** What was begun in a channel, or in one of its threads. */
  draft(place: string): string {
    return this.#get(`draft ${place}`) ?? '';
  }

  setDraft(place: string, words: string): void {
    this.#set(`draft ${place}`, words === '' ? undefined : words);
  }

  /** What was not known to be sent when a page was closed, or is being sent in another one. */
  pending(): Pending[] {
    return this.#names('pending ').flatMap((name) => {
      try {
        return [JSON.parse(this.#get(name) ?? '') as Pending];
      } catch {
        return [];
      }
    });
  }

  /** Each is kept by itself, so that pages beside each other leave alone what the others keep. */
  setPending(pending: Pending): void {
    this.#set(`pending ${pending.key}`, JSON.stringify(pending));
  }

  dropPending({ key }: Pending): void {
    this.#set(`pending ${key}`, undefined);
  }

  /** Calls `listener` with a channel that was read in another page of this browser. */
  onRead(listener: (channel: string) => void): void {
    const beginning = `${this.#beginning}read `;
    addEventListener('storage', ({ key }) => {
      if (key?.startsWith(beginning)) listener(key.slice(beginning.length));
    });
  }

  /** What is kept under names that begin so. */
  #names(beginning: string): string[] {
    const whole = this.#beginning + beginning;
    try {
      return Object.keys(localStorage)
        .filter((key) => key.startsWith(whole))
        .map((key) => key.slice(this.#beginning.length));
    } catch {
      return [];
    }
  }

  #get(name: string): string | undefined {
    try {
      return localStorage.getItem(this.#beginning + name) ?? undefined;
    } catch {
      return this.#here.get(name);
    }
  }

  #set(name: string, value: string | undefined): void {
    try {
      if (value === undefined) localStorage.removeItem(this.#beginning + name);
      else localStorage.setItem(this.#beginning + name, value);
    } catch {
      if (value === undefined) this.#here.delete(name);
      else this.#here.set(name, value);
    }
  }
}
