// Owns the actions of a message: present and named, with what they would be given. They are off unless the page said
// of each that it may be used, and off in a past revision whatever the page said.
import type { Envelope } from '@chirp-protocol/protocol';
import { make } from '../dom.js';
import { foreign, own } from '../text.js';
import { WORDS } from '../words.js';
import { langOf } from './header.js';
import { time } from './time.js';

/** An action of the sealed envelope. */
export type Action = NonNullable<Envelope['actions']>[number];

/** What a page knows of an action: one of what `actionsOf` of `@chirp-protocol/protocol/instruments` lists. */
export interface ActionState {
  /** Id of the action. */
  readonly id: string;
  /** Whether the viewer may use it now. */
  readonly enabled: boolean;
  /** Whether the person is asked first. What the message itself demands is asked in any case. */
  readonly confirm?: boolean;
  /** Why it may not be used. */
  readonly reason?: { readonly message: string };
  /** Whether its success closes the message. */
  readonly settles?: boolean;
}

/** What the buttons depend on beside the envelope. */
export interface Control {
  /** A past revision: everything is off. */
  readonly past: boolean;
  /** What the page knows; absent, it is not connected. */
  readonly states: readonly ActionState[] | undefined;
  /** Called when a person presses the button of an action that is on. */
  readonly press: (action: Action) => void;
}

const WHY = 'actions-why';

/** Each action with its arguments, and why those that are off are; nothing for a message without actions. */
export function actions(envelope: Envelope, control: Control): HTMLElement[] {
  const offered = envelope.actions ?? [];
  if (offered.length === 0) return [];
  const lang = langOf(envelope);
  const element = make(
    'div',
    { class: 'actions', part: 'actions', role: 'group', 'aria-label': WORDS.actions },
    make(
      'ul',
      { class: 'action-row', role: 'list' },
      ...offered.map((action, index) => item(action, index, lang, control)),
    ),
  );
  const why = whyAll(control);
  if (why !== undefined) element.append(make('p', { class: 'quiet', id: WHY, part: 'why' }, own(why)));
  return [element];
}

/** Whether the page said that an action may be used, and it is not a past revision's. */
export function isOn({ past, states }: Pick<Control, 'past' | 'states'>, id: string): boolean {
  return !past && stateOf(states, id)?.enabled === true;
}

/** What the page knows of one action. */
export function stateOf(states: Control['states'], id: string): ActionState | undefined {
  return states?.find((state) => state.id === id);
}

/** The arguments of an action, as they were sealed; nothing when it has none. */
export function argumentsOf(action: Action, lang: string | undefined): HTMLElement[] {
  const given = Object.entries(action.arguments ?? {});
  if (given.length === 0) return [];
  const rows = given.map(([name, value]) =>
    make(
      'div',
      { class: 'argument' },
      make('dt', { translate: 'no' }, foreign(name)),
      make('dd', {}, foreign(String(value), lang)),
    ),
  );
  return [make('dl', { class: 'arguments', part: 'arguments', 'aria-label': WORDS.arguments }, ...rows)];
}

/** One reason for all of them, where there is one. */
function whyAll({ past, states }: Control): string | undefined {
  if (past) return WORDS.actionsPast;
  return states === undefined ? WORDS.actionsOff : undefined;
}

function item(action: Action, index: number, lang: string | undefined, control: Control): HTMLElement {
  const on = isOn(control, action.id);
  const why = on ? undefined : whyAll(control) === undefined ? `${WHY}-${index}` : WHY;
  const button = make(
    'button',
    {
      class: 'action',
      part: 'action',
      'aria-describedby': why,
      'data-emphasis': action.emphasis ?? 'default',
      disabled: on ? undefined : '',
      type: 'button',
    },
    foreign(action.label, lang),
  );
  button.addEventListener('click', () => control.press(action));
  const element = make(
    'li',
    { class: 'action-item' },
    button,
    ...argumentsOf(action, lang),
    ...window(action),
  );
  if (why !== undefined && why !== WHY) {
    const reason = stateOf(control.states, action.id)?.reason?.message ?? WORDS.actionUnknown;
    element.append(make('p', { class: 'quiet', id: why, part: 'why' }, own(foreign(reason))));
  }
  return element;
}

/** From when and until when it may be used, where the message says so. */
function window({ active_from: from, active_until: until }: Action): HTMLElement[] {
  const said = [
    ...(from === undefined ? [] : [`${WORDS.from} `, time(from)]),
    ...(until === undefined ? [] : [from === undefined ? '' : ' ', `${WORDS.until} `, time(until)]),
  ];
  return said.length === 0 ? [] : [make('p', { class: 'quiet' }, own(...said))];
}
