// Owns the samples that are instruments: one of each category, with actions, audits and evidence.
import { lines, type Sample, written } from './sample.js';

const DEPLOYER = { kind: 'agent', id: 'deploy-agent', display_name: 'Deploy agent' } as const;
const WEB_DEPLOY = { kind: 'deployment', id: 'web/production/412', label: 'web 4.12 to production' } as const;

const RUN: Sample = {
  id: 'run',
  name: 'Run: a deploy under way',
  about: 'Progress is what was counted, 7 of 12 hosts, and never an estimate. Revision 1 starts the series.',
  text: written({
    kind: 'status',
    source: DEPLOYER,
    subject: WEB_DEPLOY,
    presentation: {
      fallback: 'web 4.12 to production is running: 7 of 12 hosts are done, eu-west-1 is next.',
      lang: 'en',
      pubmark: lines(
        '**7 of 12** hosts are done. Next: `eu-west-1`.',
        '',
        '- [x] Canary',
        '- [x] us-east-1',
        '- [ ] eu-west-1',
      ),
    },
    lifecycle: { state: 'running', started_at: '2026-11-30T14:02:00Z', counts: { done: 7, total: 12 } },
    occurred_at: '2026-11-30T14:06:30Z',
    instrument: { category: 'run', layout: 'status', revision: 1 },
  }),
};

const RUN_ENDED: Sample = {
  id: 'run-ended',
  name: 'Run: the same deploy, ended',
  about:
    'Revision 2 names the digest of revision 1. It succeeded; nobody reported an audit, and the card says just that.',
  text: written({
    kind: 'status',
    source: DEPLOYER,
    subject: WEB_DEPLOY,
    presentation: { fallback: 'web 4.12 to production succeeded: 12 of 12 hosts are done.' },
    lifecycle: {
      state: 'succeeded',
      started_at: '2026-11-30T14:02:00Z',
      ended_at: '2026-11-30T14:11:12Z',
      counts: { done: 12, total: 12 },
    },
    occurred_at: '2026-11-30T14:11:12Z',
    instrument: {
      category: 'run',
      layout: 'status',
      revision: 2,
      predecessor: 'sha256:41062de6231fd8c52fadb1391a27d32763fd64d824cb8932a04767f1c65041f4',
    },
  }),
};

const DECISION: Sample = {
  id: 'decision',
  name: 'Decision with an audit',
  about:
    'Two options compared, a person asked for with a reason, and an audit that can say “passed” because it has a proof and each check its evidence.',
  text: written({
    kind: 'request',
    source: { kind: 'agent', id: 'planner', display_name: 'Planning agent' },
    subject: { kind: 'decision', id: 'adr-19', label: 'Where sessions are kept' },
    presentation: {
      fallback: lines(
        'Where sessions are kept: SQLite or Redis? The agent proposes SQLite.',
        'Reads at p99: SQLite 2 ms, Redis 5 ms. Machines to run: 0 or 3.',
        'You can accept SQLite or ask for more.',
      ),
      lang: 'en',
      pubmark: lines(
        '| | SQLite | Redis |',
        '| :-- | --: | --: |',
        '| Reads, p99 | 2 ms | 5 ms |',
        '| Machines to run | 0 | 3 |',
        '| Survives a restart | yes | with a disk |',
        '',
        '> [!IMPORTANT]',
        '> The agent proposes **SQLite**. It has not looked at what a second region would need.',
      ),
    },
    lifecycle: { state: 'waiting' },
    severity: 'notice',
    occurred_at: '2026-11-30T09:15:00+01:00',
    actions: [
      { id: 'accept', label: 'accept SQLite', capability: 'chirp.decision.accept', emphasis: 'primary' },
      { id: 'ask', label: 'ask for more', capability: 'chirp.decision.ask' },
    ],
    instrument: {
      category: 'decision',
      layout: 'comparison',
      revision: 1,
      attention: {
        reason: 'An owner has to choose before the release branch is cut',
        since: '2026-11-30T09:15:00+01:00',
        audience: [{ kind: 'role', id: 'owners' }],
      },
      audit: {
        status: 'passed',
        proof: {
          digest: 'sha256:048ecb5d2a84180fe8a047cebfd1ec057c3e14d20b0dde99e1ee54344e9499b3',
          label: 'Benchmark protocol, signed',
        },
        checks: [
          {
            id: 'load',
            label: 'Load test repeated three times',
            status: 'passed',
            evidence: [
              {
                label: 'load-test.json',
                digest: 'sha256:10b637d883c024ea77fa942a33699035f3d0a3d5c60a810af2cf1e9ff011625b',
                media_type: 'application/json',
              },
            ],
          },
          { id: 'region', label: 'A second region', status: 'skipped' },
        ],
      },
    },
  }),
};

const INCIDENT: Sample = {
  id: 'incident',
  name: 'Incident',
  about:
    'Critical, with a timeline, a runbook and somebody asked for. Notifications about it say nothing of it.',
  text: written({
    kind: 'event',
    source: { kind: 'system', id: 'pager', display_name: 'Pager' },
    subject: { kind: 'incident', id: 'inc-208', label: 'Checkout errors' },
    presentation: {
      fallback: lines(
        'Checkout errors: 4.1 % of payments fail since 13:52. Cause: customer 88172 on the old gateway.',
        '13:52 first errors; 13:58 rollback started; 14:04 errors fall.',
        'Runbook: runbooks.example.com/checkout',
      ),
      lang: 'en',
      pubmark: lines(
        '> [!CAUTION]',
        '> **4.1 %** of payments fail. Do not deploy until this is closed.',
        '',
        '- 13:52 first errors, from customer `88172` on the old gateway',
        '- 13:58 rollback started',
        '- 14:04 errors fall',
        '',
        'Runbook: [checkout](https://runbooks.example.com/checkout)',
      ),
    },
    lifecycle: { state: 'running', started_at: '2026-11-30T13:52:00Z' },
    severity: 'critical',
    occurred_at: '2026-11-30T14:04:20Z',
    delivery: { dedupe_key: 'inc-208:1:5b0d9c1f47aa4e0f8b0e6d7c2a913e55' },
    handling: { notification: 'generic', outbound_webhooks: 'suppress' },
    instrument: {
      category: 'incident',
      layout: 'timeline',
      revision: 1,
      attention: { reason: 'Confirm that the rollback may stay', since: '2026-11-30T14:04:20Z' },
    },
  }),
};

/** What somebody without access to customer data sees of {@link INCIDENT}. */
const REDACTED: Sample = {
  id: 'redacted',
  name: 'Redacted view of the incident',
  about:
    'The same incident without the customer. It names its policy and the digest of the whole one, and is sealed as a message of its own.',
  text: written({
    kind: 'event',
    source: { kind: 'system', id: 'pager', display_name: 'Pager' },
    subject: { kind: 'incident', id: 'inc-208', label: 'Checkout errors' },
    presentation: {
      fallback: 'Checkout errors: some payments fail. A customer is named in the full version.',
      lang: 'en',
      pubmark: lines(
        '> [!CAUTION]',
        '> Some payments fail. Do not deploy until this is closed.',
        '',
        'A customer is named in the full version.',
      ),
    },
    lifecycle: { state: 'running', started_at: '2026-11-30T13:52:00Z' },
    severity: 'critical',
    occurred_at: '2026-11-30T14:04:20Z',
    handling: { notification: 'generic', outbound_webhooks: 'suppress' },
    redaction: {
      policy: 'customer-data',
      digest: 'sha256:a9a14e1fe522205ce1d27c7d087b20a0a71ae1073604179e1361afd579b38d2b',
    },
    instrument: { category: 'incident', layout: 'timeline', revision: 1 },
  }),
};

const ARTIFACT: Sample = {
  id: 'artifact',
  name: 'Artifact with evidence',
  about:
    'A release. Each file is named by the SHA-256 of its bytes, so that anybody can compare what they hold.',
  text: written({
    kind: 'report',
    source: { kind: 'integration', id: 'org.example.forge', display_name: 'Forge' },
    subject: { kind: 'release', id: 'chirp-cli/2.0.0', label: 'chirp-cli 2.0.0' },
    presentation: {
      fallback: lines(
        'chirp-cli 2.0.0 is released: binaries for Linux and macOS, and a bill of materials.',
        'Upgrade: cargo install chirp-cli --version 2.0.0. Notes: forge.example.com/chirp-cli/2.0.0',
      ),
      lang: 'en',
      pubmark: lines(
        'Binaries for Linux and macOS, and a bill of materials.',
        '',
        '```sh',
        'cargo install chirp-cli --version 2.0.0',
        '```',
        '',
        'What changed: [release notes](https://forge.example.com/chirp-cli/2.0.0)',
      ),
    },
    lifecycle: { state: 'succeeded', ended_at: '2026-11-30T16:40:00Z' },
    occurred_at: '2026-11-30T16:40:00Z',
    instrument: {
      category: 'artifact',
      layout: 'artifact',
      revision: 1,
      evidence: [
        {
          label: 'chirp-linux-x64.tar.gz',
          digest: 'sha256:c2fc4ee3b29faf2182981599a5516493c65951f877e02718a5dd9c75ad4a8600',
          media_type: 'application/gzip',
          url: 'https://forge.example.com/chirp-cli/2.0.0/linux-x64.tar.gz',
        },
        {
          label: 'chirp-macos-arm64.tar.gz',
          digest: 'sha256:732f11b3f47daf64d4825a46286266fdcb6295e328cbc8f03b0a8095ed79ff8a',
          media_type: 'application/gzip',
        },
        {
          label: 'sbom.cdx.json',
          digest: 'sha256:98f3ae1ef67113d8140d4f6cb8d2830070e21ea48f091be519659846c771a374',
          media_type: 'application/vnd.cyclonedx+json',
        },
      ],
      audit: { status: 'incomplete', checks: [{ id: 'licences', label: 'Licences', status: 'pending' }] },
    },
  }),
};

const KNOWLEDGE: Sample = {
  id: 'knowledge',
  name: 'Knowledge: a briefing',
  about:
    'A document that is revised rather than edited: each version stays readable, and the newest is the head.',
  text: written({
    kind: 'document',
    source: { kind: 'agent', id: 'librarian', display_name: 'Librarian' },
    subject: { kind: 'briefing', id: 'on-call/2026-w49', label: 'On call this week' },
    presentation: {
      fallback: lines(
        'On call this week: Jonas until Thursday, then Aiko.',
        'Watch the old payment gateway. Alerts that repeat: disk on build-3, certificate of the wiki.',
      ),
      lang: 'en',
      pubmark: lines(
        '**Jonas** until Thursday, then **Aiko**.',
        '',
        '## Watch',
        '',
        '1. The old payment gateway',
        '2. Alerts that repeat:',
        '   - disk on `build-3`',
        '   - certificate of the wiki',
        '',
        '> [!NOTE]',
        '> Hand over with the window open, not by a message.',
      ),
    },
    occurred_at: '2026-11-30T07:00:00Z',
    instrument: { category: 'knowledge', layout: 'document', revision: 1 },
  }),
};

const ACTIONS: Sample = {
  id: 'actions',
  name: 'Actions',
  about:
    'An action names a capability that a hub has registered, and carries no code. Here all are off: this page is no hub.',
  text: written({
    kind: 'request',
    source: { kind: 'integration', id: 'org.renkara.lectern', display_name: 'Lectern' },
    subject: { kind: 'document', id: 'doc-42', label: 'Architecture Notes' },
    presentation: {
      fallback: lines(
        'Architecture Notes, revision 7, waits for a review.',
        'You can Approve, Request changes or Withdraw it.',
      ),
    },
    lifecycle: { state: 'waiting' },
    actions: [
      {
        id: 'approve',
        label: 'Approve',
        capability: 'chirp.review.approve',
        arguments: { document: 'doc-42', revision: 7 },
        emphasis: 'primary',
        active_until: '2026-12-07T12:00:00Z',
      },
      { id: 'changes', label: 'Request changes', capability: 'chirp.review.request_changes' },
      {
        id: 'withdraw',
        label: 'Withdraw',
        capability: 'org.example.withdraw',
        emphasis: 'danger',
        confirm: { title: 'Withdraw revision 7?', body: 'Reviewers lose their drafts.' },
      },
    ],
    handling: { confirmation: 'every_action' },
  }),
};

/** One instrument of each category, and what instruments carry. */
export const BOARD: readonly Sample[] = [
  RUN,
  RUN_ENDED,
  DECISION,
  INCIDENT,
  REDACTED,
  ARTIFACT,
  KNOWLEDGE,
  ACTIONS,
];
