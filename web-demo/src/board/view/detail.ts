// Owns the detail of one series: what it is now, its history, what changed; and what stands there when nothing is chosen.
import { actionsOf } from '@chirp-protocol/protocol/instruments';
import { foreign } from '@chirp-protocol/renderer';
import { ChirpMessage } from '@chirp-protocol/renderer/element';
import { tick } from '../../view/age.js';
import { byId, make } from '../../view/dom.js';
import { nothing } from '../../view/empty.js';
import { HistoryView } from '../../view/history.js';
import { makeTabs } from '../../view/tabs.js';
import type { Board, Head } from '../model/board.js';
import { chronicleOf } from '../model/chronicle.js';
import { nameOf } from '../model/news.js';
import { ChangesView } from './changes.js';
import { why } from './why.js';

/** The detail pane. */
export class Detail {
  readonly #back = byId('back', HTMLButtonElement);
  readonly #changes = new ChangesView(byId('panel-changes', HTMLElement));
  readonly #empty = byId('detail-empty', HTMLElement);
  readonly #full = byId('detail-full', HTMLElement);
  readonly #history = new HistoryView(byId('panel-history', HTMLElement), 3);
  readonly #message = new ChirpMessage();
  readonly #now = byId('panel-now', HTMLElement);
  readonly #outcome = make('p', { class: 'outcome', hidden: '' });
  readonly #tabs: { readonly current: () => string };
  readonly #title = byId('detail-title', HTMLElement);
  readonly #stamps = new Map<string, string>();
  #series: string | undefined;
  #shownHead: string | undefined;
  #shownTitle: string | undefined;
  readonly #whyNow = make('div');

  constructor(
    private readonly board: Board,
    left: () => void,
  ) {
    this.#message.headingLevel = 3;
    this.#now.append(this.#outcome, this.#message, this.#whyNow);
    this.#message.addEventListener('chirp-action', ({ detail }) => {
      void this.#invoke(detail.id, detail.digest, detail.confirmed);
    });
    this.#back.addEventListener('click', left);
    this.#tabs = makeTabs(byId('tabs', HTMLElement), () => void this.#showPanel());
  }

  /** Shows a series, or that none is chosen. */
  show(series: string | undefined): void {
    const isOther = series !== this.#series;
    this.#series = series;
    if (isOther) {
      this.#shownHead = undefined;
      this.#shownTitle = undefined;
      this.#outcome.hidden = true;
    }
    this.#full.hidden = series === undefined;
    this.#empty.hidden = series !== undefined;
    if (series === undefined) {
      this.#empty.replaceChildren(
        nothing(
          'flag',
          'Nothing is chosen',
          'Choose a row to see what it is, why it is there, and how it came to be.',
        ),
      );
      return;
    }
    this.#showHead(this.board.head(series));
    void this.#showPanel();
  }

  /** Brings ages and the states of actions up to date. */
  tick(now: string): void {
    if (this.#series === undefined) return;
    this.#message.now = now;
    this.#history.tick(now);
    tick(this.#full, now);
  }

  /** Goes to the title, from where the detail is read. */
  focus(): void {
    this.#title.focus();
  }

  #showHead(head: Head | undefined): void {
    if (head === undefined) {
      this.#showTitle('This series has no current revision');
      this.#message.hidden = true;
      this.#whyNow.replaceChildren(
        nothing(
          'gap',
          'The current revision was removed',
          'It is in no lens. What is left of the series is in its history.',
        ),
      );
      this.#shownHead = undefined;
      return;
    }
    const { classified, envelope, message } = head;
    const { lang } = envelope.presentation;
    this.#showTitle(nameOf(envelope), lang);
    this.#message.hidden = false;
    if (this.#shownHead !== classified.digest) {
      this.#shownHead = classified.digest;
      this.#message.message = message;
    }
    this.#message.now = this.board.source.now();
    this.#message.actionStates = actionsOf(message, { context: this.board.context() }).actions;
    this.#whyNow.replaceChildren(why(head, this.board.source.now()));
  }

  #showTitle(words: string, lang?: string): void {
    if (words === this.#shownTitle) return;
    this.#shownTitle = words;
    this.#title.replaceChildren(foreign(words, lang));
  }

  /** Fills the tab in front, where what it shows must be asked for. */
  async #showPanel(): Promise<void> {
    const series = this.#series;
    const panel = this.#tabs?.current();
    if (series === undefined || panel === undefined || panel === 'panel-now') return;
    try {
      const entries = await this.board.source.history(series);
      // While it was asked for, the reader may have gone on.
      if (series !== this.#series || panel !== this.#tabs.current()) return;
      const { source } = this.board;
      // What stands there already is left alone, with what the reader has chosen in it.
      const stamp = [panel, ...entries.map((entry) => `${'gap' in entry} ${entry.digest}`)].join(' ');
      if (stamp === this.#stamps.get(panel)) return;
      this.#stamps.set(panel, stamp);
      if (panel === 'panel-history') this.#history.show(chronicleOf(entries, source.workspace), source.now());
      else this.#changes.show(entries);
    } catch {
      this.#stamps.delete(panel);
      byId(panel, HTMLElement).replaceChildren(
        nothing('refused', 'The history cannot be had', 'Choose the row again to ask for it once more.'),
      );
    }
  }

  async #invoke(action: string, digest: string, confirmed: boolean): Promise<void> {
    const head = this.#series === undefined ? undefined : this.board.head(this.#series);
    if (head === undefined) return;
    const label = head.envelope.actions?.find(({ id }) => id === action)?.label ?? action;
    const invocation = { digest, confirmed, invocation_id: crypto.randomUUID() };
    const said = await this.board.source
      .invoke(head.message, action, invocation)
      .then(({ reason, status }) =>
        reason === undefined ? 'is done' : `was refused (${status}): ${reason.message}`,
      )
      .catch(() => 'had no answer; it may or may not have been done');
    this.#outcome.replaceChildren('“', foreign(label, head.envelope.presentation.lang), `” ${said}.`);
    this.#outcome.hidden = false;
  }
}
