/** The events in which GitHub reports work: workflow runs, check suites, check runs and deployments. */
import { LIMITS } from '@chirp-protocol/protocol';
import { GITHUB_OUTCOMES, type Outcome } from './github-outcomes.js';
import {
  attentionOf,
  codeFact,
  commitFact,
  commitPage,
  firstLink,
  outcomeOf,
  progressOf,
  type Reading,
  STEPS,
  textFact,
} from './github-reading.js';
import { count, elements, member, serial, timestamp } from './json.js';
import { cut, named, oneLine } from './text.js';

/** Attempts beyond this are not told apart by their number. */
const MOST_ATTEMPTS = 1_000_000;

/** A `workflow_run` delivery; `undefined` without the id of the run. */
export function readWorkflowRun(payload: unknown): Reading | undefined {
  const run = member(payload, 'workflow_run');
  const id = serial(member(run, 'id'));
  if (id === undefined) return undefined;
  const name = oneLine(member(run, 'name')) ?? oneLine(member(payload, 'workflow', 'name')) ?? 'Workflow run';
  const number = count(member(run, 'run_number'));
  const attempt = count(member(run, 'run_attempt')) ?? 1;
  const outcome = runOutcome(run);
  const updatedAt = timestamp(member(run, 'updated_at'));
  const began = outcome.state === 'running' || outcome.state === 'succeeded' || outcome.state === 'failed';
  return {
    kind: 'status',
    category: 'run',
    subject: {
      kind: 'workflow_run',
      id: `run/${id}`,
      label: named(name, number === undefined ? '' : ` #${number}`),
    },
    outcome,
    facts: [
      textFact('For', member(run, 'display_title')),
      codeFact('Branch', member(run, 'head_branch')),
      commitFact(member(run, 'head_sha')),
      textFact('Pull requests', pullRequests(run)),
      codeFact('Started by', member(run, 'event')),
      attempt > 1 ? [`Attempt: ${attempt}`] : undefined,
    ],
    link: firstLink(
      ['Open the run', member(run, 'html_url')],
      ['Open the repository', repositoryPage(payload)],
    ),
    startedAt: began ? timestamp(member(run, 'run_started_at')) : undefined,
    endedAt: member(payload, 'action') === 'completed' ? updatedAt : undefined,
    occurredAt: updatedAt,
    step: STEPS.count * Math.min(attempt, MOST_ATTEMPTS) + progressOf(member(run, 'status')),
    attention: attentionOf(outcome),
    key: [id, action(payload), updatedAt, word(run), attempt.toString()],
  };
}

/** A `check_suite` delivery; `undefined` without the id of the suite. */
export function readCheckSuite(payload: unknown): Reading | undefined {
  const suite = member(payload, 'check_suite');
  const id = serial(member(suite, 'id'));
  if (id === undefined) return undefined;
  const app = oneLine(member(suite, 'app', 'name'));
  const sha = member(suite, 'head_sha');
  const updatedAt = timestamp(member(suite, 'updated_at'));
  // Asking again resets a suite, but the payload may still show the conclusion of the time before.
  const again = member(payload, 'action') === 'rerequested';
  const outcome = again ? GITHUB_OUTCOMES.check_suite_action.rerequested : runOutcome(suite);
  return {
    kind: 'status',
    category: 'run',
    subject: {
      kind: 'check_suite',
      id: `check_suite/${id}`,
      label: app === undefined ? 'Checks' : named(app, ' checks'),
    },
    outcome,
    facts: [
      codeFact('Branch', member(suite, 'head_branch')),
      commitFact(sha),
      textFact('Pull requests', pullRequests(suite)),
    ],
    link: firstLink(
      ['Open the suite', member(suite, 'html_url')],
      ['Open the commit', commitPage(payload, sha)],
      ['Open the repository', repositoryPage(payload)],
    ),
    endedAt: member(payload, 'action') === 'completed' ? updatedAt : undefined,
    occurredAt: updatedAt,
    step: again ? STEPS.again : progressOf(member(suite, 'status')),
    attention: attentionOf(outcome),
    key: [id, action(payload), updatedAt, word(suite)],
  };
}

/** A `check_run` delivery; `undefined` without the id of the check run. */
export function readCheckRun(payload: unknown): Reading | undefined {
  const run = member(payload, 'check_run');
  const id = serial(member(run, 'id'));
  if (id === undefined) return undefined;
  const sha = member(run, 'head_sha');
  const startedAt = timestamp(member(run, 'started_at'));
  const completedAt = timestamp(member(run, 'completed_at'));
  // Asking again makes a new check run; the payload still shows the one of the time before.
  const again = member(payload, 'action') === 'rerequested';
  const outcome = again ? GITHUB_OUTCOMES.check_run_action.rerequested : runOutcome(run);
  // A check run is told when it began and when it ended, and of no other time.
  const occurredAt = completedAt ?? startedAt;
  return {
    kind: 'status',
    category: 'run',
    subject: {
      kind: 'check_run',
      id: `check_run/${id}`,
      label: oneLine(member(run, 'name')) ?? 'Check',
    },
    outcome,
    facts: [
      textFact('Result', member(run, 'output', 'title')),
      textFact('Checked by', member(run, 'app', 'name')),
      codeFact('Branch', member(run, 'check_suite', 'head_branch')),
      commitFact(sha),
      textFact('Pull requests', pullRequests(run)),
    ],
    link: firstLink(
      ['Open the check', member(run, 'html_url')],
      ['Open the commit', commitPage(payload, sha)],
      ['Open the repository', repositoryPage(payload)],
    ),
    startedAt: again || outcome.state === 'queued' ? undefined : startedAt,
    endedAt: again ? undefined : completedAt,
    occurredAt,
    step: again ? STEPS.again : progressOf(member(run, 'status')),
    attention: attentionOf(outcome),
    key: [id, action(payload), occurredAt, word(run)],
  };
}

/** A `deployment_status` delivery, told of its deployment; `undefined` without the id of that. */
export function readDeploymentStatus(payload: unknown): Reading | undefined {
  const status = member(payload, 'deployment_status');
  const deployment = member(payload, 'deployment');
  const id = serial(member(deployment, 'id'));
  if (id === undefined) return undefined;
  const environment = oneLine(member(status, 'environment')) ?? oneLine(member(deployment, 'environment'));
  const createdAt = timestamp(member(status, 'created_at'));
  const updatedAt = timestamp(member(status, 'updated_at')) ?? createdAt;
  return {
    kind: 'status',
    category: 'run',
    subject: {
      kind: 'deployment',
      id: `deployment/${id}`,
      label: environment === undefined ? 'Deployment' : cut(`Deployment to ${environment}`, LIMITS.label),
    },
    outcome: outcomeOf(GITHUB_OUTCOMES.deployment_state, member(status, 'state')),
    facts: [
      textFact('Description', member(status, 'description')),
      codeFact('Ref', member(deployment, 'ref')),
      commitFact(member(deployment, 'sha')),
      codeFact('Task', member(deployment, 'task')),
      textFact('Reported by', member(status, 'creator', 'login')),
    ],
    link: firstLink(
      ['Open the log', member(status, 'log_url')],
      ['Open the deployment', member(status, 'target_url')],
      ['Open the repository', repositoryPage(payload)],
    ),
    endedAt: createdAt,
    occurredAt: updatedAt,
    step: deploymentStep(member(status, 'state')),
    key: [id, action(payload), updatedAt, oneLine(member(status, 'state')), serial(member(status, 'id'))],
  };
}

/** A deployment goes from waiting over running to its end, and is inactive after that. */
function deploymentStep(state: unknown): number {
  if (state === 'inactive') return STEPS.again;
  if (state === 'in_progress') return 1;
  return state === 'success' || state === 'failure' || state === 'error' ? 2 : 0;
}

/** A completed run is its conclusion, any other its status. The action decides nothing. */
function runOutcome(run: unknown): Outcome {
  const status = member(run, 'status');
  if (status !== 'completed') return outcomeOf(GITHUB_OUTCOMES.run_status, status);
  const conclusion = member(run, 'conclusion');
  if (typeof conclusion !== 'string') return { words: 'completed without a conclusion' };
  return outcomeOf(GITHUB_OUTCOMES.run_conclusion, conclusion);
}

/** The word that the outcome was read from. */
function word(run: unknown): string | undefined {
  return oneLine(member(run, 'conclusion')) ?? oneLine(member(run, 'status'));
}

function action(payload: unknown): string | undefined {
  return oneLine(member(payload, 'action'));
}

function repositoryPage(payload: unknown): unknown {
  return member(payload, 'repository', 'html_url');
}

/** The pull requests that a run belongs to, `#1, #2`, or `undefined`. */
function pullRequests(run: unknown): string | undefined {
  const numbers = elements(member(run, 'pull_requests')).map((pull) => count(member(pull, 'number')));
  const known = numbers.filter((number) => number !== undefined);
  return known.length === 0 ? undefined : known.map((number) => `#${number}`).join(', ');
}
