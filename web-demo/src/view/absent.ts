// Owns what a page shows in place of a hub's content: while it is asked, when it does not answer, when it knows nobody, and
// when there is none.
import { make } from './dom.js';
import { nothing } from './empty.js';

/** While the hub is asked. */
export function loading(): HTMLElement {
  const element = nothing('wait', 'Asking the hub', 'What there is comes in a moment.');
  element.setAttribute('aria-busy', 'true');
  return element;
}

/** The hub did not answer. */
export function unanswered(): HTMLElement {
  const element = nothing(
    'away',
    'The hub does not answer',
    'It may be starting, or the network may be away. Nothing is lost.',
  );
  element.append(button('Try again', () => location.reload()));
  return element;
}

/** The hub knows nobody here. `withDay`: the sample day can be looked at meanwhile. */
export function signedOut(withDay: boolean): HTMLElement {
  const element = nothing(
    'key',
    'Nobody is signed in here',
    'Open the link that the hub printed when it was started, in this browser. It works once; to start the hub again prints another one.',
  );
  element.append(make('a', { class: 'button', href: '/signin' }, 'Sign in'));
  if (withDay)
    element.append(make('a', { class: 'button', href: 'board.html?day' }, 'Look at the sample day'));
  return element;
}

/** No hub serves this page. */
export function noHub(): HTMLElement {
  const element = nothing(
    'away',
    'There is no hub here',
    'This page is served as a file. Channels live on a hub: npm start runs one, with this page on it.',
  );
  element.append(make('a', { class: 'button', href: 'board.html' }, 'Look at the sample day'));
  return element;
}

function button(words: string, press: () => void): HTMLElement {
  const element = make('button', { class: 'button', type: 'button' }, words);
  element.addEventListener('click', press);
  return element;
}
