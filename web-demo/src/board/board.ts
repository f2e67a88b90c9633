// Owns the board's page: which lens and which series are shown, and who is told when that or the source changes.
import { ready } from '@chirp-protocol/protocol/instruments';
import { tick } from '../view/age.js';
import { byId, make } from '../view/dom.js';
import { nothing } from '../view/empty.js';
import { makeThemeSwitch } from '../view/theme.js';
import { Board, type Head } from './model/board.js';
import { nameOf } from './model/news.js';
import { placeOf, writePlace } from './model/place.js';
import { openSample } from './sample/open.js';
import { PEOPLE } from './sample/people.js';
import { Announcer } from './view/announcer.js';
import { makeDayBar } from './view/day-bar.js';
import { Detail } from './view/detail.js';
import { Flights } from './view/flights.js';
import { makeKeys } from './view/keys.js';
import { LensNav, ORDER, PLACES, type Place } from './view/lenses.js';
import { showLog } from './view/log.js';

const list = byId('list', HTMLElement);
makeThemeSwitch(byId('theme', HTMLFieldSetElement));
try {
  await ready();
  await startBoard();
} catch {
  list.replaceChildren(
    nothing(
      'refused',
      'The board cannot run here',
      'This browser, or a policy of this page, refuses WebAssembly, with which every message is verified.',
    ),
  );
}

async function startBoard(): Promise<void> {
  const { hub, script } = openSample();
  const board = new Board(hub);
  const main = byId('board', HTMLElement);
  const title = byId('flights-title', HTMLElement);
  const filter = byId('filter', HTMLInputElement);
  const announcer = new Announcer(byId('news', HTMLElement));
  let { place, series } = placeOf(location.hash);
  let isPushed = false;

  const detail = new Detail(board, () => leave());
  const nav = new LensNav(byId('lenses', HTMLElement), (chosen) => go(chosen));
  const flights = new Flights(
    list,
    (moved) => {
      // Where the detail stands beside the list, it follows; where it stands instead of it, it waits to be opened.
      if (isWide()) choose(moved);
    },
    (opened, byKey) => {
      choose(opened);
      if (byKey || !isWide()) open();
    },
  );

  /** Shows everything as it is now. */
  function show(): void {
    nav.show(board.counts, board.news.length, place);
    const wanted = filter.value.trim();
    filter.parentElement?.toggleAttribute('hidden', place === 'log');
    const now = hub.now();
    title.textContent = PLACES[place];
    document.title = `${PLACES[place]} · Chirp board`;
    if (board.isLost) list.replaceChildren(lost(() => void board.load()));
    else if (place === 'log') showLog(list, board.news, openFrom);
    else flights.show(place, found(board.heads(place), wanted), series, now, wanted);
    detail.show(series);
    main.toggleAttribute('data-chosen', series !== undefined);
  }

  function go(chosen: Place): void {
    place = chosen;
    if (!isWide()) {
      close();
      series = undefined;
    }
    writePlace({ place, series });
    list.scrollTop = 0;
    show();
  }

  function choose(chosen: string | undefined): void {
    if (chosen === series) return;
    series = chosen;
    // Where the detail takes the place of the list, the browser's own way back leads to the list.
    isPushed = !isWide() && !main.hasAttribute('data-open');
    writePlace({ place, series }, isPushed);
    show();
  }

  /** Opens the detail, and goes there. */
  function open(): void {
    main.toggleAttribute('data-open', true);
    detail.focus();
  }

  function openFrom(chosen: string): void {
    choose(chosen);
    open();
  }

  function close(): void {
    main.toggleAttribute('data-open', false);
  }

  /** Goes back from the detail, or out of the filter, to the list. */
  function leave(): void {
    close();
    if (!isWide() && series !== undefined) {
      series = undefined;
      if (isPushed) history.back();
      else writePlace({ place, series });
      isPushed = false;
      show();
    }
    if (place !== 'log' && !flights.rows.focus()) byId('flights', HTMLElement).focus();
    else if (place === 'log') byId('flights', HTMLElement).focus();
  }

  const day = makeDayBar(hub, script, () => {
    const now = hub.now();
    tick(list, now);
    detail.tick(now);
  });
  makeViewers((id) => {
    const person = PEOPLE.find((one) => one.id === id);
    if (person === undefined) return;
    hub.viewer = person;
    announcer.say(`Looking as ${person.name}. ${board.counts?.needs_me ?? 0} need you.`);
  });
  makeKeys([
    { keys: ['j'], shown: 'j', words: 'next row', press: () => flights.rows.step(1) },
    { keys: ['k'], shown: 'k', words: 'previous row', press: () => flights.rows.step(-1) },
    { keys: ['Escape'], shown: 'Esc', words: 'back to the list', press: leave },
    {
      keys: ORDER.map((_, index) => `${index + 1}`),
      shown: '1 … 7',
      words: 'Needs Me, Runs, Decisions, Incidents, Artifacts, Knowledge, What happened',
      press: (key) => {
        go(ORDER[Number(key) - 1] ?? place);
        if (place === 'log' || !flights.rows.focus()) byId('flights', HTMLElement).focus();
      },
    },
    { keys: ['/'], shown: '/', words: 'filter the list', press: () => filter.focus() },
    { keys: ['p'], shown: 'p', words: 'play or pause the day', press: day.toggle },
    { keys: ['n'], shown: 'n', words: 'next event of the day', press: day.step },
  ]);
  filter.addEventListener('input', show);
  addEventListener('hashchange', () => {
    ({ place, series } = placeOf(location.hash));
    main.toggleAttribute('data-open', series !== undefined);
    show();
  });
  let isDue = false;
  board.subscribe((news) => {
    announcer.tell(news);
    if (isDue) return;
    isDue = true;
    // Once for all that happens in the same moment, such as a jump over hours.
    queueMicrotask(() => {
      isDue = false;
      show();
    });
  });
  writePlace({ place, series });
  main.toggleAttribute('data-open', series !== undefined);
  await board.load();
}

/** What stands in the list when the source did not answer. */
function lost(again: () => void): HTMLElement {
  const element = nothing('refused', 'No answer', 'What there is cannot be had at the moment.');
  const button = make('button', { class: 'button', type: 'button' }, 'Ask again');
  button.addEventListener('click', again);
  element.append(button);
  return element;
}

/** The heads whose subject, source or text has the words in it. */
function found(heads: readonly Head[], words: string): readonly Head[] {
  if (words === '') return heads;
  const wanted = words.toLocaleLowerCase();
  return heads.filter(({ envelope }) => {
    const { presentation, source } = envelope;
    const said = [nameOf(envelope), source.display_name ?? '', source.id, presentation.fallback];
    return said.some((text) => text.toLocaleLowerCase().includes(wanted));
  });
}

function makeViewers(chosen: (id: string) => void): void {
  const select = byId('viewer', HTMLSelectElement);
  select.append(...PEOPLE.map(({ id, name }) => make('option', { value: id }, name)));
  select.addEventListener('change', () => chosen(select.value));
}

/** Whether list and detail stand beside each other; the style sheet has the same width. */
function isWide(): boolean {
  return matchMedia('(min-width: 48rem)').matches;
}
