// Owns what supports a statement: each artefact by its name, its media type, its address and its whole digest, which a
// reader can copy and compare.
import type { Envelope } from '@chirp-protocol/protocol';
import { make } from '../dom.js';
import { icon } from '../icons.js';
import { foreign, own } from '../text.js';
import { outward } from '../tree/remote.js';
import { WORDS } from '../words.js';
import { langOf } from './header.js';

/** An artefact as the wire has it: evidence, or the proof of an audit, whose name is optional. */
export interface Artefact {
  readonly digest: string;
  readonly label?: string;
  readonly media_type?: string;
  readonly url?: string;
}

/** The evidence of an instrument; nothing when it lists none. */
export function evidence(envelope: Envelope): HTMLElement[] {
  const listed = envelope.instrument?.evidence ?? [];
  if (listed.length === 0) return [];
  return [
    make(
      'div',
      { class: 'panel evidence', part: 'evidence', role: 'group', 'aria-label': WORDS.evidence },
      make('p', { class: 'panel-title' }, own(WORDS.evidence)),
      files(listed, langOf(envelope)),
    ),
  ];
}

/** A list of artefacts. */
export function files(artefacts: readonly Artefact[], lang: string | undefined): HTMLElement {
  return make(
    'ul',
    { class: 'files', role: 'list' },
    ...artefacts.map((artefact) => make('li', {}, file(artefact, lang))),
  );
}

/** One artefact. An address opens apart, and says which host it leads to. */
export function file(
  { digest, label, media_type: type, url }: Artefact,
  lang: string | undefined,
): HTMLElement {
  const name = make(
    'span',
    { class: 'file-name' },
    label === undefined ? own(WORDS.proof) : foreign(label, lang),
  );
  const line = make('span', { class: 'file-line' }, name);
  if (type !== undefined) line.append(make('span', { class: 'quiet', translate: 'no' }, foreign(type)));
  if (url !== undefined) line.append(outward(url));
  return make(
    'div',
    { class: 'file', part: 'file' },
    icon('file'),
    make('div', { class: 'file-body' }, line, whole(digest)),
  );
}

/** A digest in full, which one click selects. */
export function whole(digest: string): HTMLElement {
  return make('code', { class: 'whole', part: 'whole-digest', dir: 'ltr', translate: 'no' }, digest);
}
