/** Pull requests: what was done to one, and what it now is. */
import { GITHUB_OUTCOMES, type Outcome } from './github-outcomes.js';
import { firstLink, outcomeOf, type Reading, textFact } from './github-reading.js';
import { count, member, serial, timestamp } from './json.js';
import { named, oneLine } from './text.js';

/** The words for an action: alone, or followed by whom or what it concerns. */
interface Deed {
  readonly alone: string;
  readonly followed?: string;
  readonly by?: readonly Place[];
}

/** A member of the payload, and the member of it that holds a name. The first place that is there counts. */
type Place = readonly [owner: string, name: string];

/** Whom or what an action concerns, if anyone. */
interface Concerned {
  readonly name?: string;
  readonly id?: string | undefined;
}

const ASSIGNEE: readonly Place[] = [['assignee', 'login']];
const LABEL: readonly Place[] = [['label', 'name']];
const MILESTONE: readonly Place[] = [['milestone', 'title']];
const REVIEWER: readonly Place[] = [
  ['requested_reviewer', 'login'],
  ['requested_team', 'name'],
];

const DEEDS: Readonly<Record<string, Deed>> = {
  assigned: { alone: 'assigned', followed: 'assigned to', by: ASSIGNEE },
  auto_merge_disabled: { alone: 'auto-merge switched off' },
  auto_merge_enabled: { alone: 'auto-merge switched on' },
  converted_to_draft: { alone: 'converted to a draft' },
  demilestoned: { alone: 'taken off its milestone', followed: 'taken off the milestone', by: MILESTONE },
  dequeued: { alone: 'taken out of the merge queue' },
  edited: { alone: 'edited' },
  enqueued: { alone: 'put into the merge queue' },
  labeled: { alone: 'labeled', followed: 'labeled', by: LABEL },
  locked: { alone: 'conversation locked' },
  milestoned: { alone: 'given a milestone', followed: 'given the milestone', by: MILESTONE },
  opened: { alone: 'opened' },
  ready_for_review: { alone: 'ready for review' },
  reopened: { alone: 'opened again' },
  review_request_removed: { alone: 'review withdrawn', followed: 'review no longer asked of', by: REVIEWER },
  review_requested: { alone: 'review requested', followed: 'review requested from', by: REVIEWER },
  synchronize: { alone: 'new commits pushed' },
  unassigned: { alone: 'unassigned', followed: 'no longer assigned to', by: ASSIGNEE },
  unlabeled: { alone: 'label removed', followed: 'label removed:', by: LABEL },
  unlocked: { alone: 'conversation unlocked' },
};

/** A `pull_request` delivery of any action; `undefined` without the number of the pull request. */
export function readPullRequest(payload: unknown): Reading | undefined {
  const pull = member(payload, 'pull_request');
  const number = serial(member(payload, 'number')) ?? serial(member(pull, 'number'));
  if (number === undefined) return undefined;
  const action = oneLine(member(payload, 'action'));
  const outcome = pullOutcome(pull);
  const concerned = concernedBy(payload, action);
  const updatedAt = timestamp(member(pull, 'updated_at'));
  return {
    kind: action === 'review_requested' ? 'request' : 'event',
    subject: {
      kind: 'pull_request',
      id: `pull/${number}`,
      label: named(oneLine(member(pull, 'title')) ?? 'Pull request', ` (#${number})`),
    },
    outcome,
    words: action === 'closed' ? outcome.words : wordsFor(action, concerned.name),
    facts: [
      branches(pull),
      action === 'closed' ? undefined : [`State: ${outcome.words}`],
      textFact('Author', member(pull, 'user', 'login')),
      textFact('Done by', member(payload, 'sender', 'login')),
      size(pull),
    ],
    link: firstLink(
      ['Open the pull request', member(pull, 'html_url')],
      ['Open the repository', member(payload, 'repository', 'html_url')],
    ),
    startedAt: timestamp(member(pull, 'created_at')),
    endedAt: timestamp(member(pull, 'merged_at')) ?? timestamp(member(pull, 'closed_at')),
    occurredAt: updatedAt,
    key: [number, action, updatedAt, concerned.id],
  };
}

function pullOutcome(pull: unknown): Outcome {
  if (member(pull, 'merged') === true) return GITHUB_OUTCOMES.pull_request.merged;
  const state = member(pull, 'state');
  if (state === 'open' && member(pull, 'draft') === true) return GITHUB_OUTCOMES.pull_request.draft;
  const known = state === 'open' || state === 'closed';
  return known ? GITHUB_OUTCOMES.pull_request[state] : outcomeOf({}, state);
}

function deedOf(action: string | undefined): Deed | undefined {
  return action !== undefined && Object.hasOwn(DEEDS, action) ? DEEDS[action] : undefined;
}

/** Whom or what an action concerns: the reviewer asked, the label given. */
function concernedBy(payload: unknown, action: string | undefined): Concerned {
  for (const [owner, nameOf] of deedOf(action)?.by ?? []) {
    const name = oneLine(member(payload, owner, nameOf));
    if (name !== undefined) return { name, id: serial(member(payload, owner, 'id')) };
  }
  return {};
}

/** An action that GitHub adds later is told in its own word. */
function wordsFor(action: string | undefined, concerned: string | undefined): string {
  const deed = deedOf(action);
  if (deed === undefined) return oneLine(action?.replaceAll('_', ' ')) ?? 'reported without an action';
  if (concerned === undefined || deed.followed === undefined) return deed.alone;
  return `${deed.followed} ${concerned}`;
}

function branches(pull: unknown): Reading['facts'][number] {
  const head = oneLine(member(pull, 'head', 'ref'));
  const base = oneLine(member(pull, 'base', 'ref'));
  if (head === undefined || base === undefined) return undefined;
  return ['Merges ', { code: head }, ' into ', { code: base }];
}

/** The size of the change, counted by GitHub; only when all of it is there. */
function size(pull: unknown): Reading['facts'][number] {
  const files = count(member(pull, 'changed_files'));
  const added = count(member(pull, 'additions'));
  const removed = count(member(pull, 'deletions'));
  if (files === undefined || added === undefined || removed === undefined) return undefined;
  return [`Files changed: ${files}, lines added: ${added}, lines removed: ${removed}`];
}
