// Owns: what a service asks about sends, about changes to what was sent, and about who may do what.

import * as core from 'wasm:glue';
import { bytes, call, text } from './engine.js';
import { SECTION, STATUS } from './generated/abi.js';
import { LIMITS } from './generated/limits.js';
import type {
  ChangeOptions,
  ChannelOptions,
  CredentialOptions,
  Head,
  SendOptions,
  SeriesSource,
} from './generated/wire.js';
import { CoreError, EnvelopeError } from './identity.js';
import { jsonOf, mustBeTextOrBytes } from './input.js';
import { asJson } from './options.js';
import type { Problem, Report } from './report.js';

/** What a send says of itself. */
export interface SendFacts {
  /** What the sender should mend. */
  readonly advice: Problem[];
  /** The digest of its envelope. */
  readonly digest?: string;
  /** By which a repeated send is recognised: the digest, or that of the draft as it came. */
  readonly content?: string;
  readonly source?: SeriesSource;
  readonly dedupe_key?: string;
  readonly series?: string;
  readonly revision?: number;
  readonly predecessor?: string;
  readonly thread_id?: string;
}

/** A send that is not accepted, with the status that HTTP has for it. */
export interface SendRefusal extends Pick<Report, 'problems' | 'more'> {
  readonly decision: 'refused';
  readonly status: number;
  /** Whether the first message of the dedupe key is to be shown. */
  readonly first?: true;
  /** The head of the series, if it is to be shown. */
  readonly head?: Head;
}

/** What has to be looked up of a send; of a draft, digest, revision and predecessor are decided later. */
export type SendPlan = ({ readonly decision: 'planned'; readonly status: 200 } & SendFacts) | SendRefusal;

/** A send that is to be stored. */
export interface AcceptedSend extends SendFacts {
  readonly decision: 'accepted';
  readonly status: 201;
  /** The plain text. */
  readonly body: string;
  /** The canonical bytes of the sealed envelope. */
  readonly envelope?: Uint8Array<ArrayBuffer>;
  /** The canonical bytes of its projection. */
  readonly projection?: Uint8Array<ArrayBuffer>;
}

/** A send that was stored before. */
export interface RepeatedSend extends SendFacts {
  readonly decision: 'replay';
  readonly status: 200;
  /** Whether it is the message of the dedupe key, or the revision of the series. */
  readonly of: 'dedupe_key' | 'series';
}

/** What becomes of a send. */
export type SendDecision = AcceptedSend | RepeatedSend | SendRefusal;

/** What becomes of a change to a message. */
export interface ChangeDecision extends Report {
  readonly status: number;
  /** The new body, or the reason of a removal. */
  readonly text: string;
}

/**
 * Reads a send, `{body?, protocol?, thread_id?}`, and says what has to be looked up to decide it. Throws CoreError only.
 * Linear in the send.
 */
export function planSend(send: string | Uint8Array, options: SendOptions): SendPlan {
  return asked(core.plan_send, send, options) as SendPlan;
}

/**
 * Decides a send against what is there. What it is decided against must be true until the decision is written: one
 * transaction. Throws CoreError only. Linear in the send and the options.
 */
export function decideSend(send: string | Uint8Array, options: SendOptions): SendDecision {
  const decision = asked(core.decide_send, send, options) as SendDecision;
  if (decision.decision !== 'accepted') return decision;
  const [envelope, projection] = [bytes(SECTION.canonical), bytes(SECTION.projection)];
  return {
    ...decision,
    body: text(SECTION.fallback),
    ...(envelope.length === 0 ? {} : { envelope }),
    ...(projection.length === 0 ? {} : { projection }),
  };
}

/**
 * Decides an edit (`change` is `{"body"}`), a deletion (it is empty), or the removal of a revision (`{"reason"}`). Throws
 * CoreError only. Linear in the change.
 */
export function decideChange(change: string | Uint8Array, options: ChangeOptions): ChangeDecision {
  const decided = asked(core.decide_change, change, options) as Omit<ChangeDecision, 'text'>;
  return { ...decided, text: text(SECTION.fallback) };
}

/**
 * The ids of the channels that a caller may use, of up to `LIMITS.channels` that are there, in their order. Throws CoreError
 * only. Linear in the channels, times those that the credential names.
 */
export function usableChannels(options: ChannelOptions): string[] {
  return (asked(core.usable_channels, '', options) as { channels: string[] }).channels;
}

/** Decides whether a credential may name its sources. Throws CoreError only. Linear in the options. */
export function decideCredential(options: CredentialOptions): Report & { readonly status: number } {
  return asked(core.decide_credential, '', options) as Report & { status: number };
}

/** What an operation says. A text that is not well formed is refused as JSON with such a text would be. */
function asked(operation: typeof core.plan_send, input: string | Uint8Array, options: object): unknown {
  const asked = asJson(options);
  try {
    const json = jsonOf(mustBeTextOrBytes(input), LIMITS.message_bytes);
    if ((call(operation, json, asked) & STATUS.misuse) !== 0)
      throw new CoreError('misuse', 'an option is not what it must be');
    return JSON.parse(text(SECTION.report));
  } catch (error) {
    if (!(error instanceof EnvelopeError)) throw error;
    const { problems, more } = error;
    const status = problems.some(({ code }) => code === 'too_large') ? 413 : 400;
    return { ok: false, decision: 'refused', status, problems: [...problems], more, advice: [] };
  }
}
