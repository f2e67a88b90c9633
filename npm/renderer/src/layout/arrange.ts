// Owns which layouts there are, by their names on the wire.
import { artifact } from './artifact.js';
import { commandCenter } from './command-center.js';
import { comparison } from './comparison.js';
import { document } from './document.js';
import type { Arrange } from './parts.js';
import { status } from './status.js';
import { timeline } from './timeline.js';

/** Every layout that this renderer arranges. */
export const LAYOUTS: ReadonlyMap<string, Arrange> = new Map<string, Arrange>([
  ['artifact', artifact],
  ['command_center', commandCenter],
  ['comparison', comparison],
  ['document', document],
  ['status', status],
  ['timeline', timeline],
]);
