// Owns the picker of samples: which is chosen, what it shows, and the way back to it after edits.
import type { Sample } from '../samples/sample.js';
import { SAMPLE_GROUPS, SAMPLES } from '../samples/samples.js';
import { make } from './dom.js';

/** The parts of the picker that index.html has. */
export interface PickerParts {
  readonly select: HTMLSelectElement;
  readonly about: HTMLElement;
  readonly reset: HTMLButtonElement;
}

/** Fills the picker. `chosen` is called with a sample when it is picked, or asked for again. */
export function makePicker(
  { about, reset, select }: PickerParts,
  chosen: (sample: Sample) => void,
): { readonly edited: (text: string) => void } {
  for (const { name, samples } of SAMPLE_GROUPS) {
    const options = samples.map((sample) => make('option', { value: sample.id }, sample.name));
    select.append(make('optgroup', { label: name }, ...options));
  }
  const current = (): Sample | undefined => SAMPLES.find(({ id }) => id === select.value);
  const describe = (): void => {
    about.textContent = current()?.about ?? '';
  };
  const choose = (): void => {
    const sample = current();
    describe();
    if (sample !== undefined) chosen(sample);
  };
  select.addEventListener('change', choose);
  reset.addEventListener('click', () => {
    choose();
    // The button is off now, and a switched-off button would drop the focus.
    select.focus();
  });
  describe();
  return {
    edited(text) {
      reset.disabled = text === current()?.text;
    },
  };
}
