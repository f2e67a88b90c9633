// Owns what the board asks of the place where its instruments come from. The sample day is one such place; a client of a
// hub is another. Every decision in it is the core's: a source stores, orders and carries.
import type {
  Done,
  Gap,
  Invocation,
  Problem,
  RegisteredCapability,
  Viewer,
} from '@chirp-protocol/protocol/instruments';
import type { Entry } from '../view/history.js';

/** A place that instruments come from. Times are timestamps of the protocol, by its own clock. */
export interface Source {
  /** The immutable id of the workspace, of which every series is a part. */
  readonly workspace: string;
  /** Who looks. */
  readonly viewer: Viewer;
  /** What is registered here. */
  readonly capabilities: readonly RegisteredCapability[];
  /** Which actions have succeeded. */
  readonly done: readonly Done[];
  /** The time here, as a timestamp. */
  now(): string;
  /** Calls `run` once when the time `at` has come here; the answer calls it off. It does not poll. */
  wake(at: string, run: () => void): () => void;
  /** The messages of all current heads, as JSON text. Rejects when they cannot be had. */
  heads(): Promise<readonly string[]>;
  /** The entries of a series, revision 1 first. Rejects when they cannot be had. */
  history(series: string): Promise<readonly Entry[]>;
  /** Asks for an action of a message to be run. Rejects when there is no answer. */
  invoke(message: string, action: string, invocation: Invocation): Promise<Answer>;
  /** Calls `listener` with each change from now on, in order; the answer ends that. */
  subscribe(listener: (change: Change) => void): () => void;
}

/** What a source says of an invocation: the status that HTTP has for it, and the reason of a refusal. */
export interface Answer {
  readonly status: number;
  readonly reason?: { readonly code: string; readonly message: string };
}

/** What happened in a source. */
export type Change =
  | { readonly kind: 'arrived'; readonly at: string; readonly series: string; readonly message: string }
  | {
      readonly kind: 'refused';
      readonly at: string;
      readonly series: string;
      readonly message: string;
      readonly problem: Problem;
    }
  | {
      readonly kind: 'gap';
      readonly at: string;
      readonly series: string;
      readonly revision: number;
      readonly gap: Gap;
      /** Whether it was the head, which then is in no lens. */
      readonly wasHead: boolean;
    }
  | {
      readonly kind: 'done';
      readonly at: string;
      readonly series: string;
      readonly digest: string;
      readonly action: string;
    }
  /** Another viewer or registry: everything is to be classified anew. */
  | { readonly kind: 'context' }
  /** The source begins anew: all that was taken from it is to be asked for again. */
  | { readonly kind: 'reset' };
