// Owns the order of the samples in the picker.
import { BOARD } from './board.js';
import { MESSAGES } from './messages.js';
import { REFUSED } from './refused.js';
import type { Sample, SampleGroup } from './sample.js';

/** Every sample, in groups, in the order of the picker. The first of the first is what the page opens with. */
export const SAMPLE_GROUPS: readonly SampleGroup[] = [
  { name: 'Messages', samples: MESSAGES },
  { name: 'On the board', samples: BOARD },
  { name: 'Refused', samples: REFUSED },
];

/** Every sample, in the order of the picker. */
export const SAMPLES: readonly Sample[] = SAMPLE_GROUPS.flatMap(({ samples }) => samples);
