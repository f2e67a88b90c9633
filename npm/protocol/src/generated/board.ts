// Generated from the schema of the Rust core by `npm run generate`. Do not edit.

import type { Reason } from '../report.js';
import type { Attention, AuditStatus, Category, Proof, Severity } from './wire.js';

/** The lenses, in order. */
export const LENSES = ['needs_me', 'runs', 'decisions', 'incidents', 'artifacts', 'knowledge'] as const;

/** The HTTP status of each reason to refuse an invocation, in the order in which they are asked. */
export const REFUSAL_STATUS = {
  action_unknown: 404,
  action_superseded: 409,
  action_in_history: 409,
  action_unregistered: 409,
  action_not_allowed: 403,
  action_done: 409,
  action_not_yet: 409,
  action_expired: 409,
  confirmation_required: 422,
} as const;

/** What a head is classified with. */
export interface ClassifyQuery {
  /** The context (LENS-001). */
  context: Context;
  /** The immutable id of the workspace, of which the series is a part; at most 128 scalar values (INS-007). */
  workspace?: string;
}

/** Who looks, what is registered, what was done, and when it is. */
export interface Context {
  /** What is registered; absent is nothing; 0 to 1000 items (LENS-001). */
  capabilities?: RegisteredCapability[];
  /** Which actions have succeeded; absent is none; 0 to 100000 items (LENS-001). */
  done?: Done[];
  /** The time (LENS-001). */
  now: string;
  /** Who looks (LENS-001). */
  viewer: Viewer;
}

/** A capability that a service has registered. */
export interface RegisteredCapability {
  /** Whether a person is always asked first (ACT-007). */
  confirm?: boolean;
  /** Its dotted name; at most 256 scalar values (LENS-001). */
  name: string;
  /** Whether it may succeed more than once (ACT-009). */
  repeatable?: boolean;
  /** Who may use it; absent is everyone; 1 to 1000 items (ACT-007). */
  roles?: string[];
  /** Whether its success closes the message (ACT-009). */
  settles?: boolean;
}

/** An action that has succeeded. */
export interface Done {
  /** Id of the action; at most 64 scalar values (ACT-009). */
  action: string;
  /** Digest of the message that offered it (ACT-009). */
  digest: string;
}

/** Who looks. */
export interface Viewer {
  /** Id of the account; at most 256 scalar values (LENS-001). */
  id: string;
  /** Its roles; 0 to 1000 items (LENS-001). */
  roles: string[];
}

/** What the states of a message's actions are asked with. */
export interface ActionsQuery {
  /** The context (LENS-001). */
  context: Context;
  /** Digest of the head of its series; absent: the message is current (ACT-007). */
  head?: string;
}

/** What a decision about an invocation is asked with. */
export interface InvokeQuery {
  /** Id of the action; at most 64 scalar values (ACT-008). */
  action: string;
  /** The context (LENS-001). */
  context: Context;
  /** Digest of the head of its series; absent: the message is current (ACT-007). */
  head?: string;
  /** What the person sent (ACT-008). */
  invocation: Invocation;
  /** What is recorded under this `invocation_id` (ACT-008). */
  known?: KnownInvocation;
}

/** The use of an action by a person. */
export interface Invocation {
  /** Whether the person was asked and agreed (ACT-006). */
  confirmed?: boolean;
  /** Digest of the message that the person saw (ACT-008). */
  digest: string;
  /** Chosen by the client; the same again has the same answer; at most 256 scalar values (ACT-008). */
  invocation_id: string;
}

/** An invocation that was answered. */
export interface KnownInvocation {
  /** Its answer (ACT-008). */
  answer: unknown;
  /** Its id; at most 256 scalar values (ACT-008). */
  invocation_id: string;
}

export type Lens =
  | 'needs_me'
  | 'runs'
  | 'decisions'
  | 'incidents'
  | 'artifacts'
  | 'knowledge';

/** Which page of a lens is asked for. */
export interface PageQuery {
  /** The cursor `next` of the page before; at most 200 scalar values (LENS-004). */
  after?: string;
  /** The lens (LENS-002). */
  lens: Lens;
  /** Most heads; absent is 50 (LENS-004). */
  limit?: number;
}

export type Applies = 'everyone' | 'user' | 'role';

/** A head as one viewer sees it on the board. */
export interface Classified {
  /** In the order of the message; 0 to 16 items (ACT-007). */
  actions: ActionState[];
  /** By what the attention applies to the viewer, if it does (LENS-003). */
  applies?: Applies;
  /** The attention that the head asks for (INS-004). */
  attention?: Attention;
  /** The category (INS-001). */
  category: Category;
  /** When this answer next changes by itself (LENS-005). */
  changes_at?: string;
  /** Digest of the head (LENS-002). */
  digest: string;
  /** The lens of its category (LENS-002). */
  lens: Lens;
  /** Whether it needs the viewer (LENS-003). */
  needs_me: boolean;
  /** Its revision (INS-002). */
  revision: number;
  /** Its series, where the workspace is known (INS-007). */
  series?: string;
  /** Its severity (ENV-015). */
  severity: Severity;
  /** Every reason why it does not need the viewer (LENS-003). */
  why_not: Reason[];
}

/** Whether a viewer may use an action, and why not. */
export interface ActionState {
  /** Whether the person is asked first (ACT-006). */
  confirm: boolean;
  /** Whether it may be used now (ACT-007). */
  enabled: boolean;
  /** Id of the action; at most 64 scalar values (ACT-002). */
  id: string;
  /** Why it may not be used (ACT-007). */
  reason?: Reason;
  /** Whether it may succeed more than once (ACT-009). */
  repeatable: boolean;
  /** Whether its success closes the message (ACT-009). */
  settles: boolean;
}

/** The states of a message's actions. */
export interface ActionStates {
  /** In the order of the message; 0 to 16 items (ACT-007). */
  actions: ActionState[];
  /** When a state next changes by itself (LENS-005). */
  changes_at?: string;
}

export type InvokeDecision = 'run' | 'refuse' | 'replay';

/** What to do with an invocation. */
export interface Decision {
  /** To `replay`: the answer that was given before (ACT-008). */
  answer?: unknown;
  /** To `run`: the sealed arguments, if there are any (ACT-005). */
  arguments?: Record<string, string | number | boolean>;
  /** To `run`: what to run (ACT-003). */
  capability?: string;
  /** What to do (ACT-008). */
  decision: InvokeDecision;
  /** To `refuse`: the first reason that holds (ACT-007). */
  reason?: Reason;
  /** To `run`: whether its success closes the message (ACT-009). */
  settles?: boolean;
  /** The HTTP status of a new answer (ACT-007). */
  status?: number;
}

/** One page of a lens. */
export interface LensPage {
  /** Its heads, in the order of the lens; 0 to 200 items (LENS-004). */
  heads: Classified[];
  /** Cursor of the page behind this one, if there is one (LENS-004). */
  next?: string;
}

/** What a client shows, and a policy reads, of an audit. */
export interface AuditSummary {
  /** How many checks have each status (AUD-004). */
  checks: CheckCounts;
  /** Pieces of evidence, of all checks together (AUD-004). */
  evidence: number;
  /** The proof, if there is one (AUD-001). */
  proof?: Proof;
  /** Whether the producer reported an audit at all (AUD-004). */
  reported: boolean;
  /** The outcome that was reported (AUD-001). */
  status?: AuditStatus;
  /** The same in words (AUD-004). */
  text: string;
}

/** How many checks of an audit have each status. */
export interface CheckCounts {
  /** Failed (AUD-004). */
  failed: number;
  /** Passed (AUD-004). */
  passed: number;
  /** Pending (AUD-004). */
  pending: number;
  /** Skipped (AUD-004). */
  skipped: number;
}

/** What a notification may say: that there is a message, or who says what. */
export interface NotificationText {
  /** Whether no more may be said than that there is a message (HAND-004). */
  generic: boolean;
  /** Who reports (HAND-004). */
  source?: string;
  /** What it is about (HAND-004). */
  subject?: string;
  /** The plain text (HAND-004). */
  text?: string;
}
