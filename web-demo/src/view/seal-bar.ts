// Owns the bar above the views: what the message is worth right now, and the buttons that tamper with it.
import { foreign } from '@chirp-protocol/renderer';
import type { Playground } from '../model/playground.js';
import type { Excerpt } from '../model/tamper.js';
import { counted, icon, make } from './dom.js';

/** The parts of the bar that the page has. */
export interface SealBar {
  readonly bar: HTMLElement;
  readonly icon: HTMLElement;
  readonly title: HTMLElement;
  readonly detail: HTMLElement;
  readonly tamper: HTMLButtonElement;
  readonly another: HTMLButtonElement;
}

interface Look {
  readonly tone: string;
  readonly icon: string;
  readonly title: string;
  readonly detail: readonly (Node | string)[];
}

/** Shows a state in the bar. */
export function showSealBar(bar: SealBar, state: Playground): void {
  const { arrival } = state;
  const look = lookOf(state);
  bar.bar.setAttribute('data-tone', look.tone);
  bar.icon.replaceChildren(icon(look.icon));
  bar.title.textContent = look.title;
  bar.detail.replaceChildren(...look.detail);
  bar.tamper.disabled = arrival.sealed === undefined;
  const isTampered = arrival.tampering !== undefined;
  bar.tamper.replaceChildren(
    icon(isTampered ? 'seal' : 'bolt'),
    isTampered ? 'Seal again' : 'Tamper with one byte',
  );
  bar.another.hidden = !isTampered;
}

/** What the live region says of a tampering, and of its end. */
export function tamperNews({ arrival }: Playground): string {
  if (arrival.tampering === undefined) return 'Sealed again. The rich view is back.';
  const why = arrival.verified.reasons[0]?.message ?? 'it was not verified';
  return `Byte ${arrival.tampering.offset} was changed. A client shows plain text, because ${why}.`;
}

function lookOf({ arrival, report, stale }: Playground): Look {
  const { sealed, tampering, verified } = arrival;
  if (tampering !== undefined) {
    const { byteAfter, byteBefore, excerpt, offset } = tampering;
    const title = `Byte ${offset} changed: ${hex(byteBefore)} → ${hex(byteAfter)}`;
    return { tone: 'caution', icon: 'shield-cross', title, detail: [changeOf(excerpt)] };
  }
  if (sealed !== undefined) {
    const detail = [
      make('code', { class: 'short-digest', translate: 'no' }, shortDigest(verified.digest ?? '')),
    ];
    if (stale) return { tone: 'warning', icon: 'shield-check', title: 'Last good version', detail };
    return { tone: 'tip', icon: 'shield-check', title: 'Sealed and verified', detail };
  }
  if (report.ok) {
    const detail = ['Plain text promises nothing, so there is nothing to verify.'];
    return { tone: 'note', icon: 'info', title: 'A plain message', detail };
  }
  if (report.problems[0]?.code === 'engine_unavailable') {
    const detail = ['This browser refuses WebAssembly here, so the text is all there is.'];
    return { tone: 'warning', icon: 'shield-bar', title: 'Nothing can be checked', detail };
  }
  const count = counted(report.problems.length + report.more, 'problem');
  const detail = [`A hub refuses it: ${count}. If it came all the same, clients would show this.`];
  return { tone: 'warning', icon: 'shield-bar', title: 'Not sealed', detail };
}

function changeOf({ after, before, lead, tail }: Excerpt): HTMLElement {
  return make(
    'code',
    { class: 'change' },
    foreign(lead),
    make('del', {}, foreign(before)),
    make('ins', {}, foreign(after)),
    foreign(tail),
  );
}

function hex(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, '0');
}

/** The beginning of a digest, to compare by eye. */
function shortDigest(digest: string): string {
  return `${digest.slice(0, 'sha256:'.length + 16)}…`;
}
