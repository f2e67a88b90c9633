// Owns the two faces of a message: plain text, which asks nothing of anyone, and the verified card.
import type { Envelope, Reason, Verified } from '@chirp-protocol/protocol';
import { make } from '../dom.js';
import { own, visible } from '../text.js';
import { WORDS } from '../words.js';
import { actions } from './actions.js';
import { header, langOf } from './header.js';
import { mark } from './mark.js';
import { attention, audit } from './report.js';
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
 * The card of a verified message: `content` is its drawn tree, or nothing, and then its verified text stands
 * there.
 */
export function card(
  verified: Verified,
  envelope: Envelope,
  digest: string,
  content: DocumentFragment | undefined,
): HTMLElement {
  const lang = langOf(envelope);
  const body =
    content === undefined
      ? textBlocks(verified.fallback, lang)
      : [make('div', { class: 'chirp-tree', part: 'content', lang }, content)];
  const { display_name: name, id } = envelope.source;
  const what = content === undefined ? WORDS.shownPlain : WORDS.shownSimpler;
  return make(
    'article',
    { class: 'card', part: 'card', 'aria-label': `${WORDS.messageFrom} ${visible(name ?? id)}` },
    header(envelope),
    ...attention(envelope),
    ...body,
    ...actions(envelope),
    make(
      'footer',
      { class: 'footer', part: 'footer' },
      ...audit(envelope),
      ...mark(what, verified.reasons),
      seal(envelope, digest),
    ),
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
