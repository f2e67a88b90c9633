// Owns the notifications of the browser for what newly needs the reader: only where they were asked for, only while nobody
// looks at a board, and only with the words that the core lets out of a message.
import { notificationOf } from '@chirp-protocol/protocol/instruments';
import { byId, icon, make } from '../../view/dom.js';
import type { Board } from '../model/board.js';
import type { News } from '../model/news.js';

const KEPT = 'chirp-board-notices';

/** Held by each board that is in front, so that those behind it are silent. */
const LOOKING = 'chirp-board-in-front';

/** What is shown when no more may be said than that there is something. */
const GENERIC = 'Something needs you';

const DENIED = 'This browser does not let this page notify you. You can allow it beside the address.';
const UNANSWERED = 'The browser was not told whether it may. Press again to be asked.';

/** Wires the switch. Without notifications in the browser there is none. */
export function makeNotices(board: Board): void {
  if (!('Notification' in globalThis)) return;
  const place = byId('notices', HTMLElement);
  const word = make('span');
  const button = make('button', { class: 'button', type: 'button' }, icon('bell'), word);
  const note = make('p', { class: 'notices-note quiet', role: 'status' });
  place.append(button, note);
  place.hidden = false;

  const show = (): void => {
    const isOn = isWanted();
    button.setAttribute('aria-pressed', `${isOn}`);
    word.textContent = isOn ? 'Notifying you' : 'Notify me';
    button.title = word.textContent;
    note.textContent = '';
  };
  button.addEventListener('click', async () => {
    if (isWanted()) {
      keep('off');
      return show();
    }
    const permission = await Notification.requestPermission();
    if (permission === 'granted') keep('on');
    show();
    if (permission === 'denied') note.textContent = DENIED;
    // The browser asked, and the question was closed.
    if (permission === 'default') note.textContent = UNANSWERED;
  });
  board.subscribe((news) => void tell(board, news));
  document.addEventListener('visibilitychange', look);
  look();
  show();
}

/** Notifies of each head that came into Needs Me, unless somebody looks. */
async function tell(board: Board, news: readonly News[]): Promise<void> {
  const needed = news.filter(({ kind }) => kind === 'needed');
  if (needed.length === 0 || !isWanted() || (await isLookedAt())) return;
  for (const { series } of needed) {
    const head = board.head(series);
    if (head?.classified.needs_me !== true) continue;
    const { source, subject, text } = notificationOf(head.message);
    const title = text === undefined ? GENERIC : (subject ?? source ?? GENERIC);
    // Several boards in one browser notify of the same thing once: the tag is that of the head.
    notify(title, series, {
      tag: head.classified.digest,
      icon: 'icon.svg',
      ...(text === undefined ? {} : { body: source === undefined ? text : `${source}: ${text}` }),
    });
  }
}

function notify(title: string, series: string, options: NotificationOptions): void {
  try {
    const notification = new Notification(title, options);
    notification.addEventListener('click', () => {
      window.focus();
      location.hash = `#needs_me/${series}`;
      notification.close();
    });
  } catch {
    // Browsers of phones notify for installed pages only; the board itself says the same.
  }
}

/** Holds the lock of who looks for as long as this page is in front. */
function look(): void {
  if (document.hidden) return;
  void navigator.locks?.request(
    LOOKING,
    { mode: 'shared' },
    () =>
      new Promise<void>((resolve) => {
        document.addEventListener('visibilitychange', () => resolve(), { once: true });
      }),
  );
}

async function isLookedAt(): Promise<boolean> {
  if (!document.hidden) return true;
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some(({ name }) => name === LOOKING);
}

function isWanted(): boolean {
  return Notification.permission === 'granted' && recall() === 'on';
}

function recall(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    // Storage may be refused; then nobody is notified.
    return null;
  }
}

function keep(state: string): void {
  try {
    localStorage.setItem(KEPT, state);
  } catch {
    // Without storage the choice cannot be kept, and none is made.
  }
}
