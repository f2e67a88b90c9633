// Owns how a history is shown: whether the core finds it in order, its revisions and gaps, the first entry that breaks it,
// and each revision as it was.
import { type Gap, type HistoryReport, verify } from '@chirp-protocol/protocol/instruments';
import { ChirpMessage } from '@chirp-protocol/renderer/element';
import { dayAndTime } from './age.js';
import { counted, icon, make, sentence } from './dom.js';
import { stateSign } from './look.js';

/** One revision of a series, as the message that came, or what was left of it. */
export type Entry =
  | { readonly revision: number; readonly digest: string; readonly message: string }
  | { readonly revision: number; readonly digest: string; readonly gap: Gap };

/** A history with what the core says of it. */
export interface Chronicle {
  /** Revision 1 first. */
  readonly entries: readonly Entry[];
  readonly report: HistoryReport;
  /** The same as a file, where there is one to save. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
}

/** A history in `panel`. */
export class HistoryView {
  readonly #message = new ChirpMessage();
  #shown: string | undefined;

  constructor(
    private readonly panel: HTMLElement,
    headingLevel: number,
  ) {
    this.#message.headingLevel = headingLevel;
  }

  /** Shows a history, latest revision first. `now` is the time that ages are counted to. */
  show(chronicle: Chronicle, now?: string): void {
    const { entries, report } = chronicle;
    this.#message.now = now;
    const list = make('ol', { class: 'revisions', role: 'list' });
    const stage = make('div', { class: 'revision-stage' });
    for (const [index, entry] of [...entries.entries()].reverse()) {
      const isHead = index === entries.length - 1;
      const row = 'gap' in entry ? gapRow(entry) : this.#row(entry, isHead, list, stage);
      row.append(...broken(index, report));
      list.append(row);
    }
    this.panel.replaceChildren(verdict(chronicle), list, stage);
    const chosen = list.querySelector<HTMLElement>(`[data-digest="${CSS.escape(this.#shown ?? '')}"]`);
    chosen?.click();
  }

  /** Brings the ages of the revision that is shown up to date. */
  tick(now: string): void {
    this.#message.now = now;
  }

  #row(
    { digest, message, revision }: Extract<Entry, { message: string }>,
    isHead: boolean,
    list: HTMLElement,
    stage: HTMLElement,
  ): HTMLElement {
    const { envelope } = verify(message);
    const at = envelope?.occurred_at;
    const button = make(
      'button',
      { class: 'revision', type: 'button', 'aria-pressed': 'false', 'data-digest': digest },
      make('span', { class: 'revision-number' }, `Revision ${revision}`),
      ...(envelope === undefined ? [] : [stateSign(envelope)]),
      make('span', { class: 'revision-when quiet' }, at === undefined ? '' : dayAndTime(at)),
      ...(isHead ? [make('span', { class: 'revision-head' }, 'current')] : []),
    );
    button.addEventListener('click', () => {
      for (const other of list.querySelectorAll('[aria-pressed=true]'))
        other.setAttribute('aria-pressed', 'false');
      button.setAttribute('aria-pressed', 'true');
      this.#shown = digest;
      this.#message.past = !isHead;
      this.#message.message = message;
      const caption = isHead ? `Revision ${revision}, the current one.` : `Revision ${revision}, as it was.`;
      stage.replaceChildren(make('p', { class: 'caption' }, caption), this.#message);
    });
    return make('li', {}, button);
  }
}

/** A gap is shown as a gap: which revision, why, and when it was removed. */
function gapRow({ gap, revision }: Extract<Entry, { gap: Gap }>): HTMLElement {
  return make(
    'li',
    {},
    make(
      'div',
      { class: 'revision gap' },
      icon('gap'),
      make('span', { class: 'revision-number' }, `Revision ${revision}`),
      make('strong', {}, 'Gap'),
      make('span', { class: 'quiet' }, `removed for ${gap.reason}, ${dayAndTime(gap.removed_at)}`),
      make(
        'code',
        { class: 'revision-digest quiet', translate: 'no', title: gap.digest },
        gap.digest.slice(0, SHORT),
      ),
    ),
  );
}

const SHORT = 'sha256:'.length + 12;

/** What is wrong with the first entry that breaks the history; those after it were not looked at. */
function broken(index: number, { entry, problems }: HistoryReport): HTMLElement[] {
  if (entry === undefined || index < entry) return [];
  if (index > entry)
    return [make('p', { class: 'revision-note quiet' }, 'Not checked: the history is broken before it.')];
  const said = problems
    .slice(0, 1)
    .flatMap(({ at, code, message }) => [
      sentence(message),
      ' ',
      make('code', { class: 'code' }, code),
      ' ',
      make('code', { class: 'at' }, at),
    ]);
  return [
    make(
      'p',
      { class: 'revision-note', 'data-tone': 'caution' },
      icon('refused'),
      make('span', {}, 'The first entry that breaks the history. ', ...said),
    ),
  ];
}

function verdict({ bytes, report }: Chronicle): HTMLElement {
  const gaps = report.gaps === 0 ? 'no gap' : counted(report.gaps, 'gap');
  const held = `${counted(report.revisions, 'revision')}, ${gaps}`;
  const [first] = report.problems;
  const words = report.ok
    ? [`The chain of digests holds: ${held}.`]
    : ['This history does not hold. ', ...(first === undefined ? [] : [sentence(first.message)])];
  const advice = report.advice.map(({ message }) => make('span', { class: 'quiet' }, ' ', sentence(message)));
  return make(
    'div',
    { class: 'chain', 'data-tone': report.ok ? 'tip' : 'caution' },
    icon(report.ok ? 'check' : 'refused'),
    make('p', {}, ...words, ...advice),
    ...(bytes === undefined ? [] : [saveLink(bytes)]),
  );
}

function saveLink(bytes: Uint8Array<ArrayBuffer>): HTMLElement {
  const save = make('a', { class: 'button', download: 'history.json', href: '#' }, 'Save as a file');
  save.addEventListener('click', () => {
    const url = URL.createObjectURL(new Blob([bytes], { type: 'application/json' }));
    save.href = url;
    setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
  });
  return save;
}

/** How long the browser has to begin saving (ms). */
const KEPT_MS = 10_000;
