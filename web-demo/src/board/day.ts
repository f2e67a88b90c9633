// Owns the board on the sample day: its bar, its keys, and as whom one looks.
import { byId, make } from '../view/dom.js';
import { Board } from './model/board.js';
import { showBoard } from './page.js';
import { openSample } from './sample/open.js';
import { PEOPLE } from './sample/people.js';
import { makeDayBar } from './view/day-bar.js';

/** Shows the day as it begins. */
export async function startDay(): Promise<void> {
  const { hub, script } = openSample();
  const board = new Board(hub);
  byId('day', HTMLElement).hidden = false;
  byId('viewers', HTMLElement).hidden = false;
  const page = showBoard(board, {
    keys: [
      { keys: ['p'], shown: 'p', words: 'play or pause the day', press: () => day.toggle() },
      { keys: ['n'], shown: 'n', words: 'next event of the day', press: () => day.step() },
    ],
    quiet: 'Play the day, or go to its next event.',
  });
  const day = makeDayBar(hub, script, page.tick);
  const select = byId('viewer', HTMLSelectElement);
  select.append(...PEOPLE.map(({ id, name }) => make('option', { value: id }, name)));
  select.addEventListener('change', () => {
    const person = PEOPLE.find(({ id }) => id === select.value);
    if (person === undefined) return;
    hub.viewer = person;
    page.announcer.welcome(`Looking as ${person.name}. ${board.counts?.needs_me ?? 0} need you.`);
  });
  await board.load();
}
