// Owns the view of a client that has never heard of the protocol: a chat window that shows `body`.
import type { Arrival } from '../model/playground.js';
import { icon, make } from './dom.js';

const CAPTION =
  ' and nothing else, as every chat client can. It has no means to notice that something was changed.';

/** Shows the plain text in a chat as it always was. The text is isolated, and otherwise as it came. */
export function showOldClient(panel: HTMLElement, { verified }: Arrival): void {
  const text = verified.fallback;
  const bubble =
    text === ''
      ? make('p', { class: 'quiet' }, 'Nothing: there is no text in it.')
      : make('p', { class: 'chat-text', dir: 'auto' }, text);
  panel.replaceChildren(
    make(
      'div',
      { class: 'chat' },
      make('p', { class: 'chat-channel', 'aria-hidden': 'true' }, '# general'),
      make(
        'div',
        { class: 'chat-message' },
        make('span', { class: 'chat-face' }, icon('agent')),
        make('div', { class: 'chat-body' }, make('p', { class: 'chat-sender' }, 'bot'), bubble),
      ),
      make('p', { class: 'chat-input', 'aria-hidden': 'true' }, 'Message #general'),
    ),
    make('p', { class: 'caption' }, 'It reads ', make('code', {}, 'body'), CAPTION),
  );
}
