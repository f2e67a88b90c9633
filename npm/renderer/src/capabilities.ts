// Owns what this renderer says it can draw. Layouts are not among it, so an instrument that requires one is
// shown as its verified PubMark.
import { BUILDERS } from './tree/nodes.js';

/** `actions`, `audit`, and `node:<type>` for every node that has a drawing. */
export const CAPABILITIES: readonly string[] = Object.freeze([
  'actions',
  'audit',
  ...[...BUILDERS.keys(), 'root'].sort().map((type) => `node:${type}`),
]);
