// Owns the layout `command_center`: what is asked and what can be done in a column of its own beside the text, the
// checks of the audit as a board, everything close together.
import { box, foot, type Parts } from './parts.js';

/** The commanding column comes first, for those who see it beside the text and those who hear it before. */
export function commandCenter(parts: Parts): HTMLElement[] {
  const { actions, attention, audit, body, evidence, header } = parts;
  const command = box('command', ...attention, ...actions);
  return [header, ...box('panes', ...command, ...box('pane', ...body, ...audit, ...evidence)), foot(parts)];
}
