// Owns the tabs: one of the views is shown, and the arrow keys choose which.
import { byId } from './dom.js';

/** Makes tabs of a `tablist`. `shown` is called with the id of a panel whenever it comes to the front. */
export function makeTabs(
  list: HTMLElement,
  shown: (panel: string) => void,
): { readonly current: () => string } {
  const tabs = [...list.querySelectorAll<HTMLElement>('[role=tab]')];
  let current = '';

  const choose = (tab: HTMLElement | undefined): void => {
    if (tab === undefined) return;
    for (const other of tabs) {
      const isChosen = other === tab;
      other.setAttribute('aria-selected', `${isChosen}`);
      other.tabIndex = isChosen ? 0 : -1;
      const panel = byId(panelOf(other), HTMLElement);
      panel.hidden = !isChosen;
      // So that the keyboard can scroll it.
      panel.tabIndex = 0;
    }
    current = panelOf(tab);
    shown(current);
  };

  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener('click', () => choose(tab));
    tab.addEventListener('keydown', (event) => {
      const next = neighbour(event.key, index, tabs.length);
      if (next === undefined) return;
      event.preventDefault();
      choose(tabs[next]);
      tabs[next]?.focus();
    });
  }
  choose(tabs.find((tab) => tab.getAttribute('aria-selected') === 'true') ?? tabs[0]);
  return { current: () => current };
}

function panelOf(tab: HTMLElement): string {
  return tab.getAttribute('aria-controls') ?? '';
}

function neighbour(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count;
    case 'ArrowLeft':
      return (index + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
