// Owns the hub of the sample day: it plays the script, keeps the series, and asks the core what becomes of everything.
import {
  completeDraft,
  type Done,
  decideRevision,
  type Gap,
  type Invocation,
  invoke,
  type KnownInvocation,
  type Problem,
  seal,
  seriesOf,
  type Viewer,
} from '@chirp-protocol/protocol/instruments';
import type { Entry } from '../../view/history.js';
import type { Answer, Change, Source } from '../source.js';
import type { DayClock } from './clock.js';
import type { Draft, Happening } from './day.js';
import { CAPABILITIES, PEOPLE } from './people.js';
import type { Timed } from './script.js';

/** Makes of a sealed envelope the message that a hub sends: with its text, and its PubMark compiled. */
export type Project = (envelope: Uint8Array) => { readonly text: string };

const WORKSPACE = 'harbour';

/** A {@link Source} in the page. It begins when the clock's day begins; `rewind` lets it begin anew. */
export class SampleHub implements Source {
  readonly workspace = WORKSPACE;
  readonly capabilities = CAPABILITIES;
  readonly #answers = new Map<string, KnownInvocation>();
  readonly #listeners = new Set<(change: Change) => void>();
  readonly #series = new Map<string, Entry[]>();
  #done: Done[] = [];
  #viewer: Viewer = PEOPLE[0];

  constructor(
    readonly clock: DayClock,
    private readonly script: readonly Timed[],
    private readonly project: Project,
  ) {
    this.#begin();
  }

  get viewer(): Viewer {
    return { id: this.#viewer.id, roles: this.#viewer.roles };
  }

  set viewer(viewer: Viewer) {
    this.#viewer = viewer;
    this.#tell({ kind: 'context' });
  }

  get done(): readonly Done[] {
    return this.#done;
  }

  now(): string {
    return timestamp(this.clock.now());
  }

  wake(at: string, run: () => void): () => void {
    return this.clock.at(Date.parse(at), run);
  }

  async heads(): Promise<readonly string[]> {
    return [...this.#series.values()].flatMap((entries) => {
      const head = entries.at(-1);
      return head !== undefined && 'message' in head ? [head.message] : [];
    });
  }

  async history(series: string): Promise<readonly Entry[]> {
    return [...(this.#series.get(series) ?? [])];
  }

  async invoke(message: string, action: string, invocation: Invocation): Promise<Answer> {
    const series = seriesOf(message, { workspace: WORKSPACE });
    const head = this.#series.get(series)?.at(-1)?.digest;
    const known = this.#answers.get(invocation.invocation_id);
    const { answer, decision, reason, status } = invoke(message, {
      action,
      context: {
        viewer: this.viewer,
        capabilities: [...CAPABILITIES],
        done: [...this.#done],
        now: this.now(),
      },
      invocation,
      ...(head === undefined ? {} : { head }),
      ...(known === undefined ? {} : { known }),
    });
    if (decision === 'replay') return answer as Answer;
    const given: Answer = { status: status ?? 500, ...(reason === undefined ? {} : { reason }) };
    this.#answers.set(invocation.invocation_id, { invocation_id: invocation.invocation_id, answer: given });
    if (decision === 'run') {
      this.#done.push({ digest: invocation.digest, action });
      this.#tell({ kind: 'done', at: this.now(), series, digest: invocation.digest, action });
    }
    return given;
  }

  subscribe(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Goes back to the morning; what was done is undone. */
  rewind(): void {
    this.clock.rewind();
    this.#answers.clear();
    this.#series.clear();
    this.#done = [];
    this.#begin();
    this.#tell({ kind: 'reset' });
  }

  /** Plays what happened before the day, and lets the clock play the rest. */
  #begin(): void {
    for (const { happening, instant } of this.script) {
      if (instant <= this.clock.from) this.#play(happening, instant);
      else this.clock.at(instant, () => this.#play(happening, instant));
    }
  }

  #play(happening: Happening, instant: number): void {
    const at = timestamp(instant);
    if ('post' in happening) this.#receive(this.#completed(happening.post), at);
    else if ('fork' in happening) this.#receive(this.#forked(happening.fork), at);
    else this.#remove(happening.remove, happening.revision, { reason: happening.reason, removed_at: at });
  }

  /** The revision that a draft becomes behind the head that is there. */
  #completed(draft: Draft): Uint8Array {
    const head = this.#series.get(seriesOfDraft(draft))?.at(-1);
    const series = head === undefined ? {} : { series: { head: headOf(head) } };
    return completeDraft(draft, { workspace: WORKSPACE, ...series }).bytes;
  }

  /** The revision that a producer makes who has not seen the latest one. */
  #forked(draft: Draft): Uint8Array {
    const missed = this.#series.get(seriesOfDraft(draft))?.at(-1);
    const seen = this.#series.get(seriesOfDraft(draft))?.at(-2);
    const place =
      missed === undefined || seen === undefined
        ? { revision: 1 }
        : { revision: missed.revision, predecessor: seen.digest };
    return seal({ ...draft, instrument: { ...draft.instrument, ...place } }).bytes;
  }

  /** Takes a revision, if the core does. */
  #receive(envelope: Uint8Array, at: string): void {
    const { text: message } = this.project(envelope);
    const entries = this.#series.get(seriesOf(envelope, { workspace: WORKSPACE })) ?? [];
    const head = entries.at(-1);
    const known = { known: entries.map(({ digest }) => digest) };
    const decided = decideRevision(envelope, {
      workspace: WORKSPACE,
      ...(head === undefined ? {} : { series: { head: headOf(head), ...known } }),
    });
    const { decision, digest, revision, series } = decided;
    if (decision === 'rejected') {
      const problem: Problem = decided.problem;
      this.#tell({ kind: 'refused', at, series, message, problem });
    } else if (decision === 'accepted') {
      this.#series.set(series, [...entries, { revision, digest, message }]);
      this.#tell({ kind: 'arrived', at, series, message });
    }
  }

  #remove(draft: Draft, revision: number, why: Omit<Gap, 'digest'>): void {
    const series = seriesOfDraft(draft);
    const entries = this.#series.get(series) ?? [];
    const removed = entries.find((entry) => entry.revision === revision);
    if (removed === undefined) return;
    const gap: Gap = { digest: removed.digest, ...why };
    const left = { revision, digest: removed.digest, gap };
    this.#series.set(
      series,
      entries.map((entry) => (entry === removed ? left : entry)),
    );
    const wasHead = removed === entries.at(-1);
    this.#tell({ kind: 'gap', at: why.removed_at, series, revision, gap, wasHead });
  }

  #tell(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }
}

function headOf({ digest, revision }: Entry): { digest: string; revision: number } {
  return { digest, revision };
}

/** The series of a draft: that of any revision of it. */
function seriesOfDraft(draft: Draft): string {
  return seriesOf({ ...draft, instrument: { ...draft.instrument, revision: 1 } }, { workspace: WORKSPACE });
}

function timestamp(instant: number): string {
  return new Date(instant).toISOString();
}
