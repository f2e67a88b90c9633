// Owns the order of a card without a layout: one part under the other.
import { foot, type Parts } from './parts.js';

/** Head, attention, body, actions, audit, evidence, foot. */
export function plain(parts: Parts): HTMLElement[] {
  const { actions, attention, audit, body, evidence, header } = parts;
  return [header, ...attention, ...body, ...actions, ...audit, ...evidence, foot(parts)];
}
