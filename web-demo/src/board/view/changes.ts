// Owns what changed between two revisions of a series: which two, and the renderer's view of them.
import { ChirpChanges } from '@chirp-protocol/renderer/changes';
import { make } from '../../view/dom.js';
import { nothing } from '../../view/empty.js';
import type { Entry } from '../../view/history.js';

type Revision = Extract<Entry, { message: string }>;

/** The changes in `panel`. */
export class ChangesView {
  readonly #from = make('select');
  readonly #to = make('select');
  readonly #note = make('p', { class: 'caption' });
  readonly #pair = make(
    'div',
    { class: 'compare' },
    make('label', {}, 'From', this.#from),
    make('label', {}, 'To', this.#to),
  );
  readonly #view = new ChirpChanges();
  #entries: readonly Entry[] = [];
  #isChosen = false;
  #series: string | undefined;

  constructor(private readonly panel: HTMLElement) {
    for (const select of [this.#from, this.#to])
      select.addEventListener('change', () => {
        this.#isChosen = true;
        this.#compare();
      });
  }

  /** Shows the last change of these entries of a series, or what the reader has chosen in it for as long as it is there. */
  show(series: string, entries: readonly Entry[]): void {
    const revisions = entries.filter(isRevision);
    const [before, after] = revisions.slice(-2);
    if (before === undefined || after === undefined) {
      const there = before === undefined ? 'There is no revision' : 'There is one revision';
      this.panel.replaceChildren(
        nothing(
          'new',
          'Nothing to compare',
          `${there} that can be read. The next one will show what changed.`,
        ),
      );
      return;
    }
    const isThere = ({ value }: HTMLSelectElement) => revisions.some((one) => `${one.revision}` === value);
    const isKept = this.#isChosen && series === this.#series && isThere(this.#from) && isThere(this.#to);
    this.#series = series;
    this.#entries = entries;
    for (const select of [this.#from, this.#to]) offer(select, revisions);
    if (!isKept) {
      this.#isChosen = false;
      this.#from.value = `${before.revision}`;
      this.#to.value = `${after.revision}`;
    }
    this.#compare();
    if (this.#pair.parentElement !== this.panel)
      this.panel.replaceChildren(this.#pair, this.#note, this.#view);
  }

  #compare(): void {
    const revisions = this.#entries.filter(isRevision);
    const chosen = ({ value }: HTMLSelectElement) =>
      revisions.find(({ revision }) => `${revision}` === value);
    const [first, second] = [chosen(this.#from), chosen(this.#to)];
    if (first === undefined || second === undefined) return;
    if (this.#view.earlier !== first.message) this.#view.earlier = first.message;
    if (this.#view.later !== second.message) this.#view.later = second.message;
    this.#note.textContent = this.#entries
      .filter((entry) => 'gap' in entry && between(entry.revision, first.revision, second.revision))
      .map(({ revision }) => `Revision ${revision} between them was removed and cannot be compared.`)
      .join(' ');
  }
}

/** Offers these revisions; the options that are there already stay, and with them what is chosen. */
function offer(select: HTMLSelectElement, revisions: readonly Revision[]): void {
  const wanted = new Set(revisions.map(({ revision }) => `${revision}`));
  for (const option of [...select.options]) if (!wanted.delete(option.value)) option.remove();
  for (const value of wanted) select.append(make('option', { value }, `Revision ${value}`));
}

function isRevision(entry: Entry): entry is Revision {
  return 'message' in entry;
}

function between(revision: number, one: number, other: number): boolean {
  return revision > Math.min(one, other) && revision < Math.max(one, other);
}
