// Owns the keys of the board and the dialog that names them. Keys of one character can be switched off, for readers whose
// voice or hand presses some by mistake.
import { byId, make } from '../../view/dom.js';

/** A key, what it does in words, and the doing. */
export interface Key {
  readonly keys: readonly string[];
  readonly shown: string;
  readonly words: string;
  readonly press: (key: string) => void;
}

const KEPT = 'chirp-board-keys';

/** Wires the keys and the dialog. */
export function makeKeys(keys: readonly Key[]): void {
  const dialog = byId('help', HTMLDialogElement);
  const on = make('input', { type: 'checkbox', id: 'keys-on' });
  on.checked = recall() !== 'off';
  on.addEventListener('change', () => keep(on.checked ? 'on' : 'off'));
  const close = make('button', { class: 'button', type: 'button' }, 'Close');
  close.addEventListener('click', () => dialog.close());
  const rows = [...keys, ...ELSEWHERE].flatMap(({ shown, words }) => [
    make('dt', {}, ...shown.split(' ').map((key) => make('kbd', {}, key))),
    make('dd', {}, words),
  ]);
  dialog.append(
    make('h2', { class: 'help-title', id: 'help-title' }, 'Keys'),
    make('dl', { class: 'help-keys' }, ...rows),
    make('label', { class: 'help-switch' }, on, 'Keys of one character are on'),
    close,
  );
  byId('help-open', HTMLButtonElement).addEventListener('click', () => dialog.showModal());

  document.addEventListener('keydown', (event) => {
    const { altKey, ctrlKey, defaultPrevented, key, metaKey } = event;
    if (defaultPrevented || altKey || ctrlKey || metaKey || isBusy(event)) return;
    if (key === '?' && on.checked) {
      dialog.showModal();
      event.preventDefault();
      return;
    }
    const known = keys.find((candidate) => candidate.keys.includes(key));
    if (known === undefined || (key.length === 1 && !on.checked)) return;
    event.preventDefault();
    known.press(key);
  });
}

const ELSEWHERE = [
  { shown: '↓ ↑', words: 'next and previous row, in the list' },
  { shown: 'Enter', words: 'open the row' },
  { shown: '← →', words: 'Now, History and Changes, in the tabs' },
  { shown: '?', words: 'this help' },
] as const;

/** Whether keys belong to something else: a dialog that is open, or a field that is typed in (Escape leaves it). */
function isBusy(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  if (!(target instanceof Element)) return false;
  if (document.querySelector('dialog[open]') !== null || target.closest('dialog') !== null) return true;
  const isTyped = target.matches('input:not([type=range], [type=radio], [type=checkbox]), textarea');
  return isTyped ? event.key !== 'Escape' : target.matches('select') && event.key !== 'Escape';
}

function recall(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    // Storage may be refused; then they are on.
    return null;
  }
}

function keep(state: string): void {
  try {
    localStorage.setItem(KEPT, state);
  } catch {
    // The choice holds until the page is closed.
  }
}
