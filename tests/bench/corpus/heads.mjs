// Owns the corpus of heads: many small sealed instruments, one a line, and the person who looks at them.

import { sealed } from './digests.mjs';
import { numberStream } from './random.mjs';

/** How many heads there are. */
export const HEADS = 100_000;

/** When the board is asked; an hour later, when a few heads change; and a month later, when many do. */
export const TIMES = {
  now: '2026-03-01T12:00:00Z',
  hour: '2026-03-01T13:00:00Z',
  month: '2026-04-01T12:00:00Z',
};

const REGISTERED = ['chirp.review.approve', 'chirp.review.reject', 'chirp.acknowledge'];

/** The context of every question but for its time. */
export const CONTEXT = {
  viewer: { id: 'ada', roles: ['owner', 'oncall'] },
  capabilities: [
    { name: REGISTERED[0], roles: ['owner'] },
    { name: REGISTERED[1], roles: ['admin'] },
    { name: REGISTERED[2] },
  ],
};

const CATEGORIES = ['run', 'decision', 'incident', 'artifact', 'knowledge'];
const LAYOUTS = ['status', 'timeline', 'comparison', 'command_center', 'artifact', 'document'];
const SEVERITIES = ['info', 'notice', 'warning', 'error', 'critical'];
const PARTIES = [
  { kind: 'user', id: 'ada' },
  { kind: 'user', id: 'mira' },
  { kind: 'role', id: 'owner' },
  { kind: 'role', id: 'support' },
];
const WORDS = [
  'deploy',
  'release',
  'review',
  'passed',
  'failed',
  'waits for',
  'approval of',
  'region',
  'queue',
  'index',
];

const encoder = new TextEncoder();
let built;

/**
 * The heads as NDJSON, and as the values that the lines say.
 * @returns {{ bytes: Uint8Array, values: object[] }}
 */
export function headCorpus() {
  built ??= build();
  return built;
}

function build() {
  const random = numberStream(401);
  const values = Array.from({ length: HEADS }, (_, index) => sealed(head(random, index)));
  return { bytes: encoder.encode(`${values.map((value) => JSON.stringify(value)).join('\n')}\n`), values };
}

function head(random, index) {
  const words = Array.from({ length: 6 }, () => random.oneOf(WORDS)).join(' ');
  const envelope = {
    protocol: 'org.renkara.chirp.message/0.1',
    kind: 'status',
    source: {
      kind: 'integration',
      id: `org.renkara.${random.oneOf(['lectern', 'forge', 'beacon', 'atlas'])}`,
    },
    presentation: { fallback: words },
    subject: { kind: 'document', id: `doc-${index}` },
    severity: random.oneOf(SEVERITIES),
    occurred_at: instant(random),
    instrument: { category: random.oneOf(CATEGORIES), layout: random.oneOf(LAYOUTS), revision: 1 },
  };
  if (random.chance(0.3)) envelope.instrument.attention = attention(random);
  if (random.chance(0.25)) envelope.actions = [action(random)];
  return envelope;
}

function attention(random) {
  const asked = { reason: 'owner decision' };
  if (random.chance(0.5)) asked.audience = [random.oneOf(PARTIES)];
  return { ...asked, ...window(random, 'since', 'until') };
}

function action(random) {
  const capability = random.chance(0.8) ? random.oneOf(REGISTERED) : 'acme.deploy.retry';
  const offered = { id: 'a', label: 'Go on', capability };
  return random.chance(0.5) ? { ...offered, ...window(random, 'active_from', 'active_until') } : offered;
}

function window(random, from, until) {
  const start = random.between(0, YEAR_MS);
  const ends = random.chance(0.5) ? { [until]: text(start + random.between(60_000, MONTH_MS)) } : {};
  return { [from]: text(start), ...ends };
}

const instant = (random) => text(random.between(0, YEAR_MS));

const text = (ms) => new Date(START_MS + ms).toISOString();

const YEAR_MS = 365 * 86_400_000;
const MONTH_MS = 30 * 86_400_000;
const START_MS = Date.UTC(2025, 8, 1);
