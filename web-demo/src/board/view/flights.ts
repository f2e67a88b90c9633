// Owns the list of a lens: a row for each head, as a flight board has them.
import { foreign } from '@chirp-protocol/renderer';
import { age } from '../../view/age.js';
import { counted, icon, make } from '../../view/dom.js';
import { nothing } from '../../view/empty.js';
import { auditSign, severitySign, stateSign } from '../../view/look.js';
import type { Head } from '../model/board.js';
import { nameOf } from '../model/news.js';
import { PLACES, type Place } from './lenses.js';
import { Rows } from './rows.js';

const COLUMNS = ['State', 'Subject', 'Severity', 'Audit', 'Age'] as const;

/** Rows that are drawn. Nobody reads on so far, and a browser gets slow with more. */
const MOST_ROWS = 300;

/** The list in `panel`. */
export class Flights {
  readonly #body = make('div', { class: 'rows', role: 'rowgroup' });
  readonly #grid: HTMLElement;
  readonly #more = make('p', { class: 'rows-more quiet' });
  readonly rows: Rows<Head>;
  #now = '';

  constructor(
    private readonly panel: HTMLElement,
    moved: (series: string) => void,
    opened: (series: string, byKey: boolean) => void,
  ) {
    const heads = COLUMNS.map((name) =>
      make('span', { role: 'columnheader', class: `cell cell-${name.toLowerCase()}` }, name),
    );
    this.#grid = make(
      'div',
      { class: 'grid', role: 'grid' },
      make(
        'div',
        { class: 'grid-head', role: 'rowgroup' },
        make('div', { class: 'row-head', role: 'row' }, ...heads),
      ),
      this.#body,
    );
    this.rows = new Rows(
      this.#body,
      { key: keyOf, stamp: stampOf, draw: (head) => this.#cells(head) },
      moved,
      opened,
    );
  }

  /** Shows these heads. `filtered` is what the reader looks for, if anything. */
  show(
    place: Place,
    heads: readonly Head[],
    selected: string | undefined,
    now: string,
    filtered: string,
  ): void {
    this.#now = now;
    this.#grid.setAttribute('aria-label', PLACES[place]);
    const chosen = heads.findIndex((head) => keyOf(head) === selected);
    this.rows.show(heads.slice(0, Math.max(MOST_ROWS, chosen + 1)), selected);
    const more = heads.length - this.#body.children.length;
    this.#more.hidden = more <= 0;
    this.#more.textContent = `${counted(more, 'more instrument')} in this lens. The filter finds them.`;
    if (heads.length > 0) {
      if (this.panel.firstChild !== this.#grid) this.panel.replaceChildren(this.#grid, this.#more);
    } else if (filtered !== '') {
      this.panel.replaceChildren(
        nothing('search', 'Nothing is found', `No subject, source or text here has “${filtered}” in it.`),
      );
    } else if (place === 'needs_me') {
      this.panel.replaceChildren(
        nothing('check', 'Nothing needs you', 'When something does, it comes here by itself, and says why.'),
      );
    } else {
      this.panel.replaceChildren(
        nothing('check', `No ${PLACES[place].toLowerCase()}`, 'Nothing was reported.'),
      );
    }
  }

  #cells({ classified, envelope, message }: Head): Node[] {
    const { lang } = envelope.presentation;
    const { display_name: name, id } = envelope.source;
    const asked = classified.attention;
    const under = [make('span', { class: 'row-source' }, foreign(name ?? id, lang))];
    if (asked !== undefined && classified.needs_me)
      under.unshift(
        make(
          'span',
          { class: 'row-why' },
          icon('flag'),
          make('span', { class: 'unseen' }, 'needs you: '),
          foreign(asked.reason, lang),
        ),
      );
    const at = envelope.occurred_at ?? cameAt(message);
    const label = make('span', { class: 'row-label' }, foreign(nameOf(envelope), lang));
    return [
      cell('state', stateSign(envelope)),
      cell('subject', label, make('span', { class: 'row-under' }, ...under)),
      cell('severity', severitySign(envelope)),
      cell('audit', auditSign(envelope)),
      cell('age', ...(at === undefined ? [] : [age(at, this.#now)])),
    ];
  }
}

function keyOf({ classified }: Head): string {
  return classified.series ?? classified.digest;
}

function stampOf({ classified: { digest, needs_me: needsMe } }: Head): string {
  return `${digest} ${needsMe}`;
}

/** When a message came to its hub, if it says so. */
function cameAt(message: string): string | undefined {
  const { created_at: at } = JSON.parse(message) as { created_at?: unknown };
  return typeof at === 'string' ? at : undefined;
}

function cell(name: string, ...content: Node[]): HTMLElement {
  return make('span', { class: `cell cell-${name}`, role: 'gridcell' }, ...content);
}
