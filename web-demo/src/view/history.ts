// Owns how a history is shown: whether the core finds it in order, its revisions and gaps, the first entry that breaks it,
// and each revision as it was.
import { type Gap, type HistoryReport, verify } from '@chirp-protocol/protocol/instruments';
import { ChirpMessage } from '@chirp-protocol/renderer/element';
import { dayAndTime } from './age.js';
import { counted, icon, make, sentence } from './dom.js';
import { keepFocus } from './focus.js';
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

/** A row of the list: it stays the same element as long as its entry is there. */
interface Row {
  readonly entry: Entry;
  readonly item: HTMLElement;
  /** Chooses the revision; a gap has none. */
  readonly button?: HTMLButtonElement;
}

/** A history in `panel`. */
export class HistoryView {
  readonly #list = make('ol', { class: 'revisions', role: 'list' });
  readonly #message = new ChirpMessage();
  readonly #stage = make('div', { class: 'revision-stage' });
  readonly #verdict = make('div');
  #rows: readonly Row[] = [];
  #shown: Row | undefined;

  constructor(
    private readonly panel: HTMLElement,
    headingLevel: number,
  ) {
    this.#message.headingLevel = headingLevel;
  }

  /** Shows a history, latest revision first. `now` is the time that ages are counted to. */
  show(chronicle: Chronicle, now?: string): void {
    const hadSave = document.activeElement?.matches('.chain > a') ?? false;
    keepFocus(
      this.panel,
      () => this.#show(chronicle, now),
      () => {
        const save = hadSave ? this.#verdict.querySelector<HTMLElement>('.chain > a') : null;
        (save ?? this.#shown?.button ?? this.panel).focus();
      },
    );
  }

  /** Brings the ages of the revision that is shown up to date. */
  tick(now: string): void {
    this.#message.now = now;
  }

  #show(chronicle: Chronicle, now: string | undefined): void {
    const { entries, report } = chronicle;
    this.#message.now = now;
    this.#rows = entries.map((entry, index) => {
      const known = this.#rows[index];
      return known !== undefined && isSame(known.entry, entry) ? known : this.#row(entry);
    });
    this.#verdict.replaceChildren(verdict(chronicle));
    const kept = new Set<Element>(this.#rows.map(({ item }) => item));
    for (const item of [...this.#list.children]) if (!kept.has(item)) item.remove();
    let after: Element | null = null;
    for (const [index, { button, item }] of this.#rows.entries()) {
      if (item.nextElementSibling !== after || item.parentElement !== this.#list)
        this.#list.insertBefore(item, after);
      after = item;
      for (const note of item.querySelectorAll('.revision-note, .revision-head')) note.remove();
      if (index === entries.length - 1) button?.append(make('span', { class: 'revision-head' }, 'current'));
      item.append(...broken(index, report));
    }
    if (this.#list.parentElement !== this.panel)
      this.panel.replaceChildren(this.#verdict, this.#list, this.#stage);
    this.#choose(this.#rows.find(({ button, entry }) => button !== undefined && isShown(entry, this.#shown)));
  }

  #row(entry: Entry): Row {
    if ('gap' in entry) return { entry, item: gapRow(entry) };
    const { envelope } = verify(entry.message);
    const at = envelope?.occurred_at;
    const button = make(
      'button',
      { class: 'revision', type: 'button', 'aria-pressed': 'false' },
      make('span', { class: 'revision-number' }, `Revision ${entry.revision}`),
      ...(envelope === undefined ? [] : [stateSign(envelope)]),
      make('span', { class: 'revision-when quiet' }, at === undefined ? '' : dayAndTime(at)),
    );
    const row = { entry, item: make('li', {}, button), button };
    button.addEventListener('click', () => this.#choose(row));
    return row;
  }

  /** Shows the revision of a row, or of none. */
  #choose(row: Row | undefined): void {
    this.#shown = row;
    for (const { button } of this.#rows) button?.setAttribute('aria-pressed', `${button === row?.button}`);
    if (row === undefined || 'gap' in row.entry) {
      this.#stage.replaceChildren();
      return;
    }
    const { message, revision } = row.entry;
    const isHead = row === this.#rows.at(-1);
    if (this.#message.past === isHead) this.#message.past = !isHead;
    if (this.#message.message !== message) this.#message.message = message;
    const caption = isHead ? `Revision ${revision}, the current one.` : `Revision ${revision}, as it was.`;
    if (this.#message.parentElement !== this.#stage)
      this.#stage.replaceChildren(make('p', { class: 'caption' }), this.#message);
    this.#stage.firstElementChild?.replaceChildren(caption);
  }
}

function isSame(one: Entry, other: Entry): boolean {
  return one.revision === other.revision && JSON.stringify(one) === JSON.stringify(other);
}

/** Whether an entry is the revision that was chosen, which in a text that is edited has another message. */
function isShown(entry: Entry, shown: Row | undefined): boolean {
  return entry.revision === shown?.entry.revision && entry.digest === shown.entry.digest;
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
