// Owns the list of channels, with what is unread in each.
import { foreign } from '@chirp-protocol/renderer';
import type { Channel } from '../../hub/membership.js';
import { counted, icon, make } from '../../view/dom.js';
import { fragmentOf } from '../model/place.js';

/** More than this are not counted. */
const COUNTED = 50;

/** The channels in `nav`. `chosen` is called with the id of one. */
export class ChannelList {
  readonly #links = new Map<string, { readonly link: HTMLAnchorElement; readonly count: HTMLElement }>();
  readonly #list = make('ul', { role: 'list' });

  constructor(
    nav: HTMLElement,
    private readonly chosen: (channel: string) => void,
  ) {
    nav.replaceChildren(this.#list);
  }

  show(channels: readonly Channel[], unread: (channel: string) => number, current: string | undefined): void {
    const ids = new Set(channels.map(({ id }) => id));
    for (const [id, { link }] of this.#links) {
      if (ids.has(id)) continue;
      link.parentElement?.remove();
      this.#links.delete(id);
    }
    for (const channel of channels) {
      const { count, link } = this.#links.get(channel.id) ?? this.#add(channel);
      const number = unread(channel.id);
      const shown = number === 0 ? '' : number > COUNTED ? `${COUNTED}+` : `${number}`;
      link.toggleAttribute('data-unread', number > 0);
      if (count.getAttribute('data-shown') !== shown) {
        count.setAttribute('data-shown', shown);
        const words = ` ${counted(number, 'unread message').replace(/^\d+ /u, '')}`;
        count.replaceChildren(...(shown === '' ? [] : [shown, make('span', { class: 'unseen' }, words)]));
      }
      if (channel.id !== current) link.removeAttribute('aria-current');
      else if (!link.hasAttribute('aria-current')) {
        link.setAttribute('aria-current', 'page');
        link.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      }
    }
  }

  #add({ id, name }: Channel): { link: HTMLAnchorElement; count: HTMLElement } {
    const count = make('span', { class: 'lens-count' });
    const label = make('span', { class: 'lens-name' }, icon('channel'), foreign(name));
    const link = make(
      'a',
      { class: 'lens', href: fragmentOf({ channel: id }), 'data-channel': id },
      label,
      count,
    );
    link.addEventListener('click', (event) => {
      event.preventDefault();
      this.chosen(id);
    });
    this.#list.append(make('li', {}, link));
    const made = { link, count };
    this.#links.set(id, made);
    return made;
  }
}
