// Owns what this renderer says it can draw.
import { LAYOUTS } from './layout/arrange.js';
import { BUILDERS } from './tree/nodes.js';

/**
 * `actions`, `audit`, `history`, `layout:<name>` for every layout that has an arrangement, and `node:<type>` for every
 * node that has a drawing.
 */
export const CAPABILITIES: readonly string[] = Object.freeze([
  'actions',
  'audit',
  'history',
  ...[...LAYOUTS.keys()].sort().map((name) => `layout:${name}`),
  ...[...BUILDERS.keys(), 'root'].sort().map((type) => `node:${type}`),
]);
