// Owns the board on a hub: how the connection stands, who is signed in, and whether the browser may notify.
import type { Me } from '../hub/api.js';
import { Stream } from '../hub/stream.js';
import { makeAccount } from '../view/account.js';
import { showConnection } from '../view/connection.js';
import { byId } from '../view/dom.js';
import { LiveSource } from './live/source.js';
import { Board } from './model/board.js';
import { showBoard } from './page.js';
import { makeNotices } from './view/notices.js';

/** How often ages are brought up to date (ms). */
const TICK_MS = 10_000;

/** Shows what the hub has, and from then on what happens. Rejects when the hub does not answer. */
export async function startLive(me: Me): Promise<void> {
  const stream = new Stream();
  makeAccount(me);
  showConnection(byId('connection', HTMLElement), stream);
  const board = new Board(await LiveSource.open(me, stream));
  const page = showBoard(board, { keys: [], quiet: 'What happens from now on is listed here.' });
  makeNotices(board);
  stream.onState(({ state }) => {
    if (state === 'live' && board.isLost) void board.load();
  });
  setInterval(page.tick, TICK_MS);
  await board.load();
}
