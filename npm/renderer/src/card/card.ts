// Owns the two faces of a message: plain text, which asks nothing of anyone, and the verified card.
import type { Envelope, Reason, Verified } from '@chirp-protocol/protocol';
import { make } from '../dom.js';
import { LAYOUTS } from '../layout/arrange.js';
import type { Parts } from '../layout/parts.js';
import { plain } from '../layout/plain.js';
import { own, visible } from '../text.js';
import { WORDS } from '../words.js';
import { actions, type Control } from './actions.js';
import { attention } from './attention.js';
import { audit } from './audit.js';
import { evidence } from './evidence.js';
import { header, langOf } from './header.js';
import { mark } from './mark.js';
import { seal } from './seal.js';

/**
 * Characters of plain text that are put on the screen (UTF-16 units). No valid message comes near; a page
 * must stay usable when somebody sends a hundred megabytes.
 */
const SHOWN_UTF16 = 100_000;

/** What came, as text, while nothing is known about it yet. */
export function pendingText(fallback: string): HTMLElement[] {
  return textBlocks(fallback);
}

/** What came, as text, with the reasons why it is no more; an ordinary message has none to give. */
export function plainText(fallback: string, reasons: readonly Reason[]): HTMLElement[] {
  const alarming = reasons.filter(({ code }) => code !== 'untyped');
  const blocks = fallback === '' ? [quiet(WORDS.noText)] : textBlocks(fallback);
  return [...blocks, ...mark(WORDS.shownPlain, alarming)];
}

/**
 * The card of a verified message: `content` is its drawn tree, or nothing, and then its verified text stands there. An
 * instrument that is shown as such has its layout; everything else has its parts one under the other.
 */
export function card(
  verified: Verified,
  envelope: Envelope,
  digest: string,
  content: DocumentFragment | undefined,
  control: Control,
): HTMLElement {
  const lang = langOf(envelope);
  const body =
    content === undefined
      ? textBlocks(verified.fallback, lang)
      : [make('div', { class: 'chirp-tree', part: 'content', lang }, content)];
  const { display_name: name, id } = envelope.source;
  const layout = verified.view === 'instrument' ? envelope.instrument?.layout : undefined;
  const parts: Parts = {
    header: header(envelope, control.past),
    attention: attention(envelope),
    body,
    actions: actions(envelope, control),
    audit: audit(envelope),
    evidence: evidence(envelope),
    marks: mark(content === undefined ? WORDS.shownPlain : WORDS.shownSimpler, verified.reasons),
    seal: seal(envelope, digest),
  };
  const arrange = LAYOUTS.get(layout ?? '') ?? plain;
  return make(
    'article',
    {
      class: 'card',
      part: 'card',
      'aria-label': `${WORDS.messageFrom} ${visible(name ?? id)}`,
      'data-layout': layout,
    },
    make('div', { class: 'layout' }, ...arrange(parts)),
  );
}

/** The text, and where it is not all of it, a sentence that says so. What is written out counts as it is shown. */
function textBlocks(text: string, lang?: string): HTMLElement[] {
  const written = visible(text.slice(0, SHOWN_UTF16));
  const attributes = { class: 'text', part: 'text', dir: 'auto', lang } as const;
  const block = make('div', attributes, written.slice(0, SHOWN_UTF16));
  return Math.max(text.length, written.length) > SHOWN_UTF16 ? [block, quiet(WORDS.textCut)] : [block];
}

function quiet(words: string): HTMLElement {
  return make('p', { class: 'quiet' }, own(words));
}
