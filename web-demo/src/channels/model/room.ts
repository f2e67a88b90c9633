// Owns the messages of one channel: from some message on up to the last one, without a hole, each once.
import { splitPage } from '@chirp-protocol/protocol/instruments';
import { ask } from '../../hub/api.js';
import { type Message, messageOf } from './message.js';

/** Messages that are asked for at once. */
const PAGE = 50;

/** Pages that are read to find an old message. */
const MOST_PAGES = 40;

interface Places {
  readonly more: boolean;
  readonly before?: string;
  readonly after?: string;
}

/** Something that the stream told while the channel was read. */
type Told = { readonly put: Message } | { readonly remove: string };

/** One channel. */
export class Room {
  readonly #byId = new Map<string, Message>();
  readonly #removed = new Set<string>();
  #before: string | undefined;
  #hasOlder = false;
  #isOpen = false;
  #loading: Promise<void> | undefined;
  #order: string[] = [];
  #told: Told[] | undefined;

  constructor(readonly channel: string) {}

  /** Oldest first. */
  get messages(): readonly Message[] {
    return this.#order.flatMap((id) => this.#byId.get(id) ?? []);
  }

  /** Whether it was read from the hub. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Whether there are messages before the first one here. */
  get hasOlder(): boolean {
    return this.#hasOlder;
  }

  message(id: string): Message | undefined {
    return this.#byId.get(id);
  }

  /** Reads the last page. What the stream tells meanwhile is taken afterwards. Gives the cursor of its end. */
  async open(): Promise<string | undefined> {
    const told: Told[] = [];
    this.#told = told;
    try {
      const { places, messages } = await this.#page('');
      if (this.#told !== told) return undefined;
      this.#byId.clear();
      this.#order = [];
      for (const message of messages) this.#add(message);
      this.#before = places.before;
      this.#hasOlder = places.more;
      this.#isOpen = true;
      this.#told = undefined;
      for (const one of told) {
        if ('put' in one) this.put(one.put);
        else this.remove(one.remove);
      }
      return places.after;
    } finally {
      if (this.#told === told) this.#told = undefined;
    }
  }

  /** Reads the page before the first message. Rejects when it cannot be had. */
  older(): Promise<void> {
    this.#loading ??= this.#older().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  /** Reads back until a message is here; whether it is found. */
  async find(id: string): Promise<boolean> {
    for (let pages = 0; !this.#byId.has(id) && this.#hasOlder && pages < MOST_PAGES; pages += 1)
      await this.older();
    return this.#byId.has(id);
  }

  /** Asks what came last, for who waits for something that the stream has not told. */
  async latest(): Promise<void> {
    const { messages } = await this.#page('');
    for (const message of messages) this.put(message);
  }

  /** Takes a message that came or was edited. Whether it was not here before. */
  put(message: Message): boolean {
    if (this.#told !== undefined) this.#told.push({ put: message });
    if (!this.#isOpen || this.#removed.has(message.id)) return false;
    const isKnown = this.#byId.has(message.id);
    if (!isKnown && message.edited_at !== undefined) return this.#addEdited(message);
    if (!isKnown) return this.#add(message);
    this.#byId.set(message.id, message);
    return false;
  }

  /** Takes a message away. Whether it was here. */
  remove(id: string): boolean {
    if (this.#told !== undefined) this.#told.push({ remove: id });
    this.#removed.add(id);
    this.#order = this.#order.filter((one) => one !== id);
    return this.#byId.delete(id);
  }

  #add(message: Message): boolean {
    this.#byId.set(message.id, message);
    this.#order.push(message.id);
    return true;
  }

  /** What was edited may be older than all that is here; then it comes with its page. */
  #addEdited(message: Message): boolean {
    const when = Date.parse(message.created_at);
    const [first] = this.messages;
    if (this.#hasOlder && first !== undefined && when < Date.parse(first.created_at)) return false;
    const at = this.messages.findIndex(({ created_at }) => Date.parse(created_at) > when);
    this.#byId.set(message.id, message);
    this.#order.splice(at === -1 ? this.#order.length : at, 0, message.id);
    return true;
  }

  async #older(): Promise<void> {
    if (!this.#hasOlder || this.#before === undefined) return;
    const { places, messages } = await this.#page(`&before=${encodeURIComponent(this.#before)}`);
    const fresh = messages.filter(({ id }) => !this.#byId.has(id) && !this.#removed.has(id));
    for (const message of fresh) this.#byId.set(message.id, message);
    this.#order = [...fresh.map(({ id }) => id), ...this.#order];
    this.#before = places.before ?? this.#before;
    this.#hasOlder = places.more;
  }

  async #page(more: string): Promise<{ places: Places; messages: Message[] }> {
    const path = `/api/v1/channels/${encodeURIComponent(this.channel)}/messages?limit=${PAGE}${more}`;
    const { text } = await ask('GET', path);
    const pieces = splitPage(new TextEncoder().encode(text)).map((bytes) => new TextDecoder().decode(bytes));
    return { places: JSON.parse(text) as Places, messages: pieces.map(messageOf) };
  }
}
