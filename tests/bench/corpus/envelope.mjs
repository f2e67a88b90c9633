// Owns generated envelopes. Each is valid at the door: the audit rules, the order of instants and the text
// rules are kept by construction, so that no stack is ever timed on its way to a refusal.
import { DOMAINS } from './digests.mjs';
import { toSource } from './source.mjs';
import { generateTree } from './tree.mjs';
import { anyDigest, momentMs, numeric, person, phrase, sentence, timestamp, webLink } from './words.mjs';

const KINDS = ['event', 'status', 'request', 'report', 'document'];
const SOURCES = ['integration', 'agent', 'person', 'system'];
const SUBJECTS = ['run', 'service', 'pull_request', 'incident', 'note-page'];
const SEVERITIES = ['info', 'notice', 'warning', 'error', 'critical'];
const OPEN_STATES = ['queued', 'running', 'waiting', 'blocked'];
const ENDED_STATES = ['succeeded', 'failed', 'cancelled'];
const CATEGORIES = ['run', 'decision', 'incident', 'artifact', 'knowledge'];
const LAYOUTS = ['status', 'timeline', 'comparison', 'command_center', 'artifact', 'document'];
const CAPABILITIES = [
  'chirp.review.approve',
  'chirp.review.reject',
  'ci.run.retry',
  'docs.page.open',
  'ops.pager.acknowledge',
];
const MEDIA_TYPES = ['text/plain', 'application/json', 'image/png', 'application/vnd.example+json'];
const REQUIREMENTS = [
  'layout:timeline',
  'layout:status',
  'node:table',
  'node:callout',
  'actions',
  'history',
  'audit',
];
const HOUR_MS = 3_600_000;

/**
 * What a generated envelope holds, by size.
 * `nodes` is the least size of the tree its source describes (0: no source); the rest count list entries.
 */
export const SEALED_PLANS = {
  small: { nodes: 0, instrument: false, fallbackWords: [6, 12] },
  medium: {
    nodes: 24,
    instrument: true,
    fallbackWords: [14, 24],
    actions: 3,
    checks: 5,
    evidence: 3,
    audience: 2,
  },
  large: {
    nodes: 220,
    instrument: true,
    fallbackWords: [40, 60],
    actions: 16,
    checks: 130,
    evidence: 56,
    audience: 60,
  },
};

/** The same for envelopes that travel with a projection, where the tree takes most of the room. */
export const MESSAGE_PLANS = {
  small: { nodes: 2, instrument: false, fallbackWords: [6, 12] },
  medium: {
    nodes: 22,
    instrument: true,
    fallbackWords: [14, 24],
    actions: 1,
    checks: 1,
    evidence: 1,
    audience: 2,
  },
  large: {
    nodes: 580,
    instrument: true,
    fallbackWords: [40, 60],
    actions: 10,
    checks: 36,
    evidence: 24,
    audience: 8,
  },
};

/**
 * One unsealed envelope, and the tree of its PubMark source if it has one.
 * @returns {{ envelope: object, tree?: object }}
 */
export function generateEnvelope(random, plan) {
  const number = random.between(1, 9999);
  const updatedMs = momentMs(random);
  const envelope = {
    protocol: DOMAINS.envelope,
    kind: random.oneOf(KINDS),
    source: {
      kind: random.oneOf(SOURCES),
      id: `com.example.${random.oneOf(['forge', 'ledger', 'beacon', 'atlas'])}`,
      display_name: random.chance(0.5)
        ? person(random)
        : random.oneOf(['Forge', 'Ledger', 'Beacon', 'Ätlas']),
    },
    subject: {
      kind: random.oneOf(SUBJECTS),
      id: `item-${number}`,
      label: phrase(random, random.between(2, 4), 0.15),
    },
    presentation: { fallback: sentence(random, random.between(...plan.fallbackWords), 0.25) },
    lifecycle: lifecycle(random, updatedMs),
    severity: random.oneOf(SEVERITIES),
    delivery: { dedupe_key: `run:item-${number}:revision-${random.between(1, 30)}` },
  };
  if (random.chance(0.4)) envelope.occurred_at = timestamp(random, updatedMs);
  if (plan.nodes === 0) return { envelope };

  const tree = generateTree(random, plan.nodes, true);
  envelope.presentation.pubmark = toSource(tree);
  if (!plan.instrument) return { envelope, tree };

  envelope.presentation.lang = random.oneOf(['en', 'de-AT', 'ja']);
  envelope.actions = Array.from({ length: plan.actions }, (_, index) => action(random, index));
  envelope.handling = {
    notification: random.oneOf(['full', 'generic']),
    outbound_webhooks: random.oneOf(['allow', 'suppress']),
    confirmation: random.oneOf(['as_declared', 'every_action']),
  };
  if (random.chance(0.2)) envelope.redaction = { policy: 'policy/customer-data', digest: anyDigest(random) };
  envelope.instrument = instrument(random, plan);
  return { envelope, tree };
}

function lifecycle(random, updatedMs) {
  const ended = random.chance(0.5);
  const stage = { state: random.oneOf(ended ? ENDED_STATES : OPEN_STATES) };
  if (random.chance(0.4)) stage.started_at = timestamp(random, updatedMs - random.between(1, 40) * HOUR_MS);
  if (ended && random.chance(0.6)) stage.ended_at = timestamp(random, updatedMs);
  if (random.chance(0.3)) {
    const total = random.between(1, 500);
    stage.counts = { done: random.between(0, total), total };
  }
  return stage;
}

function action(random, index) {
  const step = {
    id: `act-${index + 1}`,
    label: phrase(random, random.between(1, 3)),
    capability: random.oneOf(CAPABILITIES),
    arguments: {
      target: `item-${random.between(1, 999)}`,
      revision: random.between(1, 50),
      threshold: numeric(random),
      dry_run: random.chance(0.5),
    },
  };
  if (random.chance(0.5)) step.arguments.note = sentence(random, random.between(3, 8));
  for (let extra = random.between(0, 6); extra > 0; extra--)
    step.arguments[`metric_${extra}`] = numeric(random);
  if (random.chance(0.6)) step.emphasis = random.oneOf(['default', 'primary', 'danger']);
  if (random.chance(0.3))
    step.confirm = { title: phrase(random, 3), body: sentence(random, random.between(5, 9)) };
  if (random.chance(0.5)) {
    const fromMs = momentMs(random);
    step.active_from = timestamp(random, fromMs);
    step.active_until = timestamp(random, fromMs + random.between(1, 200) * HOUR_MS);
  }
  return step;
}

function instrument(random, plan) {
  const revision = random.between(1, 40);
  const record = { category: random.oneOf(CATEGORIES), layout: random.oneOf(LAYOUTS), revision };
  if (revision > 1) record.predecessor = anyDigest(random);
  record.attention = attention(random, plan.audience);
  record.audit = audit(random, plan.checks);
  if (random.chance(0.5)) record.requires = random.shuffled(REQUIREMENTS).slice(0, random.between(1, 3));
  record.evidence = Array.from({ length: plan.evidence }, () => evidence(random));
  return record;
}

function attention(random, audience) {
  const sinceMs = momentMs(random);
  const call = { reason: sentence(random, random.between(4, 9)), since: timestamp(random, sinceMs) };
  call.audience = Array.from({ length: audience }, (_, index) =>
    random.chance(0.6)
      ? { kind: 'user', id: `user-${random.hex(10)}` }
      : { kind: 'role', id: `on-call-${index + 1}` },
  );
  if (random.chance(0.4)) call.until = timestamp(random, sinceMs + random.between(1, 500) * HOUR_MS);
  return call;
}

function evidence(random) {
  const entry = { label: phrase(random, random.between(2, 5)), digest: anyDigest(random) };
  if (random.chance(0.6)) entry.media_type = random.oneOf(MEDIA_TYPES);
  if (random.chance(0.6)) entry.url = webLink(random);
  return entry;
}

// A proof goes with `passed` and `failed` only; `passed` allows no failed or pending check, and `failed`
// needs a failed one.
function audit(random, checks) {
  const status = random.oneOf(['passed', 'passed', 'failed', 'incomplete']);
  const allowed = {
    passed: ['passed', 'passed', 'passed', 'skipped'],
    failed: ['passed', 'failed', 'skipped', 'pending'],
    incomplete: ['passed', 'skipped', 'pending'],
  }[status];
  const result = { status };
  if (status !== 'incomplete') {
    result.proof = { digest: anyDigest(random), label: phrase(random, 3) };
    if (random.chance(0.5)) result.proof.url = webLink(random);
  }
  result.checks = Array.from({ length: checks }, (_, index) => ({
    id: `check-${index + 1}`,
    label: phrase(random, random.between(3, 7)),
    status: status === 'failed' && index === 0 ? 'failed' : random.oneOf(allowed),
    evidence: Array.from({ length: random.chance(0.2) ? 2 : 1 }, () => evidence(random)),
  }));
  return result;
}
