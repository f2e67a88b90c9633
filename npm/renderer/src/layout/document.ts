// Owns the layout `document`: a column to read in, with the headings of the text beside it as its contents.
import { make } from '../dom.js';
import { foreign, own } from '../text.js';
import { WORDS } from '../words.js';
import { box, foot, type Parts } from './parts.js';

/** Fewer headings than these need no table of contents. */
const FEWEST_HEADINGS = 3;

/** The text comes before everything that is about it, except what is asked of people. */
export function document(parts: Parts): HTMLElement[] {
  const { actions, attention, audit, body, evidence, header } = parts;
  const column = box('reading', ...body, ...actions, ...audit, ...evidence);
  return [header, ...attention, ...box('page', ...contents(body), ...column), foot(parts)];
}

function contents(body: readonly HTMLElement[]): HTMLElement[] {
  const headings = body.flatMap((element) => [...element.querySelectorAll<HTMLElement>(':scope > .heading')]);
  if (headings.length < FEWEST_HEADINGS) return [];
  const items = headings.map((heading) =>
    make('li', { 'data-depth': heading.getAttribute('data-depth') ?? '1' }, entry(heading)),
  );
  const list = make('ul', { role: 'list' }, ...items);
  return [
    make('div', { class: 'outline', part: 'outline', role: 'group', 'aria-label': WORDS.contents }, list),
  ];
}

/** A button, because an address of the page cannot lead into a shadow root. */
function entry(heading: HTMLElement): HTMLElement {
  const words = heading.cloneNode(true) as HTMLElement;
  for (const host of words.querySelectorAll('.host')) host.remove();
  const button = make('button', { type: 'button' }, own(foreign(words.textContent)));
  heading.tabIndex = -1;
  button.addEventListener('click', () => {
    heading.scrollIntoView({ block: 'start' });
    heading.focus({ preventScroll: true });
  });
  return button;
}
