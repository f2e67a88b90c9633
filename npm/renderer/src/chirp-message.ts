// Owns the custom element: when which face is shown. Text comes first and always; the card replaces it only
// after the verifier said yes and the whole tree was drawn.
import type { Input, Verified } from '@chirp-protocol/protocol';
import { fallbackText } from '@chirp-protocol/protocol/plain';
import { CAPABILITIES } from './capabilities.js';
import { type Action, type ActionState, actions, type Control, isOn, stateOf } from './card/actions.js';
import { card, pendingText, plainText } from './card/card.js';
import { ask, mustConfirm } from './card/confirm.js';
import { updateAges } from './card/time.js';
import { type Tick, unwatch, watch } from './clock.js';
import { make } from './dom.js';
import { type Engine, loadEngine } from './engine.js';
import { adoptStyles } from './style/adopt.js';
import { build, type RenderOptions } from './tree/build.js';
import { RenderError } from './tree/error.js';

/** Where there is no DOM (a server), the class exists and is never constructed. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? class {};

/** Properties that a page may have set before the element was defined. */
const PROPERTIES = [
  'capabilities',
  'headingLevel',
  'imageOrigins',
  'images',
  'message',
  'actionStates',
  'now',
  'past',
] as const;

/** The `detail` of `chirp-action`: what a person wants to run. Whoever hears it decides. */
export interface ActionDetail {
  /** Id of the action. */
  readonly id: string;
  /** Digest of the message that the person saw. */
  readonly digest: string;
  /** Whether the person was asked and agreed. */
  readonly confirmed: boolean;
}

/**
 * `<chirp-message>`: shows one message. Setting `message` shows its plain text in the same tick, then
 * verifies it, and swaps in the verified card or says why it stays text. Fires `chirp-verified` (bubbles,
 * crosses shadow roots) with the `Verified` as `detail`, and `chirp-action` when a person runs an action that the
 * page switched on. Until a message is set, the element's own children are shown.
 */
export class ChirpMessage extends Base {
  static readonly observedAttributes = ['heading-level', 'image-origins', 'images', 'past'];

  readonly #root = this.attachShadow({ mode: 'open' });
  #actionStates: readonly ActionState[] | undefined;
  #asking: { readonly id: string; readonly dialog: HTMLDialogElement } | undefined;
  #capabilities: readonly string[] = CAPABILITIES;
  #engine: Engine | undefined;
  #message: Input | undefined;
  #now: number | undefined;
  #verified: Verified | undefined;

  constructor() {
    super();
    adoptStyles(this.#root);
    this.#root.append(make('slot'));
  }

  connectedCallback(): void {
    for (const name of PROPERTIES) {
      if (!Object.hasOwn(this, name)) continue;
      const early = { name, value: this[name] };
      Reflect.deleteProperty(this, name);
      Reflect.set(this, early.name, early.value);
    }
    this.#keepTime();
  }

  disconnectedCallback(): void {
    unwatch(this.#tick);
  }

  attributeChangedCallback(): void {
    this.#showVerified();
  }

  /**
   * The message: JSON text, UTF-8 bytes, or an object. For an object, what it holds is verified, not what
   * arrived.
   */
  get message(): Input | undefined {
    return this.#message;
  }

  set message(message: Input | null | undefined) {
    // What was known of the actions was known of another message.
    if (this.#message !== undefined && message !== this.#message) this.#actionStates = undefined;
    this.#message = message ?? undefined;
    this.#verified = undefined;
    if (this.#message === undefined) {
      this.#show([make('slot')]);
      return;
    }
    this.#show(pendingText(fallbackText(this.#message)));
    void this.#verify(this.#message);
  }

  /** The verdict on the current message; `undefined` until there is one. */
  get verified(): Verified | undefined {
    return this.#verified;
  }

  /** What the page can draw, for the choice of the view. Default: what this renderer draws. */
  get capabilities(): readonly string[] {
    return this.#capabilities;
  }

  set capabilities(capabilities: readonly string[]) {
    this.#capabilities = [...capabilities];
    if (this.#message !== undefined) void this.#verify(this.#message);
  }

  /**
   * What the page knows of the actions of this message, as `actionsOf(message, …).actions` has it: then those that are
   * enabled can be pressed, and the others say why not. Without it every action is off. Another message starts
   * without it.
   */
  get actionStates(): readonly ActionState[] | undefined {
    return this.#actionStates;
  }

  set actionStates(states: readonly ActionState[] | null | undefined) {
    this.#actionStates = Array.isArray(states) ? [...states] : undefined;
    this.#showActions();
  }

  /** The time that ages are counted to, for a page with a clock of its own; `undefined`, the default, is the system's. */
  get now(): number | undefined {
    return this.#now;
  }

  set now(now: Date | number | string | null | undefined) {
    const instant = now == null ? Number.NaN : new Date(now).getTime();
    this.#now = Number.isNaN(instant) ? undefined : instant;
    this.#keepTime();
  }

  /** Attribute `past`: this is a past revision, shown as it was. Its actions are off, and it says so. */
  get past(): boolean {
    return this.hasAttribute('past');
  }

  set past(past: boolean) {
    this.toggleAttribute('past', past);
  }

  /** Attribute `heading-level`: the level of a message's first-level headings, 1 to 6. Default 3. */
  get headingLevel(): number {
    const level = Number(this.getAttribute('heading-level') ?? Number.NaN);
    return Number.isInteger(level) && level >= 1 && level <= 6 ? level : 3;
  }

  set headingLevel(level: number) {
    this.setAttribute('heading-level', `${level}`);
  }

  /** Attribute `images`: `allow` fetches images of `imageOrigins`; anything else fetches none. */
  get images(): 'block' | 'allow' {
    return this.getAttribute('images') === 'allow' ? 'allow' : 'block';
  }

  set images(images: 'block' | 'allow') {
    this.setAttribute('images', images);
  }

  /**
   * Attribute `image-origins`, separated by spaces: the origins that `images="allow"` fetches from. Default:
   * none.
   */
  get imageOrigins(): readonly string[] {
    return (this.getAttribute('image-origins') ?? '').split(/\s+/u).filter((origin) => origin !== '');
  }

  set imageOrigins(origins: readonly string[]) {
    this.setAttribute('image-origins', origins.join(' '));
  }

  async #verify(message: Input): Promise<void> {
    const capabilities = this.#capabilities;
    const engine = await loadEngine();
    // While the engine was loading, a newer message or other capabilities may have taken over.
    if (message !== this.#message || capabilities !== this.#capabilities) return;
    this.#engine = engine;
    this.#verified = engine.verify(message, { capabilities: [...capabilities] });
    this.#showVerified();
    const event = { bubbles: true, composed: true, detail: this.#verified };
    this.dispatchEvent(new CustomEvent<Verified>('chirp-verified', event));
  }

  #showVerified(): void {
    const verified = this.#verified;
    if (verified === undefined) return;
    try {
      this.#show(this.#faceOf(verified));
    } catch (error) {
      this.#verified = steppedDown(verified, error);
      this.#show(plainText(this.#verified.fallback, this.#verified.reasons));
    }
  }

  #faceOf(verified: Verified): HTMLElement[] {
    const { digest, envelope } = verified;
    if (!verified.ok || digest === undefined || envelope === undefined) {
      return plainText(verified.fallback, verified.reasons);
    }
    return [card(verified, envelope, digest, this.#content(verified), this.#control())];
  }

  #content({ tree, view }: Verified): DocumentFragment | undefined {
    if (view === 'fallback' || tree === undefined || this.#engine === undefined) return undefined;
    const options: RenderOptions = {
      headingLevel: this.headingLevel,
      images: this.images,
      imageOrigins: this.imageOrigins,
    };
    return build(tree, options, this.#engine.isCheckedTree);
  }

  #control(): Control {
    return { past: this.past, states: this.#actionStates, press: (action) => this.#press(action) };
  }

  /** Draws the actions anew and nothing else, so that what a reader has unfolded stays so, and the focus where it is. */
  #showActions(): void {
    const shown = this.#root.querySelector('.actions');
    const envelope = this.#verified?.envelope;
    if (shown === null || envelope === undefined) return;
    const control = this.#control();
    const [drawn] = actions(envelope, control);
    if (drawn === undefined) return;
    const buttons = (list: Element) => [...list.querySelectorAll<HTMLElement>('button')];
    const focused = buttons(shown).findIndex((button) => button.matches(':focus'));
    shown.replaceWith(drawn);
    const button = buttons(drawn)[focused];
    if (button !== undefined) takeFocus(button.matches(':disabled') ? drawn : button);
    if (this.#asking !== undefined && !isOn(control, this.#asking.id)) this.#asking.dialog.close();
  }

  #press(action: Action): void {
    const { digest, envelope } = this.#verified ?? {};
    if (digest === undefined || envelope === undefined || !isOn(this.#control(), action.id)) return;
    const run = (confirmed: boolean) => {
      const detail: ActionDetail = { id: action.id, digest, confirmed };
      this.dispatchEvent(
        new CustomEvent<ActionDetail>('chirp-action', { bubbles: true, composed: true, detail }),
      );
    };
    const state = stateOf(this.#actionStates, action.id);
    if (!mustConfirm(envelope, action, state)) {
      run(false);
      return;
    }
    const dialog = ask(this.#root, envelope, action, state, () => run(true));
    this.#asking = { id: action.id, dialog };
    dialog.addEventListener('close', () => {
      this.#asking = undefined;
    });
  }

  readonly #tick: Tick = (now) => updateAges(this.#root, now);

  /** Brings the ages up to date, and keeps them so while the element is in a page and its time is the system's. */
  #keepTime(): void {
    unwatch(this.#tick);
    if (this.#now !== undefined || !this.isConnected) this.#tick(this.#now ?? Date.now());
    else watch(this.#tick);
  }

  #show(content: readonly Node[]): void {
    this.#root.replaceChildren(...content);
    this.#keepTime();
  }
}

/** Focuses an element; one that a reader cannot go to by Tab, only for now. */
function takeFocus(element: HTMLElement): void {
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus();
}

/** Registers the element under `name`, once; a second call with the same name changes nothing. */
export function defineChirpMessage(name = 'chirp-message'): void {
  if (customElements.get(name) === undefined) customElements.define(name, ChirpMessage);
}

/** The verdict when the rich view was verified but could not be drawn whole: then nothing of it is shown. */
function steppedDown(verified: Verified, error: unknown): Verified {
  const message = error instanceof RenderError ? error.message : 'the rich view could not be drawn';
  return {
    ok: verified.ok,
    view: 'fallback',
    fallback: verified.fallback,
    reasons: [...verified.reasons, { code: 'capability_missing', at: '', message }],
    ...(verified.digest === undefined ? {} : { digest: verified.digest }),
  };
}
