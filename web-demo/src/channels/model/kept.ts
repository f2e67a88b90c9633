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

  /** What was not known to be sent when the page was closed. */
  pending(): Pending[] {
    try {
      return JSON.parse(this.#get('pending') ?? '[]') as Pending[];
    } catch {
      return [];
    }
  }

  setPending(pending: readonly Pending[]): void {
    this.#set('pending', pending.length === 0 ? undefined : JSON.stringify(pending));
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
