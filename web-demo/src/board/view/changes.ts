// Owns what changed between two revisions of a series: which two, and the renderer's view of them.
import { ChirpChanges } from '@chirp-protocol/renderer/changes';
import { make } from '../../view/dom.js';
import { nothing } from '../../view/empty.js';
import type { Entry } from '../../view/history.js';

type Revision = Extract<Entry, { message: string }>;

/** The changes in `panel`. */
export class ChangesView {
  constructor(private readonly panel: HTMLElement) {}

  /** Shows the last change of these entries; the reader may choose other revisions. */
  show(entries: readonly Entry[]): void {
    const revisions = entries.filter((entry): entry is Revision => 'message' in entry);
    const [before, after] = revisions.slice(-2);
    if (before === undefined || after === undefined) {
      this.panel.replaceChildren(
        nothing(
          'new',
          'Nothing to compare',
          'There is one revision that can be read. The next one will show what changed.',
        ),
      );
      return;
    }
    const view = new ChirpChanges();
    const from = choice('From', revisions, before);
    const to = choice('To', revisions, after);
    const note = make('p', { class: 'caption' });
    const compare = (): void => {
      const first = revisions[Number(from.select.value)] ?? before;
      const second = revisions[Number(to.select.value)] ?? after;
      view.earlier = first.message;
      view.later = second.message;
      const gone = entries.filter(
        (entry) => 'gap' in entry && between(entry.revision, first.revision, second.revision),
      );
      note.textContent = gone
        .map(({ revision }) => `Revision ${revision} between them was removed and cannot be compared.`)
        .join(' ');
    };
    for (const { select } of [from, to]) select.addEventListener('change', compare);
    compare();
    this.panel.replaceChildren(make('div', { class: 'compare' }, from.label, to.label), note, view);
  }
}

function choice(
  name: string,
  revisions: readonly Revision[],
  chosen: Revision,
): { readonly label: HTMLElement; readonly select: HTMLSelectElement } {
  const options = revisions.map(({ revision }, index) =>
    make('option', { value: `${index}` }, `Revision ${revision}`),
  );
  const select = make('select', {}, ...options);
  select.value = `${revisions.indexOf(chosen)}`;
  return { label: make('label', {}, name, select), select };
}

function between(revision: number, one: number, other: number): boolean {
  return revision > Math.min(one, other) && revision < Math.max(one, other);
}
