// Owns the question before an action: a modal dialog that shows what would run, and in which nothing runs by mistake.
import type { Envelope } from '@chirp-protocol/protocol';
import { make } from '../dom.js';
import { foreign, own, visible } from '../text.js';
import { WORDS } from '../words.js';
import { type Action, type ActionState, argumentsOf } from './actions.js';
import { langOf } from './header.js';

const TITLE = 'confirm-title';
const BODY = 'confirm-body';

/**
 * Whether a person is asked before an action: the message declares a question, its handling demands one for every
 * action, or the page says so. A handling that this version does not know counts as the most restrictive one.
 */
export function mustConfirm(envelope: Envelope, action: Action, state: ActionState | undefined): boolean {
  const handling = envelope.handling?.confirmation ?? 'as_declared';
  return action.confirm !== undefined || handling !== 'as_declared' || state?.confirm === true;
}

/**
 * Opens the question inside `root`; `agreed` is called if the person agrees. Cancel has the focus first, Escape
 * cancels, and the focus goes back to the button. The dialog takes itself away when it is closed.
 */
export function ask(
  root: ShadowRoot,
  envelope: Envelope,
  action: Action,
  state: ActionState | undefined,
  agreed: () => void,
): HTMLDialogElement {
  const lang = langOf(envelope);
  const cancel = make('button', { class: 'action', part: 'cancel', type: 'button' }, own(WORDS.cancel));
  const run = make(
    'button',
    {
      class: 'action',
      part: 'confirm-action',
      'data-emphasis': action.emphasis === 'danger' ? 'danger' : 'primary',
      type: 'button',
    },
    foreign(action.label, lang),
  );
  const { body, title } = action.confirm ?? {};
  const words = title === undefined ? own(WORDS.confirmTitle) : foreign(title, lang);
  const dialog = make(
    'dialog',
    {
      class: 'confirm',
      part: 'confirm',
      'aria-labelledby': TITLE,
      'aria-describedby': body === undefined ? undefined : BODY,
    },
    make('p', { class: 'confirm-title', id: TITLE }, words),
  );
  if (body !== undefined)
    dialog.append(make('p', { class: 'text', id: BODY, dir: 'auto', lang }, visible(body)));
  dialog.append(
    make(
      'dl',
      { class: 'identities' },
      make('dt', {}, own(WORDS.capability)),
      make('dd', { translate: 'no' }, foreign(action.capability)),
    ),
    ...argumentsOf(action, lang),
  );
  if (state?.settles === true) dialog.append(make('p', { class: 'quiet' }, own(WORDS.settles)));
  dialog.append(make('div', { class: 'confirm-buttons' }, cancel, run));

  cancel.addEventListener('click', () => dialog.close());
  run.addEventListener('click', () => {
    dialog.close();
    agreed();
  });
  dialog.addEventListener('close', () => dialog.remove());
  root.append(dialog);
  dialog.showModal();
  cancel.focus();
  return dialog;
}
