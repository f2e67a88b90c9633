// Owns how it is shown that what stands on the page is what the hub has: by shape, word and time, and said aloud when it
// changes.
import type { Connection, Stream } from '../hub/stream.js';
import { clockTime } from './age.js';
import { icon, make } from './dom.js';

const SHAPES: Readonly<Record<Connection['state'], string>> = {
  connecting: 'wait',
  live: 'live',
  offline: 'away',
  reconnecting: 'wait',
  signed_out: 'key',
};

/** Shows in `panel` how the stream stands, and offers to try at once while it does not. */
export function showConnection(panel: HTMLElement, stream: Stream): void {
  const words = make('span', { class: 'connection-words' });
  const sign = make('span', { class: 'connection-sign' });
  const status = make('p', { class: 'connection-state', role: 'status' }, sign, words);
  const again = make('button', { class: 'button', type: 'button' }, 'Try now');
  const signIn = make('a', { class: 'button', href: '/signin' }, 'Sign in');
  again.addEventListener('click', () => stream.now());
  panel.prepend(status, again, signIn);
  const show = (connection: Connection): void => {
    const { state } = connection;
    // Who pressed the button stays at it for as long as it is of use.
    const hadFocus = document.activeElement === again;
    panel.setAttribute('data-state', state);
    sign.replaceChildren(icon(SHAPES[state]));
    words.textContent = wordsOf(connection);
    again.hidden = state !== 'offline' && state !== 'reconnecting';
    signIn.hidden = state !== 'signed_out';
    if (hadFocus && again.hidden) {
      status.tabIndex = -1;
      status.focus();
    }
  };
  stream.onState(show);
  show(stream.connection);
  panel.hidden = false;
}

function wordsOf({ since, state }: Connection): string {
  switch (state) {
    case 'connecting':
      return 'Connecting…';
    case 'live':
      return 'Live';
    case 'reconnecting':
      return 'Reconnecting…';
    case 'offline':
      return `Offline since ${clockTime(new Date(since).toISOString())}`;
    case 'signed_out':
      return 'Signed out';
  }
}
