// Owns the digest view: what is hashed, byte by byte as text, and whether what comes out is what the message says.
import { foreign } from '@chirp-protocol/renderer';
import type { Arrival } from '../model/playground.js';
import { type Preimage, preimages } from '../model/preimage.js';
import type { Excerpt } from '../model/tamper.js';
import { counted, icon, make } from './dom.js';

/** UTF-16 units of canonical text that are put on the screen; the rest is counted. */
const SHOWN_UTF16 = 20_000;

/** Shows every digest of a message, the envelope's first. */
export function showDigests(panel: HTMLElement, { tampering, text }: Arrival): void {
  const outcome = preimages(text);
  if ('problem' in outcome) {
    panel.replaceChildren(nothing(`This text has no canonical bytes: ${outcome.problem}.`));
  } else if (outcome.all.length === 0) {
    panel.replaceChildren(nothing('A plain message has no digest.'));
  } else {
    panel.replaceChildren(
      ...outcome.all.map((preimage, index) => section(preimage, tampering?.excerpt, index === 0)),
    );
  }
}

function nothing(sentence: string): HTMLElement {
  return make(
    'div',
    { class: 'nothing' },
    icon('hash'),
    make('p', { class: 'nothing-title' }, foreign(sentence)),
  );
}

function section(preimage: Preimage, change: Excerpt | undefined, open: boolean): HTMLElement {
  const { computed, name, stated } = preimage;
  const verdict = stated === undefined ? 'not stated' : stated === computed ? 'matches' : 'does not match';
  const tone = stated === undefined ? 'note' : stated === computed ? 'tip' : 'caution';
  const details = make(
    'details',
    { class: 'digest' },
    make(
      'summary',
      {},
      icon('chevron'),
      make('span', { class: 'digest-name' }, name),
      make(
        'span',
        { class: 'verdict', 'data-tone': tone },
        icon(tone === 'caution' ? 'cross' : 'check'),
        verdict,
      ),
    ),
    sums(preimage),
    hashed(preimage, change),
  );
  details.open = open;
  return details;
}

function sums({ computed, stated }: Preimage): HTMLElement {
  const rows = [make('dt', {}, 'computed'), make('dd', {}, sum(computed, stated))];
  if (stated !== undefined) rows.push(make('dt', {}, 'stated'), make('dd', {}, sum(stated, computed)));
  return make('dl', { class: 'sums' }, ...rows);
}

/** A digest; the characters in which it differs from the other are marked. */
function sum(digest: string, other: string | undefined): HTMLElement {
  const code = make('code', { translate: 'no' });
  if (other === undefined || other === digest) {
    code.append(foreign(digest));
    return code;
  }
  const same = [...digest].findIndex((character, index) => character !== other[index]);
  code.append(foreign(digest.slice(0, same)), make('mark', {}, foreign(digest.slice(same))));
  return code;
}

function hashed({ canonical, domain }: Preimage, change: Excerpt | undefined): HTMLElement {
  const size = new TextEncoder().encode(canonical).length;
  const cut = canonical.length - SHOWN_UTF16;
  const total = domain.length + 1 + size;
  return make(
    'figure',
    { class: 'preimage' },
    make(
      'figcaption',
      {},
      make('span', {}, `SHA-256 over ${counted(total, 'byte')}`),
      legend('domain', `domain, ${domain.length}`),
      legend('zero', 'zero byte, 1'),
      legend('canonical', `canonical JSON, ${size}`),
    ),
    make(
      'pre',
      { tabindex: '0', role: 'region', 'aria-label': 'The bytes that are hashed, as text' },
      make('span', { class: 'preimage-domain' }, domain),
      make('span', { class: 'preimage-zero' }, '00'),
      make('span', { class: 'preimage-canonical' }, ...marked(canonical.slice(0, SHOWN_UTF16), change)),
      ...(cut > 0 ? [make('span', { class: 'quiet' }, ` … and ${counted(cut, 'character')} more`)] : []),
    ),
  );
}

/** The text, with the character that was changed marked if it stands in it. */
function marked(text: string, change: Excerpt | undefined): HTMLElement[] {
  if (change === undefined) return [foreign(text)];
  const { after, lead, tail } = change;
  const context = text.indexOf(`${lead}${after}${tail}`);
  if (context === -1) return [foreign(text)];
  const from = context + lead.length;
  const to = from + after.length;
  return [foreign(text.slice(0, from)), make('mark', {}, foreign(after)), foreign(text.slice(to))];
}

function legend(part: string, text: string): HTMLElement {
  return make('span', { class: `legend preimage-${part}` }, text);
}
