/** What people do to pull requests and issues, in words. */
import { member, serial } from './json.js';
import { oneLine } from './text.js';

/** Whom or what an action concerns: the reviewer asked, the label given. */
export function concernedBy(payload: unknown, action: string | undefined): Concerned {
  for (const [owner, nameOf] of deedOf(action)?.by ?? []) {
    const name = oneLine(member(payload, owner, nameOf));
    if (name !== undefined) return { name, id: serial(member(payload, owner, 'id')) };
  }
  return {};
}

/** An action that GitHub adds later is told in its own word. */
export function wordsFor(action: string | undefined, concerned: string | undefined): string {
  const deed = deedOf(action);
  if (deed === undefined) return oneLine(action?.replaceAll('_', ' ')) ?? 'reported without an action';
  if (concerned === undefined || deed.followed === undefined) return deed.alone;
  return `${deed.followed} ${concerned}`;
}

function deedOf(action: string | undefined): Deed | undefined {
  return action !== undefined && Object.hasOwn(DEEDS, action) ? DEEDS[action] : undefined;
}

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
  pinned: { alone: 'pinned' },
  ready_for_review: { alone: 'ready for review' },
  reopened: { alone: 'opened again' },
  review_request_removed: { alone: 'review withdrawn', followed: 'review no longer asked of', by: REVIEWER },
  review_requested: { alone: 'review requested', followed: 'review requested from', by: REVIEWER },
  synchronize: { alone: 'new commits pushed' },
  unassigned: { alone: 'unassigned', followed: 'no longer assigned to', by: ASSIGNEE },
  unlabeled: { alone: 'label removed', followed: 'label removed:', by: LABEL },
  unlocked: { alone: 'conversation unlocked' },
  unpinned: { alone: 'unpinned' },
};
