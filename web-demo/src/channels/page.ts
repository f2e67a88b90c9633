// Owns the channels as a page: which channel and which thread are shown, and who is told when that or a message changes.
import { foreign } from '@chirp-protocol/renderer';
import { loading, unanswered } from '../view/absent.js';
import { byId, counted, icon } from '../view/dom.js';
import { nothing } from '../view/empty.js';
import type { Message } from './model/message.js';
import { fragmentOf, placeOf } from './model/place.js';
import type { Room } from './model/room.js';
import type { Rooms } from './model/rooms.js';
import { Actions } from './view/actions.js';
import { makeAsk } from './view/ask.js';
import { Composer } from './view/composer.js';
import { short } from './view/entry.js';
import { Feed } from './view/feed.js';
import { ChannelList } from './view/list.js';
import { makeSearch } from './view/search.js';

/** How long what is said aloud waits for more (ms). */
const MOMENT_MS = 1_500;

/** Shows the channels of a person, and opens the one that the address names. */
export function showRooms(rooms: Rooms): void {
  const main = byId('rooms', HTMLElement);
  const title = byId('room-title', HTMLElement);
  const threadPanel = byId('thread', HTMLElement);
  const news = byId('news', HTMLElement);
  const me = rooms.me.account;
  let room: Room | undefined;
  let channel: string | undefined;
  /** The message whose thread is open. */
  let root: string | undefined;
  let newFrom: string | undefined;
  let came: Message[] = [];
  let isTelling = false;

  const sure = makeAsk();
  const doing = {
    actions: new Actions(rooms.me),
    reply: (message: Message) => openThread(message.thread_id ?? message.id),
    edit: (message: Message, body: string) => rooms.edit(message, body),
    remove: (message: Message, entry: HTMLElement) => sure(entry, () => rooms.remove(message)),
    retry: (pending: Parameters<Rooms['retry']>[0]) => void rooms.retry(pending),
    discard: (pending: Parameters<Rooms['discard']>[0]) => rooms.discard(pending),
  };
  const list = new ChannelList(byId('channels', HTMLElement), (chosen) => void go(chosen));
  const feed = new Feed(
    byId('feed', HTMLElement),
    doing,
    seen,
    async () => {
      await room?.older();
      show();
    },
    () => nothing('channel', 'Nothing was said here yet', 'What you write below is the first message.'),
  );
  const threadFeed = new Feed(byId('thread-feed', HTMLElement), doing, () => {});
  const composer = new Composer(byId('write', HTMLFormElement), {
    label: 'Write a message',
    send: (words) => channel !== undefined && void rooms.send(channel, words, undefined),
    keep: (words) => channel !== undefined && rooms.kept.setDraft(channel, words),
    last: () => editLast(feed, undefined),
  });
  const threadComposer = new Composer(byId('thread-write', HTMLFormElement), {
    label: 'Reply',
    send: (words) => channel !== undefined && void rooms.send(channel, words, root),
    keep: (words) => channel !== undefined && rooms.kept.setDraft(`${channel} ${root}`, words),
    last: () => editLast(threadFeed, root),
  });
  const search = makeSearch(me, (isOpen) => {
    main.toggleAttribute('data-searching', isOpen);
    if (isOpen) closeThread();
  });

  /** Goes to a channel, and in it to a message. */
  async function go(to: string, message?: string): Promise<void> {
    const isOther = to !== channel;
    channel = to;
    write(message);
    if (isOther) {
      closeThread();
      room = undefined;
      main.removeAttribute('data-empty');
      feed.clear();
      feed.instead(loading());
      const name = rooms.channels.find(({ id }) => id === to)?.name ?? to;
      title.replaceChildren(icon('channel'), foreign(name));
      document.title = `${name} · Chirp channels`;
      composer.hidden = false;
      composer.begin(`Write to ${name}`, rooms.kept.draft(to));
      list.show(rooms.channels, (id) => rooms.unread(id), channel);
      const unread = rooms.unread(to);
      const opened = await rooms.open(to).catch(() => undefined);
      // While it was read, the reader may have gone on.
      if (channel !== to) return;
      room = opened;
      if (room === undefined) return absent();
      newFrom = unread === 0 ? undefined : firstUnread(room.messages, unread);
    }
    show();
    if (message !== undefined) await find(message);
    else if (isOther) feed.toEnd();
  }

  /** Shows a message: in its thread if it is a reply. */
  async function find(id: string): Promise<void> {
    const there = await room?.find(id).catch(() => false);
    show();
    const message = room?.message(id);
    if (there !== true || message === undefined) {
      news.textContent = 'This message is not in the channel any more.';
      return;
    }
    if (message.thread_id === undefined) feed.goTo(id);
    else {
      openThread(message.thread_id, false);
      threadFeed.goTo(id);
    }
  }

  function openThread(id: string, withFocus = true): void {
    search.close();
    root = id;
    threadPanel.hidden = false;
    main.toggleAttribute('data-thread', true);
    threadFeed.clear();
    threadComposer.begin('Reply in this thread', rooms.kept.draft(`${channel} ${id}`));
    showThread();
    threadFeed.toEnd();
    write(id);
    if (withFocus) threadComposer.focus();
  }

  function closeThread(): void {
    if (root === undefined) return;
    const left = root;
    root = undefined;
    const hadFocus = threadPanel.contains(document.activeElement);
    threadPanel.hidden = true;
    main.removeAttribute('data-thread');
    write();
    if (hadFocus) (feed.entry(left) ?? title).focus();
  }

  function show(): void {
    list.show(rooms.channels, (id) => rooms.unread(id), channel);
    if (room === undefined || channel === undefined) return;
    const replies = new Map<string, Message[]>();
    for (const message of room.messages) {
      if (message.thread_id === undefined) continue;
      const known = replies.get(message.thread_id) ?? [];
      known.push(message);
      replies.set(message.thread_id, known);
    }
    // A reply whose first message is not here stands by itself.
    const messages = room.messages.filter(
      ({ thread_id }) => thread_id === undefined || room?.message(thread_id) === undefined,
    );
    const pending = rooms.pending(channel).filter(({ thread_id }) => thread_id === undefined);
    feed.show({ messages, pending, replies, me, newFrom }, room.hasOlder);
    showThread();
  }

  function showThread(): void {
    if (root === undefined || room === undefined || channel === undefined) return;
    const messages = room.messages.filter(({ id, thread_id }) => id === root || thread_id === root);
    const pending = rooms.pending(channel).filter(({ thread_id }) => thread_id === root);
    threadFeed.show({ messages, pending, me });
  }

  function absent(): void {
    composer.hidden = true;
    const isKnown = rooms.channels.some(({ id }) => id === channel);
    main.toggleAttribute('data-empty', true);
    feed.clear();
    feed.instead(
      isKnown
        ? unanswered()
        : nothing(
            'channel',
            'There is no such channel',
            'It is not there, or you are not one of its members.',
          ),
    );
  }

  /** What is in view was read, where somebody looks. */
  function seen(): void {
    if (channel !== undefined && room !== undefined && !document.hidden) rooms.markRead(channel);
  }

  function write(message?: string): void {
    if (channel === undefined) return;
    const address = fragmentOf({ channel, ...(message === undefined ? {} : { message }) });
    if (address !== location.hash) history.replaceState(null, '', address);
  }

  /** Edits the last plain message that the reader wrote there. */
  function editLast(where: Feed, thread: string | undefined): void {
    const own = room?.messages.filter(
      ({ isTyped, sender, thread_id }) => !isTyped && sender === me && thread_id === thread,
    );
    const last = own?.at(-1);
    if (last === undefined) return;
    where.entry(last.id)?.querySelector<HTMLElement>('[aria-label^="Edit "]')?.click();
  }

  /** There are other channels: the one that is shown may have gone, or come. */
  function moved(): void {
    list.show(rooms.channels, (id) => rooms.unread(id), channel);
    const isThere = rooms.channels.some(({ id }) => id === channel);
    const to = channel ?? rooms.channels[0]?.id;
    if (to === undefined || (channel !== undefined && isThere === (room !== undefined))) return;
    closeThread();
    room = undefined;
    if (channel !== undefined && !isThere) {
      absent();
      return;
    }
    channel = undefined;
    void go(to);
  }

  /** Says aloud what came to where the reader is, and from where else something came. */
  function tell(message: Message): void {
    came.push(message);
    if (isTelling) return;
    isTelling = true;
    setTimeout(() => {
      isTelling = false;
      const here = came.filter((one) => one.channel === channel);
      const others = came.length - here.length;
      const said =
        here.length === 1 ? here.map(spoken) : here.length === 0 ? [] : [`${here.length} new messages.`];
      if (others > 0) said.push(`${counted(others, 'message')} in other channels.`);
      came = [];
      news.textContent = said.join(' ');
    }, MOMENT_MS);
  }

  rooms.subscribe((change) => {
    if (change.came !== undefined) tell(change.came);
    if (change.channel === undefined) moved();
    else if (change.channel === channel) show();
    else list.show(rooms.channels, (id) => rooms.unread(id), channel);
  });
  byId('thread-close', HTMLButtonElement).addEventListener('click', closeThread);
  byId('skip', HTMLAnchorElement).addEventListener('click', (event) => {
    event.preventDefault();
    composer.focus();
  });
  document.addEventListener('keydown', ({ defaultPrevented, key }) => {
    if (key !== 'Escape' || defaultPrevented || document.querySelector('dialog[open]') !== null) return;
    search.close();
    closeThread();
  });
  document.addEventListener('visibilitychange', () => {
    if (feed.isAtEnd) seen();
  });
  addEventListener('hashchange', () => {
    const place = placeOf(location.hash);
    if (place === undefined) return;
    search.close();
    void go(place.channel, place.message);
  });

  const first = placeOf(location.hash) ?? { channel: rooms.channels[0]?.id };
  if (first.channel === undefined) {
    title.textContent = 'Channels';
    main.toggleAttribute('data-empty', true);
    feed.instead(
      nothing('channel', 'You are in no channel yet', 'Whoever runs this hub can make you a member of one.'),
    );
    return;
  }
  void go(first.channel, 'message' in first ? first.message : undefined);
}

/** The first of the last `count` messages that are not one's own; what is unread is at the end. */
function firstUnread(messages: readonly Message[], count: number): string | undefined {
  return messages.filter(({ thread_id }) => thread_id === undefined).at(-count)?.id;
}

function spoken({ body, sender }: Message): string {
  const words = [...body.split('\n', 1).join('')];
  return `${short(sender)}: ${words.slice(0, SPOKEN).join('')}.`;
}

/** So much of a message is said aloud (characters). */
const SPOKEN = 140;
