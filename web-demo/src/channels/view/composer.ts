// Owns the field in which messages are written: Enter sends, Shift and Enter break the line, and what was begun is kept.
import { icon, make } from '../../view/dom.js';

/** A composer in `form`. */
export class Composer {
  readonly #button = make(
    'button',
    { class: 'button button-main composer-send', type: 'submit' },
    icon('send'),
    'Send',
  );
  readonly #field: HTMLTextAreaElement;

  constructor(
    private readonly form: HTMLFormElement,
    private readonly to: {
      readonly label: string;
      readonly send: (words: string) => void;
      readonly keep: (words: string) => void;
      /** What the key up does in an empty field. */
      readonly last: () => void;
    },
  ) {
    const field = make('textarea', {
      class: 'composer-field',
      'aria-label': to.label,
      placeholder: to.label,
      rows: '1',
      autocomplete: 'off',
    });
    this.#field = field;
    form.append(field, this.#button);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#send();
    });
    field.addEventListener('input', () => {
      to.keep(field.value);
      this.#show();
    });
    field.addEventListener('keydown', (event) => {
      const { altKey, ctrlKey, isComposing, key, metaKey, shiftKey } = event;
      if (key === 'ArrowUp' && field.value === '' && !shiftKey) {
        event.preventDefault();
        to.last();
      }
      // On a touch screen there is a button, and its keyboard has no other way to break a line.
      if (key !== 'Enter' || shiftKey || altKey || ctrlKey || metaKey || isComposing || isTouch()) return;
      event.preventDefault();
      this.#send();
    });
    this.#show();
  }

  /** Says where it sends to, and what was begun there. */
  begin(label: string, draft: string): void {
    this.#field.setAttribute('aria-label', label);
    this.#field.placeholder = label;
    this.#field.value = draft;
    this.#show();
  }

  focus(): void {
    this.#field.focus();
  }

  set hidden(isHidden: boolean) {
    this.form.hidden = isHidden;
  }

  #send(): void {
    const words = this.#field.value.trim();
    if (words === '') return;
    this.#field.value = '';
    this.to.keep('');
    this.#show();
    this.to.send(words);
    this.#field.focus();
  }

  #show(): void {
    // It stays where the focus may be; with nothing written it does nothing.
    this.#button.setAttribute('aria-disabled', `${this.#field.value.trim() === ''}`);
  }
}

function isTouch(): boolean {
  return matchMedia('(pointer: coarse) and (hover: none)').matches;
}
