// Owns which channels may be used by who is signed in. The stream does not tell when that changes, so it is asked for again
// whenever it may have.
import { read } from './api.js';
import type { Stream } from './stream.js';

/** A channel, as the hub lists it. */
export interface Channel {
  readonly id: string;
  readonly name: string;
}

/** How often it is asked for while somebody looks (ms). */
const AGAIN_MS = 60_000;

/** The channels of who is signed in. */
export class Membership {
  readonly #listeners = new Set<() => void>();
  #asked: Promise<void> | undefined;
  #channels: readonly Channel[] | undefined;

  /** From then on asks after every reconnection, when the page is looked at again, and now and then. */
  constructor(private readonly stream: Stream) {
    stream.onState(() => this.again());
    document.addEventListener('visibilitychange', () => this.again());
    addEventListener('focus', () => this.again());
    setInterval(() => this.again(), AGAIN_MS);
  }

  /** None until they were asked for. */
  get channels(): readonly Channel[] {
    return this.#channels ?? [];
  }

  /** Asks which there are. Rejects with Refused or NoAnswer. */
  ask(): Promise<void> {
    this.#asked ??= this.#ask().finally(() => {
      this.#asked = undefined;
    });
    return this.#asked;
  }

  /** Asks once more, if anybody looks and the hub is there; without an answer everything stays as it is. */
  again(): void {
    if (this.#channels === undefined || document.hidden || this.stream.connection.state !== 'live') return;
    this.ask().catch(() => {});
  }

  /** Calls `listener` when there are others than before. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  async #ask(): Promise<void> {
    const before = this.#channels;
    const { channels } = await read<{ channels: Channel[] }>('/api/v1/channels');
    this.#channels = channels;
    if (before === undefined || namesOf(before) === namesOf(channels)) return;
    for (const listener of this.#listeners) listener();
  }
}

function namesOf(channels: readonly Channel[]): string {
  return JSON.stringify(channels.map(({ id, name }) => [id, name]));
}
