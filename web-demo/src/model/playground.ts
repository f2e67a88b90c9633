// Owns the state of the page: the text, what a hub says of it, and the message that the views show.
import {
  CoreError,
  EnvelopeError,
  problem,
  project,
  type Report,
  type Verified,
  validate,
  verify,
} from '@chirp-protocol/protocol/compile';
import type { Chronicle } from '../view/history.js';
import { historyIn } from './history.js';
import { type Tampering, tamper } from './tamper.js';

/** What reaches a client. */
export interface Arrival {
  /** Its text and its bytes; what was tampered with is in them. */
  readonly text: string;
  readonly bytes: Uint8Array;
  /** What a client may show of it. */
  readonly verified: Verified;
  /** The message as a hub sealed it, before any tampering; `undefined` for a text that no hub has sealed. */
  readonly sealed: string | undefined;
  readonly tampering?: Tampering;
}

/** Everything the page shows. */
export interface Playground {
  /** The editor's text. */
  readonly source: string;
  /** What a hub says of it. */
  readonly report: Report;
  readonly arrival: Arrival;
  /** The history that the text is, if it is one; then the views of a message are not shown. */
  readonly history?: Chronicle;
  /** Whether the views show an earlier text, because a hub would refuse this one. */
  readonly stale: boolean;
}

/**
 * The state for a new text. With `previous`, a text that a hub refuses leaves the last sealed message on the
 * screen, and so does one that makes the same message; without, or when there is none, the views show what a
 * client makes of the text as it stands.
 * Never throws; where the browser refuses WebAssembly, the report says that.
 */
export function assess(source: string, previous?: Playground): Playground {
  const history = historyOf(source);
  if (history !== undefined) {
    const arrival = previous?.arrival ?? arrive(source, undefined);
    return { source, report: history.report, arrival, stale: false, history };
  }
  const { report, sealed } = check(source);
  const last = previous?.arrival.sealed === undefined ? undefined : previous.arrival;
  const stale = !report.ok && last !== undefined;
  const isSame = sealed !== undefined && sealed === last?.sealed;
  const arrival = last !== undefined && (stale || isSame) ? last : arrive(sealed ?? source, sealed);
  return { source, report, arrival, stale };
}

/** The same state with one byte of the sealed message changed, in a place that `round` chooses. */
export function tampered(state: Playground, round: number): Playground {
  const { sealed } = state.arrival;
  if (sealed === undefined) return state;
  const tampering = tamper(sealed, round);
  const { bytes } = tampering;
  const text = new TextDecoder().decode(bytes);
  return { ...state, arrival: { text, bytes, verified: verify(bytes), sealed, tampering } };
}

/** The same state with the message as it was sealed. */
export function resealed(state: Playground): Playground {
  const { sealed } = state.arrival;
  return sealed === undefined ? state : { ...state, arrival: arrive(sealed, sealed) };
}

/** The history that a text is, if the browser can read one at all. */
function historyOf(source: string): Chronicle | undefined {
  try {
    return historyIn(source);
  } catch (error) {
    if (error instanceof CoreError) return undefined;
    throw error;
  }
}

function check(source: string): { report: Report; sealed: string | undefined } {
  try {
    const report = validate(source);
    // A report in order without a digest is that of a plain message: there is nothing to seal.
    const isSealable = report.ok && report.digest !== undefined;
    return { report, sealed: isSealable ? project(source).text : undefined };
  } catch (error) {
    return { report: { ok: false, advice: [], ...refusal(error) }, sealed: undefined };
  }
}

/** What only sealing finds, such as canonical bytes over the cap; or that nothing can be checked here. */
function refusal(error: unknown): Pick<Report, 'problems' | 'more'> {
  if (error instanceof EnvelopeError) return { problems: [...error.problems], more: error.more };
  if (!(error instanceof CoreError)) throw error;
  return { problems: [problem('engine_unavailable', '')], more: 0 };
}

function arrive(text: string, sealed: string | undefined): Arrival {
  const bytes = new TextEncoder().encode(text);
  return { text, bytes, verified: verify(bytes), sealed };
}
