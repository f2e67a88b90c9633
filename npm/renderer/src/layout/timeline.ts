// Owns the layout `timeline`: a rail from the start to the end of the lifecycle, on which the items of the message's
// own lists are the stations.
import { make } from '../dom.js';
import { box, foot, type Parts } from './parts.js';

/** The times of the lifecycle move from the head to the two ends of the rail. */
export function timeline(parts: Parts): HTMLElement[] {
  const { actions, attention, audit, body, evidence, header } = parts;
  const rail = [...end(header, 'started'), ...body, ...end(header, 'ended')];
  return [
    header,
    ...attention,
    ...box('rail', ...rail),
    ...actions,
    ...box('panels', ...audit, ...evidence),
    foot(parts),
  ];
}

function end(header: HTMLElement, name: 'ended' | 'started'): HTMLElement[] {
  const fact = header.querySelector(`[data-fact="${name}"]`);
  if (fact === null) return [];
  const list = fact.parentElement;
  const station = make('ul', { class: 'facts rail-end', role: 'list', 'data-kind': name }, fact);
  if (list?.childElementCount === 0) list.remove();
  return [station];
}
