/**
 * What GitHub's words for a status mean here, as data. A `state` stands only where GitHub's word says as
 * much: neutral, skipped and stale are no success, no failure and nobody's cancelling, so they have none, and
 * their words say what happened. No row says anything about an audit.
 */
import { type Envelope, TERMINAL_STATES } from '@chirp-protocol/protocol';

/** The lifecycle state of an envelope. */
export type State = NonNullable<Envelope['lifecycle']>['state'];

/** The severity of an envelope. */
export type Severity = NonNullable<Envelope['severity']>;

/** The meaning of one outside status: words to follow the subject's label, and what we may claim. */
export interface Outcome {
  readonly words: string;
  readonly state?: State;
  readonly severity?: Severity;
}

/** Outcomes by GitHub's own word. */
export type Outcomes = Readonly<Record<string, Outcome>>;

/** The truth table of the GitHub mapper: where the word stands in a payload, the word, its meaning. */
export const GITHUB_OUTCOMES = {
  /** `status` of a workflow run, check suite or check run, until it is `completed`. */
  run_status: {
    requested: { words: 'requested', state: 'queued', severity: 'info' },
    queued: { words: 'queued', state: 'queued', severity: 'info' },
    pending: { words: 'queued behind another run', state: 'queued', severity: 'info' },
    waiting: { words: 'waiting for a deployment rule', state: 'waiting', severity: 'notice' },
    in_progress: { words: 'in progress', state: 'running', severity: 'info' },
  },
  /** `conclusion` of a workflow run, check suite or check run whose `status` is `completed`. */
  run_conclusion: {
    success: { words: 'succeeded', state: 'succeeded', severity: 'info' },
    failure: { words: 'failed', state: 'failed', severity: 'error' },
    timed_out: { words: 'timed out', state: 'failed', severity: 'error' },
    startup_failure: { words: 'could not start', state: 'failed', severity: 'error' },
    cancelled: { words: 'cancelled', state: 'cancelled', severity: 'notice' },
    action_required: { words: 'needs someone to act', state: 'blocked', severity: 'warning' },
    neutral: { words: 'finished as neutral', severity: 'info' },
    skipped: { words: 'skipped', severity: 'info' },
    stale: { words: 'given up as stale', severity: 'notice' },
  },
  /** `action` of a check suite delivery, where it overrules both: GitHub has reset the suite to queued. */
  check_suite_action: {
    rerequested: { words: 'requested again', state: 'queued', severity: 'info' },
  },
  /** `action` of a check run delivery, where it overrules both, for the same reason. */
  check_run_action: {
    rerequested: { words: 'requested again', state: 'queued', severity: 'info' },
  },
  /** `state` of a deployment status. */
  deployment_state: {
    queued: { words: 'queued', state: 'queued', severity: 'info' },
    pending: { words: 'pending', state: 'queued', severity: 'info' },
    waiting: { words: 'waiting for a deployment rule', state: 'waiting', severity: 'notice' },
    in_progress: { words: 'in progress', state: 'running', severity: 'info' },
    success: { words: 'succeeded', state: 'succeeded', severity: 'info' },
    failure: { words: 'failed', state: 'failed', severity: 'error' },
    error: { words: 'stopped by an error', state: 'failed', severity: 'error' },
    inactive: { words: 'no longer active', severity: 'info' },
  },
  /** A pull request by its `state`, `draft` and `merged`. */
  pull_request: {
    open: { words: 'open', state: 'waiting', severity: 'info' },
    draft: { words: 'draft', severity: 'info' },
    merged: { words: 'merged', state: 'succeeded', severity: 'info' },
    closed: { words: 'closed without merging', state: 'cancelled', severity: 'info' },
  },
  /** An issue by its `state` and, when it is closed, its `state_reason`. */
  issue: {
    open: { words: 'open', state: 'waiting', severity: 'info' },
    reopened: { words: 'open again', state: 'waiting', severity: 'info' },
    completed: { words: 'closed as completed', state: 'succeeded', severity: 'info' },
    not_planned: { words: 'closed as not planned', state: 'cancelled', severity: 'info' },
    duplicate: { words: 'closed as a duplicate', state: 'cancelled', severity: 'info' },
    closed: { words: 'closed without a reason', severity: 'info' },
  },
  /** `action` of an issue delivery, where it overrules both: the issue is not there any more. */
  issue_action: {
    deleted: { words: 'deleted', severity: 'info' },
    transferred: { words: 'moved to another repository', severity: 'info' },
  },
} as const satisfies Readonly<Record<string, Outcomes>>;

/** Whether a state is terminal, so that the lifecycle may say when it ended. */
export function isTerminal(state: State | undefined): boolean {
  return TERMINAL_STATES.some((terminal) => terminal === state);
}
