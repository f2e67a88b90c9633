// Owns the navigation: six lenses with how many heads each has, and the log.
import { LENSES, type Lens } from '@chirp-protocol/protocol/instruments';
import { counted, icon, make } from '../../view/dom.js';

/** What can stand in the list: a lens, or what happened. */
export type Place = Lens | 'log';

/** The name of each place; that of the log is short in the navigation. */
export const PLACES: Readonly<Record<Place, string>> = {
  needs_me: 'Needs Me',
  runs: 'Runs',
  decisions: 'Decisions',
  incidents: 'Incidents',
  artifacts: 'Artifacts',
  knowledge: 'Knowledge',
  log: 'What happened',
};

/** The places in the order of the navigation, which is that of their keys. */
export const ORDER: readonly Place[] = [...LENSES, 'log'];

/** The navigation in `nav`. `chosen` is called with the place of a link that was followed. */
export class LensNav {
  readonly #links = new Map<Place, { readonly link: HTMLAnchorElement; readonly count: HTMLElement }>();

  constructor(nav: HTMLElement, chosen: (place: Place) => void) {
    const list = make('ul', { role: 'list' });
    for (const [index, place] of ORDER.entries()) {
      const count = make('span', { class: 'lens-count' });
      const name = make('span', { class: 'lens-name' }, place === 'log' ? 'Log' : PLACES[place]);
      const key = make('kbd', { class: 'lens-key', 'aria-hidden': 'true' }, `${index + 1}`);
      const link = make('a', { class: 'lens', href: `#${place}`, 'data-place': place }, key, name, count);
      if (place === 'needs_me') name.prepend(icon('flag'));
      if (place === 'log') name.prepend(icon('log'));
      link.addEventListener('click', (event) => {
        event.preventDefault();
        chosen(place);
      });
      this.#links.set(place, { link, count });
      list.append(make('li', {}, link));
    }
    nav.append(list);
  }

  /** Shows how many there are, and which place is open. */
  show(counts: Readonly<Record<Lens, number>> | undefined, news: number, current: Place): void {
    for (const [place, { count, link }] of this.#links) {
      const number = place === 'log' ? news : (counts?.[place] ?? 0);
      const noun = place === 'log' ? 'event' : 'instrument';
      const words = counted(number, noun);
      if (count.textContent !== words) {
        const shown = `${number}`;
        count.replaceChildren(shown, make('span', { class: 'unseen' }, words.slice(shown.length)));
      }
      if (place !== current) link.removeAttribute('aria-current');
      else if (!link.hasAttribute('aria-current')) {
        link.setAttribute('aria-current', 'page');
        link.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      }
    }
  }
}
