/** Pull requests: what was done to one, and what it now is. */
import { concernedBy, wordsFor } from './github-deeds.js';
import { GITHUB_OUTCOMES, type Outcome } from './github-outcomes.js';
import { type Attention, firstLink, outcomeOf, type Reading, textFact } from './github-reading.js';
import { count, elements, identifier, member, serial, timestamp } from './json.js';
import { named, oneLine } from './text.js';

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
    category: 'decision',
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
    step: member(pull, 'state') === 'closed' ? 1 : 0,
    attention: reviewAsked(payload, pull, outcome),
    key: [number, action, updatedAt, concerned.id],
  };
}

/** The people and teams whose review an open pull request still waits for. */
function reviewAsked(payload: unknown, pull: unknown, outcome: Outcome): Attention | undefined {
  if (outcome !== GITHUB_OUTCOMES.pull_request.open) return undefined;
  const owner = identifier(member(payload, 'repository', 'owner', 'login'));
  const people = elements(member(pull, 'requested_reviewers')).map((user) =>
    identifier(member(user, 'login')),
  );
  const teams = elements(member(pull, 'requested_teams')).map((team) => identifier(member(team, 'slug')));
  const inOwner = teams.map((team) => (team && owner ? `${owner}/${team}` : undefined));
  const known = [...people, ...inOwner].filter((name) => name !== undefined);
  return known.length === 0 ? undefined : { reason: 'a review is asked for', people: known };
}

function pullOutcome(pull: unknown): Outcome {
  if (member(pull, 'merged') === true) return GITHUB_OUTCOMES.pull_request.merged;
  const state = member(pull, 'state');
  if (state === 'open' && member(pull, 'draft') === true) return GITHUB_OUTCOMES.pull_request.draft;
  const known = state === 'open' || state === 'closed';
  return known ? GITHUB_OUTCOMES.pull_request[state] : outcomeOf({}, state);
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
