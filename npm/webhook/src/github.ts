/**
 * GitHub webhook deliveries as unsealed envelopes. Nothing is verified, validated or hashed here: the
 * signature of a delivery is checked before it is mapped, and the envelope is judged by whoever seals it.
 */
import { type Envelope, type Instrument, LIMITS, PROTOCOL } from '@chirp-protocol/protocol';
import type { Drafted } from './drafted.js';
import { readIssue } from './github-issue.js';
import { isTerminal } from './github-outcomes.js';
import { readPullRequest } from './github-pull.js';
import type { Reading } from './github-reading.js';
import { readCheckRun, readCheckSuite, readDeploymentStatus, readWorkflowRun } from './github-runs.js';
import { identifier, member, webUrl } from './json.js';
import { type Prose, toPlainText, toPubMark } from './prose.js';
import { oneLine } from './text.js';

/** What is known of a delivery beside its payload. */
export interface GitHubOptions {
  /** The header `X-GitHub-Delivery`. Sending the same delivery again then gives the same message. */
  readonly delivery?: string | undefined;
}

const EVENTS: ReadonlyMap<string, (payload: unknown) => Reading | undefined> = new Map([
  ['check_run', readCheckRun],
  ['check_suite', readCheckSuite],
  ['deployment_status', readDeploymentStatus],
  ['issues', readIssue],
  ['pull_request', readPullRequest],
  ['workflow_run', readWorkflowRun],
]);

/** The values of `X-GitHub-Event` that have a mapping. */
export const GITHUB_EVENTS: readonly string[] = [...EVENTS.keys()];

/**
 * The envelope for a GitHub delivery: `event` is the header `X-GitHub-Event`, `payload` the parsed body.
 * `null` for an event that has no mapping, and for a payload that does not name its repository and the thing
 * it is about.
 *
 * Never throws, whatever JSON value `payload` is. Equal arguments give an equal envelope. Absent and odd
 * members are left out; nothing is claimed that GitHub did not say (see `GITHUB_OUTCOMES`). Linear in the
 * strings it reads.
 */
export function fromGitHub(event: string, payload: unknown, options?: GitHubOptions): Envelope | null {
  return mapped(event, payload, options)?.envelope ?? null;
}

/**
 * The same as a draft of the next revision of its subject, with who must act where GitHub says that somebody must: people
 * as the role `github.com/octocat`, teams as `github.com/octo-org/core`.
 */
export function draftFromGitHub(event: string, payload: unknown, options?: GitHubOptions): Drafted {
  const { envelope, reading, host } = mapped(event, payload, options) ?? {};
  const key = envelope?.delivery?.dedupe_key ?? identifier(options?.delivery);
  const known = key === undefined ? {} : { key };
  if (envelope === undefined || reading === undefined || host === undefined) return known;
  const { category, occurredAt, step } = reading;
  const attention = attentionIn(reading, host);
  return {
    ...known,
    draft: {
      ...envelope,
      instrument: { category, layout: 'status', ...(attention === undefined ? {} : { attention }) },
    },
    ...(occurredAt === undefined ? {} : { outside: { at: occurredAt, step } }),
  };
}

/** Without a time since when, nothing can be asked of anyone. */
function attentionIn({ attention, occurredAt }: Reading, host: string): Instrument['attention'] {
  if (attention === undefined || occurredAt === undefined) return undefined;
  const { reason, people } = attention;
  if (people === undefined) return { reason, since: occurredAt };
  const ids = new Set(people.map((name) => identifier(`${host}/${name}`)).filter((id) => id !== undefined));
  const audience = [...ids].slice(0, LIMITS.audience).map((id) => ({ kind: 'role' as const, id }));
  return audience.length === 0 ? undefined : { reason, since: occurredAt, audience };
}

/** What a delivery becomes, and what it was read from. */
interface Mapped {
  readonly envelope: Envelope;
  readonly reading: Reading;
  /** Where the repository is: `github.com`, or a server of one's own. */
  readonly host: string;
}

function mapped(event: string, payload: unknown, options?: GitHubOptions): Mapped | undefined {
  const reading = EVENTS.get(event)?.(payload);
  const repository = repositoryName(payload);
  if (reading === undefined || repository === undefined) return undefined;
  const host = webUrl(member(payload, 'repository', 'html_url'))?.host ?? 'github.com';
  const source = identifier(`${host}/${repository}`);
  const subject = identifier(`${repository}/${reading.subject.id}`);
  if (source === undefined || subject === undefined) return undefined;

  const name = oneLine(repository, LIMITS.display_name);
  const lifecycle = lifecycleOf(reading);
  const prose = proseOf(reading, repository);
  const key = dedupeKey(event, reading, options?.delivery);
  const envelope: Envelope = {
    protocol: PROTOCOL,
    kind: reading.kind,
    source: { kind: 'integration', id: source, ...(name === undefined ? {} : { display_name: name }) },
    subject: { kind: reading.subject.kind, id: subject, label: reading.subject.label },
    presentation: { fallback: toPlainText(prose), pubmark: toPubMark(prose), lang: 'en' },
    ...(lifecycle === undefined ? {} : { lifecycle }),
    ...(reading.outcome.severity === undefined ? {} : { severity: reading.outcome.severity }),
    ...(key === undefined ? {} : { delivery: { dedupe_key: key } }),
    ...(reading.occurredAt === undefined ? {} : { occurred_at: reading.occurredAt }),
  };
  return { envelope, reading, host };
}

/** `owner/name`, as GitHub writes it. */
function repositoryName(payload: unknown): string | undefined {
  const name = identifier(member(payload, 'repository', 'full_name'));
  return name !== undefined && /^[^/]+\/[^/]+$/.test(name) ? name : undefined;
}

/**
 * Only with a state. An end is told of a terminal state; two times that contradict each other are both left
 * out.
 */
function lifecycleOf({ outcome, startedAt, endedAt }: Reading): Envelope['lifecycle'] {
  if (outcome.state === undefined) return undefined;
  const ended = isTerminal(outcome.state) ? endedAt : undefined;
  const contradict =
    startedAt !== undefined && ended !== undefined && Date.parse(ended) < Date.parse(startedAt);
  return {
    state: outcome.state,
    ...(startedAt === undefined || contradict ? {} : { started_at: startedAt }),
    ...(ended === undefined || contradict ? {} : { ended_at: ended }),
  };
}

function proseOf(reading: Reading, repository: string): Prose {
  const facts = [[`Repository: ${repository}`], ...reading.facts].filter((fact) => fact !== undefined);
  return {
    headline: [{ strong: reading.subject.label }, `: ${reading.words ?? reading.outcome.words}`],
    facts,
    ...(reading.link === undefined ? {} : { link: reading.link }),
  };
}

/**
 * The delivery id; without one, what the payload says of itself. The pieces are percent-encoded, so that no
 * two lists of pieces make one key. A key over the limit is left out: cut, it could refuse another delivery.
 */
function dedupeKey(event: string, reading: Reading, delivery: unknown): string | undefined {
  const pieces = [event, ...reading.key].map((piece) => encodeURIComponent(piece ?? ''));
  return identifier(delivery) ?? identifier(pieces.join(':'));
}
