// Owns the detail of one series: what it is now, its history, what changed; and what stands there when nothing is chosen.
import { actionsOf } from '@chirp-protocol/protocol/instruments';
import { foreign } from '@chirp-protocol/renderer';
import { ChirpMessage } from '@chirp-protocol/renderer/element';
import { tick } from '../../view/age.js';
import { byId, icon, make } from '../../view/dom.js';
import { nothing } from '../../view/empty.js';
import { keepFocus } from '../../view/focus.js';
import { HistoryView } from '../../view/history.js';
import { Presses } from '../../view/presses.js';
import { NO_ANSWER, refusal } from '../../view/refusal.js';
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
  readonly #presses = new Presses();
  readonly #outcome = make('p', { class: 'outcome', hidden: '' });
  readonly #tabs: { readonly current: () => string };
  readonly #title = byId('detail-title', HTMLElement);
  readonly #stamps = new Map<string, string>();
  /** The ids of presses that had no answer yet. */
  readonly #unanswered = new Map<string, string>();
  #series: string | undefined;
  #shownHead: string | undefined;
  #shownTitle: string | undefined;
  readonly #whyNow = make('div');

  constructor(
    private readonly board: Board,
    private readonly left: () => void,
  ) {
    this.#message.headingLevel = 3;
    this.#now.append(this.#outcome, this.#message, this.#whyNow);
    this.#message.addEventListener('chirp-action', ({ detail }) => {
      const { confirmed, digest, id } = detail;
      void this.#presses.run(`${digest} ${id}`, () => this.#invoke(id, digest, confirmed));
    });
    this.#back.addEventListener('click', left);
    this.#tabs = makeTabs(byId('tabs', HTMLElement), () => void this.#showPanel());
  }

  /** Shows a series, or that none is chosen. Who reads in it stays in it, at the title where nothing else is left. */
  show(series: string | undefined): void {
    keepFocus(
      this.#full,
      () => this.#show(series),
      () => (series === undefined ? this.left() : this.focus()),
    );
  }

  #show(series: string | undefined): void {
    const isOther = series !== this.#series;
    this.#series = series;
    if (isOther) {
      this.#shownHead = undefined;
      this.#shownTitle = undefined;
      this.#outcome.hidden = true;
      this.#whyNow.replaceChildren();
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
    const head = this.board.head(series);
    if (head === undefined) void this.#showAbsence(series);
    else this.#showHead(head);
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

  /** Says why there is no head, which the history knows: it was removed, or there is nothing of the series. */
  async #showAbsence(series: string): Promise<void> {
    this.#shownHead = undefined;
    this.#message.hidden = true;
    if (this.#shownTitle === undefined) this.#showTitle(HEADLESS);
    const entries = await this.board.source.history(series).catch(() => undefined);
    if (series !== this.#series || this.board.head(series) !== undefined) return;
    this.#showTitle(entries?.length === 0 ? UNKNOWN : HEADLESS);
    this.#whyNow.replaceChildren(
      entries === undefined
        ? unanswered()
        : entries.length === 0
          ? unknown()
          : nothing(
              'gap',
              'The current revision was removed',
              'It is in no lens. What is left of the series is in its history.',
            ),
    );
  }

  #showHead(head: Head): void {
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
    this.#whyNow.replaceChildren(why(head, this.board.source.now()), ...placeInChannel(message));
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
      keepFocus(
        this.#full,
        () => {
          if (entries.length === 0) byId(panel, HTMLElement).replaceChildren(unknown());
          else if (panel === 'panel-changes') this.#changes.show(series, entries);
          else this.#history.show(chronicleOf(entries, source.workspace), source.now());
        },
        () => this.focus(),
      );
    } catch {
      this.#stamps.delete(panel);
      byId(panel, HTMLElement).replaceChildren(unanswered());
    }
  }

  async #invoke(action: string, digest: string, confirmed: boolean): Promise<void> {
    const series = this.#series;
    const head = series === undefined ? undefined : this.board.head(series);
    if (head === undefined) return;
    const label = head.envelope.actions?.find(({ id }) => id === action)?.label ?? action;
    const pressed = `${digest} ${action}`;
    // Without an answer the next press is the same wish, which runs once.
    const id = this.#unanswered.get(pressed) ?? crypto.randomUUID();
    this.#unanswered.set(pressed, id);
    const invocation = { digest, confirmed, invocation_id: id };
    const said = await this.board.source
      .invoke(head.message, action, invocation)
      .then(({ reason, status }) => {
        this.#unanswered.delete(pressed);
        return reason === undefined ? 'is done.' : refusal(reason.code, reason.message, status);
      })
      .catch(() => NO_ANSWER);
    // While it was asked for, the reader may have gone on.
    if (series !== this.#series) return;
    this.#outcome.replaceChildren('“', foreign(label, head.envelope.presentation.lang), `” ${said}`);
    this.#outcome.hidden = false;
  }
}

/** The way to the message where people talk about it, if it came through a channel. */
function placeInChannel(message: string): HTMLElement[] {
  const { channel, id } = JSON.parse(message) as { channel?: unknown; id?: unknown };
  if (typeof channel !== 'string' || typeof id !== 'string') return [];
  const link = make(
    'a',
    { href: `channels.html#${encodeURIComponent(channel)}/${encodeURIComponent(id)}` },
    'In the channel ',
    foreign(channel),
  );
  return [make('p', { class: 'detail-channel' }, icon('channel'), link)];
}

const HEADLESS = 'This series has no current revision';
const UNKNOWN = 'Nothing of this series is known';

/** What stands where a series has no entries: it is not there yet, or belongs elsewhere. */
function unknown(): HTMLElement {
  return nothing(
    'search',
    `${UNKNOWN} at this time`,
    'It may begin later, or the address may belong to another place.',
  );
}

/** What stands where the source did not answer. */
function unanswered(): HTMLElement {
  return nothing('refused', 'The history cannot be had', 'Choose the row again to ask for it once more.');
}
