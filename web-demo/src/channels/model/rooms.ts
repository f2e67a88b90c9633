// Owns all channels of a person: which there are, what is unread in each, what the stream tells of them, and what is written
// to them and not yet known to have arrived.
import { ask, type Me, NoAnswer, Refused, read } from '../../hub/api.js';
import { type Channel, Membership } from '../../hub/membership.js';
import type { Frame, Stream } from '../../hub/stream.js';
import { Kept } from './kept.js';
import { type Message, messageOf, type Pending } from './message.js';
import { Room } from './room.js';

/** Unread messages that are counted before the page only says that there are more. */
const COUNTED = 50;

/** Stands for the cursor of a channel that was empty when it was read. */
const BEGINNING = '';

/** What has changed for who looks. */
export interface Change {
  /** Where; without it, which channels there are. */
  readonly channel?: string;
  /** A message that came from somebody else. */
  readonly came?: Message;
}

/** The channels. */
export class Rooms {
  readonly kept: Kept;
  readonly #cursors = new Map<string, string>();
  readonly #listeners = new Set<(change: Change) => void>();
  readonly #membership: Membership;
  readonly #rooms = new Map<string, Room>();
  readonly #unread = new Map<string, number>();
  #pending: readonly Pending[];

  constructor(
    readonly me: Me,
    private readonly stream: Stream,
  ) {
    this.kept = new Kept(me);
    this.#membership = new Membership(stream);
    this.#membership.onChange(() => void this.#moved());
    this.kept.onRead((channel) => {
      this.#unread.delete(channel);
      this.#tell({ channel });
    });
    // What was being sent when the page was closed has no answer any more.
    this.#pending = this.kept
      .pending()
      .map((one) => (one.state === 'sending' ? { ...one, state: 'unanswered' as const } : one));
    stream.onFrame((frame) => this.#hear(frame));
    stream.onLost(() => void this.#again());
    // What could not be read while the hub was away is asked for again.
    stream.onState(({ state }) => {
      if (state === 'live') this.#tell({});
    });
  }

  get channels(): readonly Channel[] {
    return this.#membership.channels;
  }

  /** How many messages of others came since a channel was read; more than 50 are not counted at the beginning. */
  unread(channel: string): number {
    return this.#unread.get(channel) ?? 0;
  }

  /** What was written in a channel and is not known to be on the hub. */
  pending(channel: string): readonly Pending[] {
    return this.#pending.filter((one) => one.channel === channel);
  }

  /** Asks which channels there are, and what is unread in them. Rejects when the hub does not answer. */
  async load(): Promise<void> {
    await this.stream.ready();
    await this.#membership.ask();
    await Promise.all(this.channels.map(({ id }) => this.#countUnread(id).catch(() => {})));
  }

  /** A channel with its last messages. Rejects with Refused or NoAnswer. */
  async open(channel: string): Promise<Room> {
    const room = this.#rooms.get(channel) ?? new Room(channel);
    this.#rooms.set(channel, room);
    if (!room.isOpen) {
      await this.stream.ready();
      const end = await room.open();
      if (end !== undefined && !this.#cursors.has(channel)) this.#cursors.set(channel, end);
      this.#settleKnown(room);
    }
    return room;
  }

  /** Notes that all of a channel was seen. */
  markRead(channel: string): void {
    const cursor = this.#cursors.get(channel);
    if (cursor !== undefined) this.kept.setReadUpTo(channel, cursor);
    if (this.unread(channel) === 0) return;
    this.#unread.set(channel, 0);
    this.#tell({ channel });
  }

  /** Calls `listener` after every change. */
  subscribe(listener: (change: Change) => void): void {
    this.#listeners.add(listener);
  }

  /** Writes a plain message: it is pending at once, and a message when the hub has it. */
  async send(channel: string, body: string, thread: string | undefined): Promise<void> {
    const behind = this.#rooms.get(channel)?.messages.at(-1)?.id;
    await this.#post({
      key: crypto.randomUUID(),
      channel,
      body,
      state: 'sending',
      ...(thread === undefined ? {} : { thread_id: thread }),
      ...(behind === undefined ? {} : { behind }),
    });
  }

  /** Sends again what had no answer, unless the hub turns out to have it. */
  async retry(pending: Pending): Promise<void> {
    this.#change({ ...pending, state: 'sending' });
    try {
      const room = await this.open(pending.channel);
      await room.latest();
      this.#settleKnown(room);
    } catch {
      this.#change({ ...pending, state: 'unanswered' });
      return;
    }
    if (this.#isPending(pending)) await this.#post({ ...pending, state: 'sending' });
  }

  /** Gives up what could not be sent. */
  discard({ key, channel }: Pending): void {
    this.#drop(key);
    this.#tell({ channel });
  }

  /** Edits a message. Rejects with Refused or NoAnswer. */
  async edit(message: Message, body: string): Promise<void> {
    const { text } = await ask(
      'PATCH',
      `/api/v1/messages/${encodeURIComponent(message.id)}`,
      JSON.stringify({ body }),
    );
    this.#take(messageOf(text));
  }

  /** Deletes a message. Rejects with Refused or NoAnswer. */
  async remove({ channel, id }: Message): Promise<void> {
    try {
      await ask('DELETE', `/api/v1/messages/${encodeURIComponent(id)}`);
    } catch (error) {
      // What is not there any more was deleted in another place.
      if (!(error instanceof Refused && error.status === 404)) throw error;
    }
    this.#rooms.get(channel)?.remove(id);
    this.#tell({ channel });
  }

  async #post(pending: Pending): Promise<void> {
    const { body, channel, thread_id } = pending;
    this.#change(pending);
    const send = JSON.stringify({ body, ...(thread_id === undefined ? {} : { thread_id }) });
    try {
      const { text } = await ask('POST', `/api/v1/channels/${encodeURIComponent(channel)}/messages`, send);
      this.#drop(pending.key);
      this.#take(messageOf(text));
    } catch (error) {
      // The stream may have told of it before its answer was lost.
      if (!this.#isPending(pending)) return;
      if (error instanceof Refused) this.#change({ ...pending, state: 'refused', why: error.detail });
      else if (error instanceof NoAnswer) this.#change({ ...pending, state: 'unanswered' });
      else throw error;
    }
  }

  #isPending({ key }: Pending): boolean {
    return this.#pending.some((one) => one.key === key);
  }

  #hear(frame: Frame): void {
    if (frame.type === 'deleted') {
      for (const [channel, room] of this.#rooms) if (room.remove(frame.id)) this.#tell({ channel });
    }
    if (frame.type !== 'message') return;
    const message = messageOf(frame.message);
    this.#cursors.set(message.channel, frame.cursor);
    this.#take(message);
  }

  /** Takes a message that is on the hub, whoever says so. */
  #take(message: Message): void {
    const { channel, sender } = message;
    if (!this.channels.some(({ id }) => id === channel)) this.#membership.again();
    const room = this.#rooms.get(channel);
    const isEdit = message.edited_at !== undefined;
    const isNew = room === undefined || !room.isOpen ? !isEdit : room.put(message);
    if (room !== undefined && !room.isOpen) room.put(message);
    const isOwn = sender === this.me.account;
    if (isNew && isOwn) this.#settle(message);
    const isNews = isNew && !isOwn;
    if (isNews) this.#unread.set(channel, this.unread(channel) + 1);
    this.#tell({ channel, ...(isNews ? { came: message } : {}) });
  }

  /** Takes a message of one's own for what was written here, where one waits for it. */
  #settle({ body, channel, isTyped, thread_id }: Message): void {
    if (isTyped) return;
    const found = this.#pending.find(
      (one) =>
        one.channel === channel &&
        one.thread_id === thread_id &&
        one.state !== 'refused' &&
        one.body.trim() === body.trim(),
    );
    if (found !== undefined) this.#drop(found.key);
  }

  /** Looks whether what is pending has arrived among the messages behind those that were there when it was written. */
  #settleKnown(room: Room): void {
    for (const pending of this.pending(room.channel)) {
      const at = room.messages.findIndex(({ id }) => id === pending.behind);
      const later = pending.behind === undefined || at !== -1 ? room.messages.slice(at + 1) : [];
      const arrived = later.find(
        ({ body, isTyped, sender, thread_id }) =>
          !isTyped &&
          sender === this.me.account &&
          thread_id === pending.thread_id &&
          body.trim() === pending.body.trim(),
      );
      if (arrived !== undefined) this.#settle(arrived);
    }
    this.#tell({ channel: room.channel });
  }

  async #countUnread(channel: string): Promise<void> {
    const path = `/api/v1/channels/${encodeURIComponent(channel)}/messages`;
    const mark = this.kept.readUpTo(channel);
    const place =
      mark === undefined
        ? 'limit=1'
        : `limit=${COUNTED}${mark === BEGINNING ? '' : `&after=${encodeURIComponent(mark)}`}`;
    const page = await read<{ messages: { sender: string }[]; after?: string; more: boolean }>(
      `${path}?${place}`,
    );
    // Who comes for the first time has nothing unread.
    if (mark === undefined) {
      this.kept.setReadUpTo(channel, page.after ?? BEGINNING);
      return;
    }
    if (page.after !== undefined && !page.more) this.#cursors.set(channel, page.after);
    this.#unread.set(channel, page.messages.filter(({ sender }) => sender !== this.me.account).length);
  }

  /** Something may have been missed: every channel is read anew. */
  async #again(): Promise<void> {
    const open = [...this.#rooms.values()].filter(({ isOpen }) => isOpen);
    await this.stream.ready();
    for (const room of open) {
      await room.open().catch(() => {});
      this.#settleKnown(room);
    }
  }

  /** There are other channels than before: what is of those that are gone is forgotten. */
  async #moved(): Promise<void> {
    const ids = new Set(this.channels.map(({ id }) => id));
    for (const id of this.#rooms.keys()) if (!ids.has(id)) this.#rooms.delete(id);
    for (const id of this.#unread.keys()) if (!ids.has(id)) this.#unread.delete(id);
    const fresh = [...ids].filter((id) => this.kept.readUpTo(id) === undefined);
    await Promise.all(fresh.map((id) => this.#countUnread(id).catch(() => {})));
    this.#tell({});
  }

  #change(pending: Pending): void {
    this.#pending = this.#isPending(pending)
      ? this.#pending.map((one) => (one.key === pending.key ? pending : one))
      : [...this.#pending, pending];
    this.kept.setPending(pending);
    this.#tell({ channel: pending.channel });
  }

  #drop(key: string): void {
    for (const one of this.#pending) if (one.key === key) this.kept.dropPending(one);
    this.#pending = this.#pending.filter((one) => one.key !== key);
  }

  #tell(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }
}
