// Owns the picker of samples, and of the file that was opened last: which is chosen, what it shows, and the way back to it
// after edits.
import type { Sample } from '../samples/sample.js';
import { SAMPLE_GROUPS, SAMPLES } from '../samples/samples.js';
import { make } from './dom.js';

/** The parts of the picker that the page has. */
export interface PickerParts {
  readonly select: HTMLSelectElement;
  readonly about: HTMLElement;
  readonly reset: HTMLButtonElement;
}

/** The picker, as the page speaks to it. */
export interface Picker {
  /** Is told the text of the editor after each change of it. */
  readonly edited: (text: string) => void;
  /** Is told of a file that was opened, with its text as the editor has it: it is chosen now. */
  readonly opened: (name: string, text: string) => void;
}

/** The value of the option that is the file. */
const FILE = 'file';

/** Fills the picker. `chosen` is called with the text of what is picked, or asked for again. */
export function makePicker({ about, reset, select }: PickerParts, chosen: (text: string) => void): Picker {
  for (const { name, samples } of SAMPLE_GROUPS) {
    const options = samples.map((sample) => make('option', { value: sample.id }, sample.name));
    select.append(make('optgroup', { label: name }, ...options));
  }
  const fileOption = make('option', { value: FILE });
  let file: Pick<Sample, 'about' | 'text'> | undefined;
  const current = (): Pick<Sample, 'about' | 'text'> | undefined =>
    select.value === FILE ? file : SAMPLES.find(({ id }) => id === select.value);
  const describe = (): void => {
    about.textContent = current()?.about ?? '';
  };
  const choose = (): void => {
    const one = current();
    describe();
    if (one !== undefined) chosen(one.text);
  };
  select.addEventListener('change', choose);
  reset.addEventListener('click', () => {
    choose();
    // The button is off now, and a switched-off button would drop the focus.
    select.focus();
  });
  describe();
  const edited = (text: string): void => {
    reset.disabled = text === current()?.text;
  };
  return {
    edited,
    opened(name, text) {
      fileOption.textContent = name;
      select.prepend(fileOption);
      select.value = FILE;
      file = {
        about: 'A file of this device. Its bytes are what is checked, until its text is edited.',
        text,
      };
      describe();
      edited(text);
    },
  };
}
