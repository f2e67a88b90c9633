// Owns the actions of a message in a channel: which may be used now, the core says; what is used, the hub decides.
import {
  actionsOf,
  type Context,
  type Done,
  type RegisteredCapability,
} from '@chirp-protocol/protocol/instruments';
import { foreign } from '@chirp-protocol/renderer';
import type { ChirpMessage } from '@chirp-protocol/renderer/element';
import { type Me, Refused, read } from '../../hub/api.js';
import { clockAhead } from '../../hub/clock.js';
import { invokeOnHub, readHead } from '../../hub/patience.js';
import { partLast } from '../../hub/raw.js';
import { make } from '../../view/dom.js';
import { Presses } from '../../view/presses.js';
import { NO_ANSWER, refusal } from '../../view/refusal.js';

/** The head of a series, as far as it is looked at here. */
interface HeadOf {
  readonly head: { readonly digest: string };
  readonly done: readonly string[];
}

/** The actions of messages, for one person. */
export class Actions {
  readonly #presses = new Presses();
  /** The ids of presses that had no answer yet. */
  readonly #unanswered = new Map<string, string>();
  readonly #views = new WeakMap<ChirpMessage, () => Promise<void>>();
  #ahead: Promise<number> | undefined;
  #capabilities: Promise<RegisteredCapability[]> | undefined;

  constructor(private readonly me: Me) {}

  /** Lets the actions of a head be used in a view of it; what comes of that is said in the answer's element. */
  wire(view: ChirpMessage, message: string, series: string | undefined): HTMLElement {
    const outcome = make('p', { class: 'outcome', role: 'status', hidden: '' });
    const refresh = () => this.#state(view, message, series);
    this.#views.set(view, refresh);
    void refresh();
    view.addEventListener('chirp-action', ({ detail: { confirmed, digest, id } }) => {
      const pressed = `${digest} ${id}`;
      void this.#presses.run(pressed, async () => {
        const label = view.verified?.envelope?.actions?.find((action) => action.id === id)?.label ?? id;
        const said = await this.#invoke(message, id, { confirmed, digest }, pressed);
        outcome.replaceChildren('“', foreign(label), `” ${said}`);
        outcome.hidden = false;
        await refresh();
      });
    });
    return outcome;
  }

  /** Asks anew which actions of the message in a view may be used. */
  refresh(view: ChirpMessage): void {
    void this.#views.get(view)?.();
  }

  /** Says to the view which actions may be used now. */
  async #state(view: ChirpMessage, message: string, series: string | undefined): Promise<void> {
    try {
      this.#capabilities ??= read<{ capabilities: RegisteredCapability[] }>('/api/v1/capabilities').then(
        ({ capabilities }) => capabilities,
      );
      this.#ahead ??= clockAhead();
      const [capabilities, done, ahead] = await Promise.all([
        this.#capabilities,
        doneOf(series),
        this.#ahead,
      ]);
      const { account: id, roles } = this.me;
      const now = new Date(Date.now() + ahead).toISOString();
      const context: Context = { viewer: { id, roles: [...roles] }, capabilities, done, now };
      view.actionStates = actionsOf(message, { context }).actions;
    } catch {
      // They stay off; the next reply or a reload asks again.
      this.#capabilities = undefined;
    }
  }

  async #invoke(
    message: string,
    action: string,
    asked: { readonly confirmed: boolean; readonly digest: string },
    pressed: string,
  ): Promise<string> {
    // Without an answer the next press is the same wish, which runs once.
    const id = this.#unanswered.get(pressed) ?? crypto.randomUUID();
    this.#unanswered.set(pressed, id);
    try {
      await invokeOnHub(message, action, { ...asked, invocation_id: id });
      this.#unanswered.delete(pressed);
      return 'is done.';
    } catch (error) {
      if (!(error instanceof Refused)) return NO_ANSWER;
      this.#unanswered.delete(pressed);
      return refusal(error.code, error.detail, error.status);
    }
  }
}

/** The actions of the head of a series that were run. */
async function doneOf(series: string | undefined): Promise<Done[]> {
  if (series === undefined) return [];
  const { done, head } = partLast<HeadOf>(await readHead(series), 'message').rest;
  return done.map((action) => ({ action, digest: head.digest }));
}
