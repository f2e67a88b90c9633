// Owns the search over all channels: what is looked for, what was found, and the way to each.
import { splitPage } from '@chirp-protocol/protocol/instruments';
import { foreign } from '@chirp-protocol/renderer';
import { ask, Refused } from '../../hub/api.js';
import { clockTime, dayOf } from '../../view/age.js';
import { byId, counted, make } from '../../view/dom.js';
import { nothing } from '../../view/empty.js';
import { type Message, messageOf } from '../model/message.js';
import { fragmentOf } from '../model/place.js';
import { short } from './entry.js';

/** How long the keyboard must rest before it is searched (ms). */
const REST_MS = 300;

/** Found messages that are shown; who looks for more says more words. */
const SHOWN = 50;

/** So much of a message is shown (characters). */
const EXCERPT = 240;

/** Wires the search of the account `me`. `opened` is called when it is shown or left. */
export function makeSearch(me: string, opened: (isOpen: boolean) => void): { readonly close: () => void } {
  const form = byId('search', HTMLFormElement);
  byId('search-box', HTMLElement).hidden = false;
  const field = byId('search-words', HTMLInputElement);
  const panel = byId('found', HTMLElement);
  const list = byId('found-list', HTMLElement);
  const title = byId('found-title', HTMLElement);
  const news = byId('news', HTMLElement);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let round = 0;

  const close = (): void => {
    round += 1;
    if (panel.hidden) return;
    const wasInside = panel.contains(document.activeElement);
    panel.hidden = true;
    opened(false);
    if (wasInside) field.focus();
  };
  const search = async (): Promise<void> => {
    clearTimeout(timer);
    const words = field.value.trim();
    if (words === '') return close();
    round += 1;
    const mine = round;
    panel.hidden = false;
    opened(true);
    const answer = await look(words).catch((error: unknown) => error);
    if (mine !== round) return;
    const isFound = isAnswer(answer);
    const said = isFound ? sentenceOf(answer) : 'It could not be searched';
    title.textContent = isFound ? said : 'Search';
    news.textContent = `${said}.`;
    if (!isFound) list.replaceChildren(nothing('away', said, reason(answer)));
    else if (answer.messages.length > 0)
      list.replaceChildren(
        make(
          'ol',
          { class: 'found-list', role: 'list' },
          ...answer.messages.map((message) => row(message, me)),
        ),
      );
    else
      list.replaceChildren(
        nothing('search', 'Nothing is found', `No message that you may read has “${words}” in it.`),
      );
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void search().then(() => list.querySelector('a')?.focus());
  });
  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void search(), REST_MS);
  });
  byId('found-close', HTMLButtonElement).addEventListener('click', () => {
    close();
    field.focus();
  });
  return { close };
}

/** What was found, the latest first. */
interface Found {
  readonly messages: readonly Message[];
  readonly more: boolean;
}

async function look(words: string): Promise<Found> {
  const { text } = await ask('GET', `/api/v1/search?limit=${SHOWN}&q=${encodeURIComponent(words)}`);
  const { more } = JSON.parse(text) as { more: boolean };
  const pieces = splitPage(new TextEncoder().encode(text));
  return { more, messages: pieces.map((bytes) => messageOf(new TextDecoder().decode(bytes))) };
}

function isAnswer(answer: unknown): answer is Found {
  return !(answer instanceof Error);
}

function sentenceOf({ messages, more }: Found): string {
  const count = counted(messages.length, 'message');
  return more ? `The latest ${count}` : `${count} found`;
}

function reason(error: unknown): string {
  if (!(error instanceof Refused)) return 'The hub does not answer. Ask again in a moment.';
  if (error.status === 404) return 'This hub has no search.';
  return `The hub says: ${error.detail}.`;
}

function row({ body, channel, created_at: at, id, sender }: Message, me: string): HTMLElement {
  const words = [...body];
  const excerpt = words.length > EXCERPT ? `${words.slice(0, EXCERPT).join('')}…` : body;
  return make(
    'li',
    {},
    make(
      'a',
      { class: 'found-row', href: fragmentOf({ channel, message: id }) },
      make(
        'span',
        { class: 'found-where quiet' },
        make('strong', {}, sender === me ? 'You' : foreign(short(sender))),
        ' ',
        foreign(`#${channel}`),
        ' ',
        make('time', { datetime: at }, `${dayOf(at)}, ${clockTime(at)}`),
      ),
      make('span', { class: 'found-words' }, foreign(excerpt)),
    ),
  );
}
