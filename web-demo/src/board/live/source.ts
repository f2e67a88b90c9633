// Owns a hub as a source of the board: heads and histories are asked for once, and from then on the stream says what
// changes. Which lens shows what is classified in the page, by the same core as in the hub, so that no answer waits.
import {
  type Done,
  type Gap,
  type Invocation,
  LENSES,
  type RegisteredCapability,
  type Viewer,
} from '@chirp-protocol/protocol/instruments';
import { ask, type Me, Refused, read } from '../../hub/api.js';
import { clockAhead } from '../../hub/clock.js';
import { Membership } from '../../hub/membership.js';
import { invokeOnHub, readHead } from '../../hub/patience.js';
import { itemsOf, partLast } from '../../hub/raw.js';
import type { Frame, Stream } from '../../hub/stream.js';
import type { Entry } from '../../view/history.js';
import type { Answer, Change, Source } from '../source.js';

/** A message as far as the source itself looks at it. */
interface Seen {
  readonly created_at: string;
  readonly instrument?: { readonly series: string; readonly revision: number };
  readonly protocol?: {
    readonly integrity?: { readonly digest?: string };
    readonly subject?: { readonly kind: string; readonly id: string };
  };
}

/** The head of a series, as the hub answers it. */
interface HeadOf {
  readonly head: { readonly revision: number; readonly digest: string };
  readonly done: readonly string[];
  readonly gap?: Gap;
}

/** A head as a page of a lens has it. */
interface HeadInLens {
  readonly series: string;
  readonly revision: number;
  readonly digest: string;
  readonly done: readonly string[];
}

/** What the source knows of the head of a series. */
interface Known {
  readonly revision: number;
  readonly digest: string;
  readonly isGap?: boolean;
}

/** The codes of a refusal because there is a later revision. */
const REPLACED: readonly string[] = ['action_in_history', 'action_superseded'];

/** The most that the hub gives at once. */
const PAGE = 200;

/** The longest a timer of the browser is asked for (ms); a longer wait is asked for again. */
const LONGEST_MS = 3_600_000;

/** The hub that serves this page. */
export class LiveSource implements Source {
  readonly workspace: string;
  readonly viewer: Viewer;
  readonly #histories = new Map<string, Promise<readonly Entry[]>>();
  readonly #known = new Map<string, Known>();
  readonly #listeners = new Set<(change: Change) => void>();
  readonly #membership: Membership;
  /** The series of each digest that was a head. */
  readonly #series = new Map<string, string>();
  #done: Done[] = [];
  /** The series of the message that came last: the notice of its head says nothing new. */
  #fresh: string | undefined;

  private constructor(
    me: Me,
    readonly capabilities: readonly RegisteredCapability[],
    private readonly stream: Stream,
    /** How far the clock of the hub is ahead (ms). */
    private ahead: number,
  ) {
    this.workspace = me.workspace;
    this.viewer = { id: me.account, roles: [...me.roles] };
    stream.onFrame((frame) => void this.#hear(frame));
    stream.onLost(() => this.#tell({ kind: 'reset' }));
    stream.onState(({ state }) => {
      // While a computer sleeps its clock may go wrong, and is set right when it wakes up.
      if (state === 'live') void clockAhead().then((ahead) => (this.ahead = ahead));
    });
    // Of a channel that was given or taken away every head is another matter than before.
    this.#membership = new Membership(stream);
    this.#membership.onChange(() => this.#tell({ kind: 'reset' }));
  }

  /** The hub as `me` sees it. Rejects with Refused or NoAnswer. */
  static async open(me: Me, stream: Stream): Promise<LiveSource> {
    const { capabilities } = await read<{ capabilities: RegisteredCapability[] }>('/api/v1/capabilities');
    return new LiveSource(me, capabilities, stream, await clockAhead());
  }

  get done(): readonly Done[] {
    return this.#done;
  }

  now(): string {
    return new Date(Date.now() + this.ahead).toISOString();
  }

  wake(at: string, run: () => void): () => void {
    let timer: ReturnType<typeof setTimeout>;
    const wait = (): void => {
      const left = Date.parse(at) - Date.now() - this.ahead;
      timer = left <= 0 ? setTimeout(run, 0) : setTimeout(wait, Math.min(left, LONGEST_MS));
    };
    wait();
    return () => clearTimeout(timer);
  }

  async heads(): Promise<readonly string[]> {
    // What changes while the pages are read is told by the stream, which therefore comes first.
    await this.stream.ready();
    await this.#membership.ask();
    this.#known.clear();
    this.#series.clear();
    this.#histories.clear();
    this.#done = [];
    const heads = new Map<string, string>();
    for (const lens of LENSES.filter((one) => one !== 'needs_me')) {
      for (let after: string | undefined = ''; after !== undefined; ) {
        const place = after === '' ? '' : `&after=${encodeURIComponent(after)}`;
        const { text } = await ask('GET', `/api/v1/instruments?lens=${lens}&limit=${PAGE}${place}`);
        for (const item of itemsOf(text, 'heads')) {
          const { rest, text: message } = partLast<HeadInLens>(item, 'message');
          if (message === undefined) continue;
          heads.set(rest.series, message);
          this.#know(rest.series, rest);
          this.#done.push(...rest.done.map((action) => ({ action, digest: rest.digest })));
        }
        after = (JSON.parse(text) as { next?: string }).next;
      }
    }
    return [...heads.values()];
  }

  history(series: string): Promise<readonly Entry[]> {
    const known = this.#histories.get(series) ?? readHistory(series);
    this.#histories.set(series, known);
    known.catch(() => this.#histories.delete(series));
    return known;
  }

  async invoke(message: string, action: string, invocation: Invocation): Promise<Answer> {
    try {
      const { status } = await invokeOnHub(message, action, invocation);
      this.#ran(invocation.digest, action);
      return { status };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { code, detail, status } = error;
      const series = this.#series.get(invocation.digest);
      if (code === 'action_done') await this.#askDone(invocation.digest);
      // The hub is ahead of what is shown here.
      if (REPLACED.includes(code) && series !== undefined) await this.#look(series, 0);
      return { status, reason: { code, message: detail } };
    }
  }

  subscribe(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #hear(frame: Frame): Promise<void> {
    if (frame.type === 'message') this.#fresh = this.#arrive(frame.message);
    if (frame.type === 'head') await this.#look(frame.series, frame.revision);
  }

  /** Takes a revision that is later than what is known; and of the reply to an action, that it was run. Gives its series. */
  #arrive(message: string): string | undefined {
    const { created_at: at, instrument, protocol } = JSON.parse(message) as Seen;
    const digest = protocol?.integrity?.digest;
    if (protocol?.subject?.kind === 'action') {
      const [about = ''] = protocol.subject.id.split('/');
      void this.#askDone(about);
    }
    if (instrument === undefined || digest === undefined) return undefined;
    const { revision, series } = instrument;
    if (revision <= (this.#known.get(series)?.revision ?? 0)) return series;
    this.#know(series, { digest, revision });
    this.#histories.delete(series);
    this.#tell({ kind: 'arrived', at, series, message });
    return series;
  }

  /** Looks at the head of a series that is said to have changed, unless that is what is known already. */
  async #look(series: string, revision: number): Promise<void> {
    if (revision === this.#known.get(series)?.revision && series === this.#fresh) {
      this.#fresh = undefined;
      return;
    }
    this.#histories.delete(series);
    try {
      const { rest, text: message } = partLast<HeadOf>(await readHead(series), 'message');
      if (message !== undefined) this.#arrive(message);
      const before = this.#known.get(series);
      const { gap, head } = rest;
      // While it was asked for, a later revision may have come.
      if (before !== undefined && before.revision > head.revision) return;
      // An earlier revision was removed, which only its history shows; or this is known.
      if (gap === undefined || before?.isGap === true) return this.#tell({ kind: 'context' });
      this.#know(series, { ...head, isGap: true });
      this.#tell({ kind: 'gap', at: gap.removed_at, series, revision: head.revision, gap, wasHead: true });
    } catch {
      // It cannot be read any more, or the hub is away for long: then the stream is as well, and tells the rest.
    }
  }

  /** What was run of a head, which the hub knows. */
  async #askDone(digest: string): Promise<void> {
    const series = this.#series.get(digest);
    if (series === undefined) return;
    const text = await readHead(series).catch(() => undefined);
    if (text === undefined) return;
    const { done, head } = partLast<HeadOf>(text, 'message').rest;
    for (const action of done) this.#ran(head.digest, action);
  }

  #ran(digest: string, action: string): void {
    if (this.#done.some((one) => one.digest === digest && one.action === action)) return;
    this.#done.push({ action, digest });
    const series = this.#series.get(digest);
    if (series !== undefined) this.#tell({ kind: 'done', at: this.now(), series, digest, action });
  }

  #know(series: string, { digest, isGap = false, revision }: Known): void {
    this.#known.set(series, { digest, isGap, revision });
    this.#series.set(digest, series);
  }

  #tell(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }
}

interface Revision {
  readonly revision: number;
  readonly digest: string;
  readonly gap?: Gap;
}

/** All entries of a series, revision 1 first; none of one that is not there for who asks. */
async function readHistory(series: string): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for (let more = true; more; ) {
    const path = `/api/v1/instruments/${encodeURIComponent(series)}/revisions?after=${entries.length}&limit=${PAGE}`;
    const answer = await ask('GET', path).catch((error: unknown) => {
      if (error instanceof Refused && error.status === 404) return undefined;
      throw error;
    });
    if (answer === undefined) return [];
    const items = itemsOf(answer.text, 'revisions');
    entries.push(...items.map(entryOf));
    more = items.length > 0 && (JSON.parse(answer.text) as { more: boolean }).more;
  }
  return entries;
}

function entryOf(item: string): Entry {
  const { rest, text: message } = partLast<Revision>(item, 'message');
  const { digest, gap, revision } = rest;
  if (message !== undefined) return { revision, digest, message };
  if (gap === undefined) throw new TypeError('a revision is a message or a gap');
  return { revision, digest, gap };
}
