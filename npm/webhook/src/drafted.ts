/** What becomes of something from outside: a draft for a hub, and what a hub has to know beside it. */
import type { Envelope, Instrument } from '@chirp-protocol/protocol';

/** An envelope that does not know yet which revision of its series it is. */
export type Draft = Omit<Envelope, 'instrument' | 'integrity'> & {
  readonly instrument: Omit<Instrument, 'revision' | 'predecessor'>;
};

/** A delivery or an event, mapped. */
export interface Drafted {
  /** What the delivery is recognised by when it comes again; the draft has it as its `dedupe_key`. */
  readonly key?: string;
  /** Absent for what has no mapping, and for what says nothing of its subject. */
  readonly draft?: Draft;
  /** When this was so, as the outside says. Absent where the outside says nothing. */
  readonly outside?: Moment;
}

/** A moment by the clock of the outside. */
export interface Moment {
  /** A timestamp in UTC. */
  readonly at: string;
  /** Which of two of the same instant is the later one: the greater. */
  readonly step: number;
}

/** Negative when `one` is before `other`, positive when it is after it, 0 when nothing says which is first. */
export function compareMoments(one: Moment, other: Moment): number {
  return Date.parse(one.at) - Date.parse(other.at) || one.step - other.step;
}
