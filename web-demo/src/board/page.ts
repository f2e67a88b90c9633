// Owns the board as a page, over whatever it shows: which lens and which series are shown, and who is told when that or the
// source changes.
import { tick } from '../view/age.js';
import { byId, counted, make } from '../view/dom.js';
import { nothing } from '../view/empty.js';
import { keepFocus } from '../view/focus.js';
import type { Board, Head } from './model/board.js';
import { type News, nameOf } from './model/news.js';
import { instrumentOf, placeOf, START, writePlace } from './model/place.js';
import { Announcer } from './view/announcer.js';
import { Detail } from './view/detail.js';
import { Flights } from './view/flights.js';
import { type Key, makeKeys } from './view/keys.js';
import { LensNav, ORDER, PLACES, type Place } from './view/lenses.js';
import { Log } from './view/log.js';

/** What the place where instruments come from adds to the page. */
export interface Surroundings {
  /** Its own keys. */
  readonly keys: readonly Key[];
  /** What stands in the log before anything has happened. */
  readonly quiet: string;
}

/** The page, to those who made it. */
export interface BoardPage {
  readonly announcer: Announcer;
  /** Brings ages up to date. */
  readonly tick: () => void;
}

/** Shows a board, and fills it. */
export function showBoard(board: Board, { keys, quiet }: Surroundings): BoardPage {
  const { source } = board;
  const list = byId('list', HTMLElement);
  const main = byId('board', HTMLElement);
  const title = byId('flights-title', HTMLElement);
  const filter = byId('filter', HTMLInputElement);
  const announcer = new Announcer(byId('news', HTMLElement));
  let { place, series } = placeOf(location.hash) ?? START;
  /** A series that is to be shown in the lens where it is. */
  let sought = instrumentOf(location.hash);
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
  const log = new Log(list, openFrom, quiet);

  /** Shows everything as it is now. Who reads in the list stays in it, at its head where nothing else is left. */
  function show(): void {
    keepFocus(byId('flights', HTMLElement), showAll, () => byId('flights', HTMLElement).focus());
  }

  function showAll(): void {
    const { news } = board;
    nav.show(board.counts, news.length, place);
    const wanted = filter.value.trim();
    const now = source.now();
    title.textContent = PLACES[place];
    document.title = `${PLACES[place]} · Chirp board`;
    if (board.isLost) list.replaceChildren(lost(() => void board.load()));
    else if (place === 'log') log.show(happened(news, wanted), wanted);
    else flights.show(place, found(board.heads(place), wanted), series, now, wanted);
    detail.show(series);
    main.toggleAttribute('data-chosen', series !== undefined);
  }

  /** Shows the series that was asked for without its lens, when it is there. */
  function find(): void {
    const head = sought === undefined ? undefined : board.head(sought);
    if (head === undefined || sought === undefined) return;
    const { lens, needs_me: needsMe } = head.classified;
    place = needsMe ? 'needs_me' : lens;
    series = sought;
    sought = undefined;
    writePlace({ place, series });
    main.toggleAttribute('data-open', true);
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
    enterList();
  }

  /** Goes to the row or entry that the reader was at. */
  function enterList(): void {
    if (!(place === 'log' ? log : flights.rows).focus()) byId('flights', HTMLElement).focus();
  }

  function step(by: number): void {
    (place === 'log' ? log : flights.rows).step(by);
  }

  makeKeys([
    { keys: ['j'], shown: 'j', words: 'next row', press: () => step(1) },
    { keys: ['k'], shown: 'k', words: 'previous row', press: () => step(-1) },
    { keys: ['Escape'], shown: 'Esc', words: 'back to the list', press: leave },
    {
      keys: ORDER.map((_, index) => `${index + 1}`),
      shown: '1 … 7',
      words: 'Needs Me, Runs, Decisions, Incidents, Artifacts, Knowledge, What happened',
      press: (key) => {
        go(ORDER[Number(key) - 1] ?? place);
        enterList();
      },
    },
    { keys: ['/'], shown: '/', words: 'filter the list', press: () => filter.focus() },
    ...keys,
  ]);
  filter.addEventListener('input', () => {
    show();
    const wanted = filter.value.trim();
    announcer.count(
      place === 'log'
        ? `${counted(happened(board.news, wanted).length, 'event')} in the list.`
        : `${counted(found(board.heads(place), wanted).length, 'instrument')} in the list.`,
    );
  });
  byId('skip', HTMLAnchorElement).addEventListener('click', (event) => {
    // The fragment is the address of what is shown, which this link does not change.
    event.preventDefault();
    byId('flights', HTMLElement).focus();
  });
  addEventListener('hashchange', () => {
    sought = instrumentOf(location.hash);
    if (sought !== undefined) {
      find();
      return show();
    }
    const shown = placeOf(location.hash);
    // A link within the page names no place, and moves the focus itself.
    if (shown === undefined) return writePlace({ place, series });
    const isOther = shown.place !== place || shown.series !== series;
    ({ place, series } = shown);
    writePlace(shown);
    main.toggleAttribute('data-open', series !== undefined);
    show();
    if (!isOther || isWide()) return;
    if (series === undefined) enterList();
    else detail.focus();
  });
  let isDue = false;
  board.subscribe((news) => {
    announcer.tell(news, series);
    if (isDue) return;
    isDue = true;
    // Once for all that happens in the same moment, such as a jump over hours.
    queueMicrotask(() => {
      isDue = false;
      find();
      show();
    });
  });
  if (sought === undefined) writePlace({ place, series });
  main.toggleAttribute('data-open', series !== undefined);
  return {
    announcer,
    tick: () => {
      const now = source.now();
      tick(list, now);
      detail.tick(now);
    },
  };
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

/** The news whose subject, sentence or code has the words in it. */
function happened(news: readonly News[], words: string): readonly News[] {
  const wanted = words.toLocaleLowerCase();
  return news.filter(({ code = '', said, subject }) =>
    [subject, said, code].some((text) => text.toLocaleLowerCase().includes(wanted)),
  );
}

/** Whether list and detail stand beside each other; the style sheet has the same width. */
function isWide(): boolean {
  return matchMedia('(min-width: 48rem)').matches;
}
