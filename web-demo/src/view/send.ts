// Owns the way from the playground to a hub: which channel, what is sent, and what the hub said of it. It is there where a hub
// serves the page and somebody is signed in.
import { type Problem, positionIn } from '@chirp-protocol/protocol/compile';
import { isMessage } from '@chirp-protocol/protocol/plain';
import { foreign } from '@chirp-protocol/renderer';
import { ask, findHub, type Me, Refused, read } from '../hub/api.js';
import { JsonText } from '../model/pointer.js';
import { byId, icon, make, sentence } from './dom.js';

/** What a bare envelope is put into, since a hub takes messages. */
const BEFORE = '{"protocol":';
const BEHIND = '}';

/** What the bar works on. */
export interface Desk {
  readonly text: () => string;
  /** The file that the text is of, if its bytes are to be sent. */
  readonly bytes: () => Uint8Array | undefined;
  readonly replace: (text: string) => void;
  /** Takes what the hub found in the text that was sent. */
  readonly refused: (text: string, problems: readonly Problem[]) => void;
}

/** Shows the bar, if there is somebody who can send. */
export async function makeSend(desk: Desk): Promise<void> {
  const me = await findHub().catch(() => undefined);
  if (me === undefined || me === 'signed_out') return;
  const channels = await read<{ channels: { id: string; name: string }[] }>('/api/v1/channels').catch(
    () => undefined,
  );
  if (channels === undefined) return;
  const select = byId('send-channel', HTMLSelectElement);
  const draft = byId('send-draft', HTMLInputElement);
  const button = byId('send', HTMLButtonElement);
  const said = byId('send-said', HTMLElement);
  select.append(...channels.channels.map(({ id, name }) => make('option', { value: id }, `#${name}`)));
  byId('send-bar', HTMLElement).hidden = false;
  byId('pitch', HTMLElement).textContent =
    'Messages that say what they are, and show when they were changed. All of it runs in this browser; nothing leaves the page until you send it.';

  button.addEventListener('click', async () => {
    if (button.getAttribute('aria-disabled') === 'true') return;
    button.setAttribute('aria-disabled', 'true');
    said.replaceChildren('Sending…');
    const text = desk.text();
    const isBare = !isSendable(text);
    const path = `/api/v1/channels/${encodeURIComponent(select.value)}/messages${draft.checked ? '?draft=1' : ''}`;
    try {
      const answer = await ask('POST', path, isBare ? BEFORE + text + BEHIND : (desk.bytes() ?? text));
      const { id } = JSON.parse(answer.text) as { id: string };
      said.replaceChildren(...accepted(answer.status, select.value, id));
      desk.refused(text, []);
    } catch (error) {
      if (error instanceof Refused) {
        desk.refused(text, isBare ? error.problems.map(unwrapped) : error.problems);
        said.replaceChildren(...refusal(error, () => speak(desk, me, isBare)));
      } else
        said.replaceChildren(
          icon('cross'),
          'The hub did not answer. With a dedupe key it can be sent again without harm.',
        );
    }
    button.removeAttribute('aria-disabled');
    // On a phone the answer would stand below what is seen.
    said.scrollIntoView({ block: 'nearest' });
  });
}

/** Whether a text is a message and not a bare envelope; what is no JSON is sent as it is, for the hub to say so. */
function isSendable(text: string): boolean {
  try {
    return isMessage(JSON.parse(text));
  } catch {
    return true;
  }
}

function accepted(status: number, channel: string, id: string): (Node | string)[] {
  const words = status === 200 ? 'It was there already: this is the first one.' : 'It is on the hub.';
  const address = `channels.html#${encodeURIComponent(channel)}/${encodeURIComponent(id)}`;
  return [
    icon('check'),
    make(
      'span',
      {},
      make('code', { class: 'code' }, `${status}`),
      ` ${words} `,
      make('a', { href: address }, 'Look at it'),
    ),
  ];
}

function refusal({ code, detail, status }: Refused, asMe: () => void): (Node | string)[] {
  const words = make(
    'span',
    {},
    make('code', { class: 'code' }, `${status} ${code}`),
    ' ',
    sentence(detail),
    ...(status === 409 ? [' Nothing was changed.'] : []),
  );
  if (code !== 'source_not_allowed') return [icon('cross'), words];
  const button = make('button', { class: 'button', type: 'button' }, 'Speak as yourself');
  button.addEventListener('click', asMe);
  return [icon('cross'), words, button];
}

/** Puts the person who is signed in for the source, as which alone they may speak. */
function speak(desk: Desk, { account }: Me, isBare: boolean): void {
  const text = desk.text();
  const place = new JsonText(text).find(isBare ? '/source' : '/protocol/source');
  if (place === undefined) return;
  const source = JSON.stringify({ kind: 'person', id: account });
  desk.replace(text.slice(0, place.value.from) + source + text.slice(place.value.to));
  byId('send-said', HTMLElement).replaceChildren('The source is ', foreign(`person/${account}`), ' now.');
}

/** A problem of what a bare envelope was put into, as one of the envelope. */
function unwrapped(problem: Problem): Problem {
  const { position } = problem;
  const at = problem.at.replace(/^\/protocol(?=\/|$)/u, '');
  if (position?.line !== 1 || positionIn(problem) === 'source') return { ...problem, at };
  return { ...problem, at, position: { ...position, column: Math.max(1, position.column - BEFORE.length) } };
}
