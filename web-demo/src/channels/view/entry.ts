// Owns one message in a list of messages: who, when, what, and what can be done with it.
import { foreign } from '@chirp-protocol/renderer';
import { ChirpMessage } from '@chirp-protocol/renderer/element';
import { clockTime, dayAndTime } from '../../view/age.js';
import { counted, icon, make } from '../../view/dom.js';
import type { Message, Pending } from '../model/message.js';
import type { Actions } from './actions.js';

/** What a person can do with a message. */
export interface Doing {
  readonly actions: Actions;
  readonly reply: (message: Message) => void;
  readonly edit: (message: Message, body: string) => Promise<void>;
  readonly remove: (message: Message, entry: HTMLElement) => void;
  readonly retry: (pending: Pending) => void;
  readonly discard: (pending: Pending) => void;
}

/** What an entry shows beside its message. */
export interface Around {
  readonly isOwn: boolean;
  /** Whether a later revision of its series is there too. */
  readonly isPast: boolean;
  /** Whether it can be replied to; not where it stands in the thread itself. */
  readonly isRoot: boolean;
}

/** An entry for a message. */
export function entryOf(message: Message, { isOwn, isPast, isRoot }: Around, doing: Doing): HTMLElement {
  const { created_at: at, edited_at, id, isTyped } = message;
  const who = isOwn ? 'You' : message.sender;
  const content = make(
    'div',
    { class: 'entry-content' },
    isTyped ? typed(message, isPast, doing) : plain(message),
  );
  const entry = make('li', { class: 'entry', 'data-id': id, tabindex: '-1' });
  entry.toggleAttribute('data-typed', isTyped);
  entry.toggleAttribute('data-past', isPast);
  const head = make(
    'p',
    { class: 'entry-head' },
    make('strong', { class: 'entry-who' }, isOwn ? who : foreign(short(who))),
    make('time', { class: 'entry-time quiet', datetime: at, title: dayAndTime(at) }, clockTime(at)),
    ...(edited_at === undefined
      ? []
      : [make('span', { class: 'quiet', title: dayAndTime(edited_at) }, 'edited')]),
  );
  const name = `${isOwn ? 'your message' : 'the message'} of ${clockTime(at)}`;
  const tools = make('div', { class: 'entry-tools' });
  if (isRoot) tools.append(tool('Reply', `Reply to ${name}`, () => doing.reply(message)));
  if (isOwn && !isTyped) {
    tools.append(
      tool('Edit', `Edit ${name}`, () => editIn(content, message, doing, entry)),
      tool('Delete', `Delete ${name}`, () => doing.remove(message, entry)),
    );
  }
  entry.append(head, content);
  if (tools.childElementCount > 0) entry.append(tools);
  return entry;
}

/** Shows in the entry of a message that it was replied to; the rest of it stays as it is. */
export function showReplies(
  entry: HTMLElement,
  message: Message,
  replies: readonly Message[],
  doing: Doing,
): void {
  const stamp = `${replies.length} ${replies.at(-1)?.id}`;
  if (replies.length === 0 || entry.getAttribute('data-replies') === stamp) return;
  entry.setAttribute('data-replies', stamp);
  const shown = entry.querySelector('.entry-thread');
  const hadFocus = shown !== null && shown === document.activeElement;
  const button = thread(message, replies, doing);
  if (shown === null) entry.querySelector('.entry-content')?.after(button);
  else shown.replaceWith(button);
  if (hadFocus) button.focus();
  const view = entry.querySelector('chirp-message');
  // A reply may say that an action was used.
  if (view instanceof ChirpMessage) doing.actions.refresh(view);
}

/** An entry for what is not known to be on the hub. */
export function pendingEntry(pending: Pending, doing: Doing): HTMLElement {
  const { body, state, why } = pending;
  const entry = make('li', { class: 'entry entry-pending', 'data-state': state, 'data-id': pending.key });
  entry.append(
    make('p', { class: 'entry-head' }, make('strong', { class: 'entry-who' }, 'You')),
    make('p', { class: 'entry-words' }, foreign(body)),
  );
  if (state === 'sending') entry.append(make('p', { class: 'entry-state quiet' }, icon('wait'), 'Sending…'));
  else {
    const words =
      state === 'refused'
        ? `Not sent: ${why}.`
        : 'No answer: it may or may not have arrived. Sent again, it is there once.';
    const again = make('button', { class: 'button', type: 'button' }, 'Send again');
    again.addEventListener('click', () => doing.retry(pending));
    const drop = make('button', { class: 'button button-plain', type: 'button' }, 'Discard');
    drop.addEventListener('click', () => doing.discard(pending));
    entry.append(
      make('p', { class: 'entry-state' }, icon('refused'), words),
      make('div', { class: 'entry-again' }, again, drop),
    );
  }
  return entry;
}

/** An account, which has no name, in few characters. */
export function short(account: string): string {
  return account.length <= LONGEST ? account : `${account.slice(0, LONGEST - 1)}…`;
}

const LONGEST = 14;

function plain({ body }: Message): HTMLElement {
  return make('p', { class: 'entry-words' }, foreign(body));
}

/** A typed message as the renderer shows it; of a revision that was replaced one line, until somebody wants more. */
function typed({ instrument, text, body }: Message, isPast: boolean, { actions }: Doing): HTMLElement {
  const card = (): ChirpMessage => {
    const view = new ChirpMessage();
    view.headingLevel = 3;
    view.past = isPast;
    view.message = text;
    return view;
  };
  if (!isPast || instrument === undefined) {
    const view = card();
    const whole = make('div', { class: 'entry-card' }, view, actions.wire(view, text, instrument?.series));
    if (instrument !== undefined) whole.append(onBoard(instrument.series));
    return whole;
  }
  const [line = ''] = body.split('\n');
  const details = make(
    'details',
    { class: 'entry-past' },
    make(
      'summary',
      {},
      make('span', { class: 'entry-revision quiet' }, `Revision ${instrument.revision}`),
      ' ',
      make('span', { class: 'entry-line' }, foreign(line)),
    ),
  );
  details.addEventListener('toggle', () => details.append(card(), onBoard(instrument.series)), {
    once: true,
  });
  return details;
}

function onBoard(series: string): HTMLElement {
  const address = `board.html#instrument/${series}`;
  return make('p', { class: 'entry-board' }, make('a', { href: address }, icon('flag'), 'On the board'));
}

function thread(message: Message, replies: readonly Message[], doing: Doing): HTMLButtonElement {
  const last = replies.at(-1)?.created_at ?? message.created_at;
  const words = counted(replies.length, 'reply').replace('replys', 'replies');
  const button = make(
    'button',
    { class: 'entry-thread', type: 'button' },
    icon('thread'),
    words,
    make('span', { class: 'quiet' }, `last at ${clockTime(last)}`),
  );
  button.addEventListener('click', () => doing.reply(message));
  return button;
}

function tool(words: string, name: string, press: () => void): HTMLElement {
  const button = make('button', { class: 'entry-tool', type: 'button', 'aria-label': name }, words);
  button.addEventListener('click', press);
  return button;
}

/** Turns the words of a message into a field; Enter keeps what is written, Escape what was there. */
function editIn(content: HTMLElement, message: Message, doing: Doing, entry: HTMLElement): void {
  const field = make('textarea', { class: 'composer-field', 'aria-label': 'Edit the message', rows: '2' });
  field.value = message.body;
  const note = make(
    'p',
    { class: 'entry-note quiet', role: 'status' },
    'Enter saves, Escape leaves it as it was.',
  );
  const leave = (): void => {
    content.replaceChildren(plain(message));
    entry.focus();
  };
  const save = async (): Promise<void> => {
    const body = field.value.trim();
    if (body === message.body.trim()) return leave();
    if (body === '') {
      note.textContent = 'There is nothing to save. To take the message away, delete it.';
      return;
    }
    field.readOnly = true;
    try {
      await doing.edit(message, body);
      entry.focus();
    } catch (error) {
      field.readOnly = false;
      note.textContent = `Not saved: ${error instanceof Error ? error.message : 'it failed'}. Enter tries again.`;
    }
  };
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      leave();
    } else if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      void save();
    }
  });
  content.replaceChildren(field, note);
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}
