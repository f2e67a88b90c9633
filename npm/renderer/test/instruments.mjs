// Owns the instruments of these tests: for each layout a message as a producer would send it, and one message that uses
// every part of a card, in any layout.
import { message } from './messages.mjs';

const digestOf = (digit) => `sha256:${digit.repeat(64)}`;

/** The layouts of the protocol. */
export const LAYOUTS = ['artifact', 'command_center', 'comparison', 'document', 'status', 'timeline'];

/** The time at which these messages are looked at. */
export const NOW = '2026-11-30T16:00:00Z';

const AUDIT = {
  status: 'passed',
  proof: { digest: digestOf('a'), label: 'Audit report', url: 'https://ci.example.com/audits/4412.json' },
  checks: [
    {
      id: 'licences',
      label: 'Licences of all dependencies',
      status: 'passed',
      evidence: [
        {
          label: 'licences.csv',
          digest: digestOf('b'),
          media_type: 'text/csv',
          url: 'https://ci.example.com/licences.csv',
        },
      ],
    },
    {
      id: 'secrets',
      label: 'No secrets in the image',
      status: 'passed',
      evidence: [{ label: 'scan.log', digest: digestOf('c') }],
    },
    { id: 'soak', label: 'Soak test over a weekend', status: 'skipped' },
  ],
};

const EVIDENCE = [
  {
    label: 'web-4.12.0.tar.gz',
    digest: digestOf('d'),
    media_type: 'application/gzip',
    url: 'https://releases.example.com/web/4.12.0.tar.gz',
  },
  { label: 'Software bill of materials', digest: digestOf('e'), media_type: 'application/spdx+json' },
];

const ACTIONS = [
  {
    id: 'approve',
    label: 'Approve the rollout',
    capability: 'chirp.review.approve',
    emphasis: 'primary',
    arguments: { environment: 'production', replicas: 12 },
    confirm: { title: 'Roll 4.12 out to production?', body: 'Twelve replicas restart, one after the other.' },
  },
  { id: 'later', label: 'Remind me tomorrow', capability: 'chirp.reminder.set' },
  {
    id: 'reject',
    label: 'Roll back',
    capability: 'chirp.review.reject',
    emphasis: 'danger',
    active_until: '2026-12-01T00:00:00Z',
  },
];

const ATTENTION = {
  reason: 'The rollout waits for an owner of the web service',
  since: '2026-11-30T14:02:11Z',
  until: '2026-12-01T00:00:00Z',
  audience: [
    { kind: 'role', id: 'release-managers' },
    { kind: 'user', id: 'ada' },
  ],
};

const SOURCES = {
  status:
    '**web 4.12** is live on one of three regions. Error rates are level; see the [dashboard](https://grafana.example.com/d/web).\n\n- [x] eu-west-1\n- [ ] us-east-1\n- [ ] ap-south-1',
  timeline:
    'Requests to checkout failed for 23 minutes.\n\n1. **14:02** Alert: error rate above 5 %\n2. **14:06** The on-call engineer takes over and reads the deploy log\n3. **14:11** Rollback of `web 4.12` begins\n4. **14:25** Error rate is level again\n\nA review follows on Thursday.',
  comparison:
    '# Where the search index lives\n\nTwo candidates were measured for a week.\n\n## Postgres\n\nOne system to run. p99 of **38 ms**, and ranking that nobody has tuned.\n\n- Nothing new to operate\n- Reindexing blocks writes\n\n## A search engine\n\nA second system to run. p99 of **9 ms**, and ranking as good as it gets.\n\n- Fast, and relevant\n- One more thing on call',
  command_center:
    '## Current impact\n\nCheckout fails for **4 %** of requests in eu-west-1.\n\n| Region | Requests | Errors | p99 |\n| --- | --: | --: | --: |\n| eu-west-1 | 1,204/s | 4.0 % | 912 ms |\n| us-east-1 | 2,311/s | 0.1 % | 41 ms |\n\n> [!WARNING]\n> The cache of eu-west-1 is cold; do not restart it.',
  artifact:
    'The release of **web 4.12.0**, built from `9f2c41e` by two builders that agree on every byte.\n\n```sh\nsha256sum web-4.12.0.tar.gz\n```',
  document:
    '# How we deploy\n\nA deploy moves one version of one service through three regions. This page says who decides what, and where it can be stopped.\n\n## Before\n\nThe build is green, the audit is reported, and somebody who owns the service is awake. A deploy that nobody watches is not a deploy, it is a wager.\n\n## During\n\nOne region at a time. Between two regions there are ten minutes in which the error rate is read by a person.\n\n### Stopping\n\nAnybody may stop a deploy. Nobody is asked why until it has stopped.\n\n## After\n\nThe board shows the new revision. The old one stays in the history, with its actions off.',
};

const MEMBERS = {
  status: {
    lifecycle: { state: 'running', started_at: '2026-11-30T13:40:00Z', counts: { done: 1, total: 3 } },
    severity: 'notice',
  },
  timeline: {
    lifecycle: { state: 'succeeded', started_at: '2026-11-30T14:02:00Z', ended_at: '2026-11-30T14:25:00Z' },
    severity: 'error',
  },
  comparison: { lifecycle: { state: 'waiting' } },
  command_center: {
    lifecycle: { state: 'blocked', started_at: '2026-11-30T15:10:00Z' },
    severity: 'critical',
  },
  artifact: { lifecycle: { state: 'succeeded', ended_at: '2026-11-30T12:00:00Z' } },
  document: {},
};

const CATEGORIES = {
  status: 'run',
  timeline: 'incident',
  comparison: 'decision',
  command_center: 'incident',
  artifact: 'artifact',
  document: 'knowledge',
};

const LABELS = {
  status: 'Deploy of web 4.12',
  timeline: 'Checkout outage of 30 November',
  comparison: 'Where the search index lives',
  command_center: 'Checkout errors in eu-west-1',
  artifact: 'Release web 4.12.0',
  document: 'How we deploy',
};

/** A message with this layout as a producer would send it; `instrument` and `members` go over it. */
export function instrument(layout, { instrument: more = {}, ...members } = {}) {
  return message({
    kind: 'report',
    source: { kind: 'agent', id: 'deployer', display_name: 'Deploy agent' },
    subject: { kind: 'deploy', id: `web-${layout}`, label: LABELS[layout] },
    presentation: { fallback: `${LABELS[layout]} in plain text`, lang: 'en', pubmark: SOURCES[layout] },
    occurred_at: '2026-11-30T15:56:00Z',
    ...MEMBERS[layout],
    ...(['comparison', 'status', 'command_center'].includes(layout) ? { actions: ACTIONS } : {}),
    ...members,
    instrument: {
      category: CATEGORIES[layout],
      layout,
      requires: [`layout:${layout}`],
      revision: 1,
      ...(['comparison', 'status', 'command_center'].includes(layout) ? { attention: ATTENTION } : {}),
      ...(['artifact', 'command_center', 'status'].includes(layout) ? { audit: AUDIT } : {}),
      ...(['artifact', 'timeline'].includes(layout) ? { evidence: EVIDENCE } : {}),
      ...more,
    },
  });
}

/** A message with everything that a card can show, in this layout: what stands in it is the same in each. */
export function everything(layout, members = {}) {
  return message({
    kind: 'report',
    source: { kind: 'agent', id: 'deployer', display_name: 'Deploy agent' },
    subject: { kind: 'deploy', id: 'web', label: 'Deploy of web 4.12' },
    presentation: {
      fallback: 'web 4.12 is deployed',
      lang: 'en',
      pubmark: Object.values(SOURCES).join('\n\n'),
    },
    lifecycle: {
      state: 'failed',
      started_at: '2026-11-30T13:40:00Z',
      ended_at: '2026-11-30T14:02:00Z',
      counts: { done: 1, total: 3 },
    },
    severity: 'warning',
    occurred_at: '2026-11-30T15:56:00Z',
    actions: ACTIONS,
    redaction: { policy: 'no-customers', digest: digestOf('f') },
    instrument: {
      category: 'run',
      layout,
      revision: 1,
      attention: ATTENTION,
      audit: AUDIT,
      evidence: EVIDENCE,
    },
    ...members,
  });
}
