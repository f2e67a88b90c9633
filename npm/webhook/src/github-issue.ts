/** Issues: what was done to one, and what it now is. */
import { concernedBy, wordsFor } from './github-deeds.js';
import { GITHUB_OUTCOMES, type Outcome } from './github-outcomes.js';
import { type Attention, firstLink, outcomeOf, type Reading, textFact } from './github-reading.js';
import { elements, identifier, member, serial, timestamp } from './json.js';
import { named, oneLine } from './text.js';

/** An `issues` delivery of any action; `undefined` without the number of the issue. */
export function readIssue(payload: unknown): Reading | undefined {
  const issue = member(payload, 'issue');
  const number = serial(member(issue, 'number'));
  if (number === undefined) return undefined;
  const action = oneLine(member(payload, 'action'));
  const outcome = issueOutcome(issue, action);
  const concerned = concernedBy(payload, action);
  const updatedAt = timestamp(member(issue, 'updated_at'));
  const isTold =
    action === 'closed' || (action !== undefined && Object.hasOwn(GITHUB_OUTCOMES.issue_action, action));
  return {
    kind: 'event',
    category: 'knowledge',
    subject: {
      kind: 'issue',
      id: `issue/${number}`,
      label: named(oneLine(member(issue, 'title')) ?? 'Issue', ` (#${number})`),
    },
    outcome,
    words: isTold ? outcome.words : wordsFor(action, concerned.name),
    facts: [
      isTold ? undefined : [`State: ${outcome.words}`],
      textFact('Author', member(issue, 'user', 'login')),
      textFact('Done by', member(payload, 'sender', 'login')),
      textFact('Milestone', member(issue, 'milestone', 'title')),
    ],
    link: firstLink(
      ['Open the issue', member(issue, 'html_url')],
      ['Open the repository', member(payload, 'repository', 'html_url')],
    ),
    startedAt: timestamp(member(issue, 'created_at')),
    endedAt: timestamp(member(issue, 'closed_at')),
    occurredAt: updatedAt,
    step: member(issue, 'state') === 'closed' ? 1 : 0,
    attention: assigned(issue, outcome),
    key: [number, action, updatedAt, concerned.id],
  };
}

function issueOutcome(issue: unknown, action: string | undefined): Outcome {
  if (action !== undefined && Object.hasOwn(GITHUB_OUTCOMES.issue_action, action))
    return outcomeOf(GITHUB_OUTCOMES.issue_action, action);
  const state = member(issue, 'state');
  const reason = member(issue, 'state_reason');
  if (state === 'open') return GITHUB_OUTCOMES.issue[reason === 'reopened' ? 'reopened' : 'open'];
  if (state !== 'closed') return outcomeOf({}, state);
  const known = reason === 'completed' || reason === 'not_planned' || reason === 'duplicate';
  return GITHUB_OUTCOMES.issue[known ? reason : 'closed'];
}

/** The people whom an open issue is assigned to. */
function assigned(issue: unknown, { state }: Outcome): Attention | undefined {
  if (state !== 'waiting') return undefined;
  const people = elements(member(issue, 'assignees'))
    .map((user) => identifier(member(user, 'login')))
    .filter((name) => name !== undefined);
  return people.length === 0 ? undefined : { reason: 'the issue is assigned', people };
}
