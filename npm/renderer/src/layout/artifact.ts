// Owns the layout `artifact`: the files and their digests first, with the digest of the message itself, and then the
// text about them.
import { make } from '../dom.js';
import { box, type Parts } from './parts.js';

/** The seal is unfolded: a message about artefacts is compared by digests. */
export function artifact(parts: Parts): HTMLElement[] {
  const { actions, attention, audit, body, evidence, header, marks, seal } = parts;
  seal.setAttribute('open', '');
  return [
    header,
    ...attention,
    ...box('cabinet', ...evidence, make('footer', { class: 'footer', part: 'footer' }, ...marks, seal)),
    ...body,
    ...actions,
    ...audit,
  ];
}
