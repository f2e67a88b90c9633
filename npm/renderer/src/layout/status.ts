// Owns the layout `status`: the state and the key facts large, what must be done beside the text, the rest below.
import { box, foot, type Parts } from './parts.js';

/** The board of facts is the header's; the style sheet makes it large. */
export function status(parts: Parts): HTMLElement[] {
  const { actions, attention, audit, body, evidence, header } = parts;
  return [
    header,
    ...box('call', ...attention, ...actions),
    ...body,
    ...box('panels', ...audit, ...evidence),
    foot(parts),
  ];
}
