// Owns the actions of a message as this package shows them: present and named, but switched off, because only
// a hub can say whether one may run.
import type { Envelope } from '@chirp-protocol/protocol';
import { make } from '../dom.js';
import { foreign, own } from '../text.js';
import { WORDS } from '../words.js';
import { langOf } from './header.js';

const WHY = 'actions-why';

/** Each action as a disabled button, and once why; nothing for a message without actions. */
export function actions(envelope: Envelope): HTMLElement[] {
  const offered = envelope.actions ?? [];
  if (offered.length === 0) return [];
  const buttons = offered.map(({ emphasis, label }) =>
    make(
      'button',
      {
        class: 'action',
        part: 'action',
        'aria-describedby': WHY,
        'data-emphasis': emphasis ?? 'default',
        disabled: '',
        type: 'button',
      },
      foreign(label, langOf(envelope)),
    ),
  );
  return [
    make(
      'div',
      { class: 'actions', part: 'actions', role: 'group', 'aria-label': WORDS.actions },
      make('div', { class: 'action-row' }, ...buttons),
      make('p', { class: 'quiet', id: WHY, part: 'why' }, own(WORDS.actionsOff)),
    ),
  ];
}
