// Owns: what a service of Pigeon asks about threads, messages, rooms, agents, contact requests and grants.

import * as core from 'wasm:glue';
import { call, text } from './engine.js';
import { SECTION, STATUS } from './generated/abi.js';
import type { Code } from './generated/codes.js';
import { LIMITS } from './generated/limits.js';
import {
  type AdmissionOptions,
  type AgentChangeOptions,
  type AgentOptions,
  type CallerOptions,
  type FileReference,
  type GrantOptions,
  type InstallOptions,
  type JoinOptions,
  type NewAgentOptions,
  type NewMessageOptions,
  type NewThreadOptions,
  type NoticeOptions,
  type Participant,
  type PigeonAccess,
  type PigeonAdmissionState,
  type PigeonMessageKind,
  type PigeonSide,
  type PostOptions,
  type Price,
  QUESTION,
  type ReplyOptions,
  type RequestOptions,
  type RevokeOptions,
  type ThreadUseOptions,
} from './generated/pigeon.js';
import { CoreError, EnvelopeError } from './identity.js';
import { jsonOf, mustBeTextOrBytes } from './input.js';
import { asJson } from './options.js';
import type { Problem } from './report.js';

/** A call that is refused, with the status that HTTP has for it. */
export interface PigeonRefusal {
  readonly status: number;
  /** Why, for the body `{"error"}`. */
  readonly error: string;
  /** Of a body that is not in order: what is wrong first. */
  readonly code?: Code;
  /** And where: an RFC 6901 pointer. */
  readonly at?: string;
}

/** A call that was made before under the same client id: it is answered with what is there. */
interface Repeated {
  readonly decision: 'repeat';
  readonly content: string;
}

/** What is stored of a new thread, beside its id, its owner and its times. */
export interface StoredThread {
  readonly agent_display_name: string;
  readonly client_thread_id?: string;
  readonly counterparty: { readonly kind: 'contact'; readonly contact_id: string };
  readonly status: 'open';
  readonly topic: string;
}

/** What is stored of a new message, beside its id, its thread, the owner of that and its time. */
export interface StoredMessage {
  readonly body: string;
  readonly client_message_id?: string;
  /** Digest of its envelope. */
  readonly digest?: string;
  readonly kind: PigeonMessageKind;
  readonly parts?: unknown[];
  readonly references?: FileReference[];
  readonly role: PigeonSide;
  /** Who wrote it; absent on an agent's reply. */
  readonly sender_uid?: string;
  readonly status: 'stored';
  /** Of a post to a room: whom it names, in the order of their names. */
  readonly visible_to?: string[];
}

/** What becomes of a new thread. */
export type ThreadDecision =
  | ({ readonly status: 201 } & (
      | { readonly decision: 'create'; readonly content: string; readonly thread: StoredThread }
      | Repeated
    ))
  | PigeonRefusal;

/** What becomes of the use of a thread. */
export type ThreadUseDecision =
  | {
      readonly status: 200;
      readonly decision: 'archive' | 'restore' | 'keep';
      readonly thread_status: 'open' | 'archived';
    }
  | PigeonRefusal;

/** What a sender is told of a message that was held. */
export type HeldState = 'pending_admission' | 'approved';

/**
 * What becomes of a message: `deliver` makes a delivery, `hold` does not, `ask` does not and makes a contact request. With
 * `expire` the contact request of the thread is to be recorded as expired.
 */
export type MessageDecision =
  | ({ readonly content: string; readonly expire: boolean } & (
      | { readonly status: 201; readonly decision: 'deliver'; readonly message: StoredMessage }
      | {
          readonly status: 202;
          readonly decision: 'hold' | 'ask';
          readonly state: 'pending_admission';
          readonly message: StoredMessage;
        }
      | { readonly status: 201; readonly decision: 'repeat' }
      | { readonly status: 202; readonly decision: 'repeat'; readonly state: HeldState }
    ))
  | PigeonRefusal;

/** What becomes of a reply: `message` goes into `thread`, and the message `delivered` becomes that. */
export type ReplyDecision =
  | ({ readonly status: 201 } & (
      | {
          readonly decision: 'reply';
          readonly content: string;
          readonly delivered: string;
          readonly thread: string;
          readonly message: StoredMessage;
        }
      | Repeated
    ))
  | PigeonRefusal;

/** What becomes of the answer to a contact request: the messages `deliver` are delivered, in this order. */
export type RequestDecision =
  | {
      readonly status: 200;
      readonly decision: 'approve' | 'decline' | 'keep';
      readonly state: 'approved' | 'declined';
      readonly deliver: string[];
    }
  | PigeonRefusal;

/** What a contact request is; with `expire` it is to be recorded as expired. */
export interface AdmissionStateAnswer {
  readonly status: 200;
  readonly state: PigeonAdmissionState;
  /** From this time on it cannot be approved. */
  readonly expires_at: string;
  readonly expire: boolean;
}

/** What becomes of a new room; each of `joined` gets a thread for it. */
export type RoomDecision =
  | {
      readonly status: 201;
      readonly decision: 'create';
      readonly room: {
        readonly agent_display_name: string;
        readonly participants: Participant[];
        readonly topic: string;
      };
      readonly joined: string[];
    }
  | PigeonRefusal;

/** Whether a caller joins a room, and so gets a thread for it, or has joined it. */
export type JoinDecision =
  | { readonly status: 201; readonly decision: 'join' }
  | { readonly status: 200; readonly decision: 'keep' }
  | PigeonRefusal;

/** What becomes of a post: `message` goes into the room's thread of each of `copies`. */
export type PostDecision =
  | ({ readonly status: 201 } & (
      | {
          readonly decision: 'post';
          readonly content: string;
          readonly copies: string[];
          readonly message: StoredMessage;
        }
      | Repeated
    ))
  | PigeonRefusal;

/** What becomes of a new agent, and of the contact that the account gets with it. */
export type RegisterDecision =
  | {
      readonly status: 201;
      readonly decision: 'register';
      readonly agent: {
        readonly display_name: string;
        readonly listed: false;
        readonly price?: Price;
        readonly secret?: string;
        readonly webhook_url?: string;
      };
      readonly contact: { readonly name: string };
    }
  | PigeonRefusal;

/** What is to change of an agent; null is taken away. */
export type AgentChangeDecision =
  | {
      readonly status: 200;
      readonly decision: 'change' | 'keep';
      readonly changes: {
        readonly display_name?: string;
        readonly listed?: boolean;
        readonly price?: Price | null;
        readonly secret?: string | null;
        readonly webhook_url?: string | null;
      };
    }
  | PigeonRefusal;

/** Whether an agent is removed; with it its deliveries no longer wait. */
export type RemoveDecision = { readonly status: 200; readonly decision: 'remove' } | PigeonRefusal;

/** Whether a listing becomes a contact, or is one. */
export type InstallDecision =
  | { readonly status: 201; readonly decision: 'install'; readonly listing_id: string }
  | { readonly status: 200; readonly decision: 'keep' }
  | PigeonRefusal;

/** When a notice is sent next: after so long, in so long at most; or no more, or not at all. */
export type NoticePlan =
  | {
      readonly status: 200;
      readonly decision: 'send';
      readonly after_ms: number;
      readonly timeout_ms: number;
    }
  | { readonly status: 200; readonly decision: 'done' | 'wait' };

/** What becomes of a grant. */
export type GrantDecision =
  | {
      readonly status: 201;
      readonly decision: 'grant';
      readonly access: PigeonAccess;
      readonly app: string;
    }
  | PigeonRefusal;

/** Whether a grant ends. */
export type RevokeDecision = { readonly status: 200; readonly decision: 'revoke' } | PigeonRefusal;

/** Decides a new thread; `body` is a `NewThread`. Throws CoreError only. Linear in body and options. */
export function createThread(body: string | Uint8Array, options: NewThreadOptions): ThreadDecision {
  return asked('createThread', body, options) as ThreadDecision;
}

/** Decides the reading, archiving or restoring of a thread. Throws CoreError only. Linear in the options. */
export function useThread(options: ThreadUseOptions): ThreadUseDecision {
  return asked('useThread', '', options) as ThreadUseDecision;
}

/**
 * Decides a message in a thread; `body` is a `NewPigeonMessage`, of whose `protocol` `typed` says what was decided. Throws
 * CoreError only. Linear in body and options.
 */
export function postMessage(body: string | Uint8Array, options: NewMessageOptions): MessageDecision {
  return asked('postMessage', body, options) as MessageDecision;
}

/** Decides an agent's reply to a delivery; `body` is a `NewReply`. Throws CoreError only. Linear in body and options. */
export function replyToDelivery(body: string | Uint8Array, options: ReplyOptions): ReplyDecision {
  return asked('replyToDelivery', body, options) as ReplyDecision;
}

/** Decides the answer to a contact request. Throws CoreError only. Sorts the messages that are held. */
export function answerRequest(options: RequestOptions): RequestDecision {
  return asked('answerRequest', '', options) as RequestDecision;
}

/** What a contact request is at a time. Throws CoreError only. Linear in the options. */
export function admissionState(options: AdmissionOptions): AdmissionStateAnswer {
  return asked('admissionState', '', options) as AdmissionStateAnswer;
}

/** Decides a new room; `body` is a `NewRoom`. Throws CoreError only. Sorts the roster. */
export function createRoom(body: string | Uint8Array, options: CallerOptions): RoomDecision {
  return asked('createRoom', body, options) as RoomDecision;
}

/** Decides whether a caller joins a room. Throws CoreError only. Linear in the options. */
export function joinRoom(options: JoinOptions): JoinDecision {
  return asked('joinRoom', '', options) as JoinDecision;
}

/** Decides a post to a room; `body` is a `NewRoomPost`. Throws CoreError only. Sorts the roster. */
export function postToRoom(body: string | Uint8Array, options: PostOptions): PostDecision {
  return asked('postToRoom', body, options) as PostDecision;
}

/** Decides the registration of an agent; `body` is a `NewAgent`. Throws CoreError only. Linear in body and options. */
export function registerAgent(body: string | Uint8Array, options: NewAgentOptions): RegisterDecision {
  return asked('registerAgent', body, options) as RegisterDecision;
}

/** Decides a change of an agent; `body` is an `AgentChange`. Throws CoreError only. Linear in body and options. */
export function changeAgent(body: string | Uint8Array, options: AgentChangeOptions): AgentChangeDecision {
  return asked('changeAgent', body, options) as AgentChangeDecision;
}

/** Decides the removal of an agent. Throws CoreError only. Linear in the options. */
export function removeAgent(options: AgentOptions): RemoveDecision {
  return asked('removeAgent', '', options) as RemoveDecision;
}

/** Decides the installation of a listing. Throws CoreError only. Linear in the options. */
export function installListing(options: InstallOptions): InstallDecision {
  return asked('installListing', '', options) as InstallDecision;
}

/** Plans the next notice of a delivery. Throws CoreError only. */
export function planNotice(options: NoticeOptions): NoticePlan {
  return asked('planNotice', '', options) as NoticePlan;
}

/** Decides what an app is given of a thread; `body` is a `NewGrant`. Throws CoreError only. Linear in body and options. */
export function giveGrant(body: string | Uint8Array, options: GrantOptions): GrantDecision {
  return asked('giveGrant', body, options) as GrantDecision;
}

/** Decides the end of a grant. Throws CoreError only. Linear in the options. */
export function endGrant(options: RevokeOptions): RevokeDecision {
  return asked('endGrant', '', options) as RevokeDecision;
}

/** What a question says. A body that is not well formed is refused as JSON with such a text would be. */
function asked(question: keyof typeof QUESTION, body: string | Uint8Array, options: object): unknown {
  const against = asJson(options);
  const operation = (length: number, written: number) => core.pigeon(length, written, QUESTION[question]);
  try {
    const json = jsonOf(mustBeTextOrBytes(body), LIMITS.message_bytes);
    if ((call(operation, json, against) & STATUS.misuse) !== 0)
      throw new CoreError('misuse', 'an option is not what it must be');
    return JSON.parse(text(SECTION.report));
  } catch (error) {
    if (!(error instanceof EnvelopeError)) throw error;
    const [{ code, at, message }] = error.problems as [Problem];
    return { status: code === 'too_large' ? 413 : 400, error: message, code, at };
  }
}
