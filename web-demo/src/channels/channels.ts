// Owns how the channels begin: on the hub that serves the page, for who is signed in.
import { ready } from '@chirp-protocol/protocol/instruments';
import { findHub } from '../hub/api.js';
import { Stream } from '../hub/stream.js';
import { loading, noHub, signedOut, unanswered } from '../view/absent.js';
import { makeAccount } from '../view/account.js';
import { showConnection } from '../view/connection.js';
import { byId } from '../view/dom.js';
import { nothing } from '../view/empty.js';
import { makeThemeSwitch } from '../view/theme.js';
import { Rooms } from './model/rooms.js';
import { showRooms } from './page.js';

const main = byId('rooms', HTMLElement);
const feed = byId('feed', HTMLElement);
makeThemeSwitch(byId('theme', HTMLFieldSetElement));
begin().catch(() => show(unanswered()));

async function begin(): Promise<void> {
  const found = await findHub();
  if (found === undefined) return show(noHub());
  if (found === 'signed_out') return show(signedOut(false));
  const stream = new Stream();
  makeAccount(found);
  showConnection(byId('connection', HTMLElement), stream);
  show(loading());
  try {
    await ready();
  } catch {
    return show(
      nothing(
        'refused',
        'The channels cannot be shown here',
        'This browser, or a policy of this page, refuses WebAssembly, with which every message is verified.',
      ),
    );
  }
  const rooms = new Rooms(found, stream);
  await rooms.load();
  feed.replaceChildren();
  main.removeAttribute('data-empty');
  showRooms(rooms);
}

/** Shows one thing in place of all channels. */
function show(element: HTMLElement): void {
  main.toggleAttribute('data-empty', true);
  feed.replaceChildren(element);
}
