// Owns the log: what happened, latest first. What was refused says its code.
import { foreign } from '@chirp-protocol/renderer';
import { clockTime } from '../../view/age.js';
import { icon, make } from '../../view/dom.js';
import { nothing } from '../../view/empty.js';
import type { News } from '../model/news.js';

const LOOKS: Readonly<Record<News['kind'], { readonly shape: string; readonly word: string }>> = {
  arrived: { shape: 'new', word: 'Arrived' },
  refused: { shape: 'refused', word: 'Refused' },
  gap: { shape: 'gap', word: 'Removed' },
  done: { shape: 'check', word: 'Done' },
  needed: { shape: 'flag', word: 'Needs you' },
  released: { shape: 'released', word: 'Released' },
};

/** Shows the news in `panel`. `opened` is called with the series of one that was chosen. */
export function showLog(panel: HTMLElement, news: readonly News[], opened: (series: string) => void): void {
  if (news.length === 0) {
    panel.replaceChildren(
      nothing('log', 'Nothing has happened yet', 'Play the day, or go to its next event.'),
    );
    return;
  }
  panel.replaceChildren(make('ol', { class: 'log', role: 'list' }, ...news.map((one) => item(one, opened))));
}

function item(
  { at, code, kind, said, series, subject }: News,
  opened: (series: string) => void,
): HTMLElement {
  const { shape, word } = LOOKS[kind];
  const words = make(
    'button',
    { class: 'log-item', type: 'button', 'data-kind': kind },
    make('time', { class: 'log-time', datetime: at }, clockTime(at)),
    make('span', { class: 'log-kind' }, icon(shape), word),
    make(
      'span',
      { class: 'log-said' },
      make('strong', {}, foreign(subject)),
      ' ',
      foreign(said),
      ...(code === undefined ? [] : [' ', make('code', { class: 'code' }, code)]),
    ),
  );
  words.addEventListener('click', () => opened(series));
  return make('li', {}, words);
}
