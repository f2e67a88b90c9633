// Owns the decisions of the day: approvals with a window, comparisons, records, and the fork that is refused.
import { ask, audit, draft, evidence, type Happening, lines, review, type Times } from './day.js';
import { LECTERN, MIGUEL, PLANNER, PRIVACY, YUKI } from './people.js';

/** All decisions. */
export function decisions(t: Times): Happening[] {
  return [...quota(t), ...release(t), ...sessions(t), ...signatures(t), ...reviews(t), ...records(t)];
}

/** The decision whose window closes: it leaves Needs Me by itself. */
function quota(t: Times): Happening[] {
  const until = t('09:40');
  return [
    {
      at: '07:50',
      post: draft(
        PLANNER,
        {
          kind: 'decision',
          id: 'quota/meridian',
          label: 'Raise the rate limit of Meridian for today’s import?',
        },
        {
          text: lines(
            'Raise the rate limit of Meridian for today’s import? Their import starts at 09:40.',
            'Now 50 requests a second; they ask for 200. You can raise it or leave it as it is.',
          ),
          pubmark: lines(
            '| | now | asked for |',
            '| :-- | --: | --: |',
            '| Requests a second | 50 | 200 |',
            '| Load of the API at their peak | 31 % | 44 % |',
            '| Their import takes | 6 h | 90 min |',
            '',
            'Their import starts at **09:40**, with or without an answer.',
          ),
        },
        {
          category: 'decision',
          layout: 'comparison',
          attention: ask(['on-call'], 'The import starts at 09:40', t('07:50'), until),
        },
        {
          kind: 'request',
          severity: 'warning',
          lifecycle: { state: 'waiting' },
          occurred_at: t('07:50'),
          actions: review('Raise it to 200', 'Leave it', until),
        },
      ),
    },
  ];
}

function release(t: Times): Happening[] {
  const subject = { kind: 'release', id: 'api/7.2.1', label: 'Release api 7.2.1 to production' };
  const body = lines(
    '| | 7.2.0 | 7.2.1 |',
    '| :-- | --: | --: |',
    '| Error rate on staging | 0.04 % | 0.01 % |',
    '| p99 on staging | 210 ms | 188 ms |',
    '| Open reports | 3 | 0 |',
    '',
    'It changes no schema and can be rolled back.',
  );
  return [
    {
      at: '13:30',
      post: draft(
        PLANNER,
        subject,
        {
          text: 'Release api 7.2.1 to production? Error rate on staging 0.01 % (7.2.0: 0.04 %), p99 188 ms (210 ms), 0 open reports (3). You can release it or hold it.',
          pubmark: body,
        },
        {
          category: 'decision',
          layout: 'comparison',
          requires: ['layout:comparison', 'actions'],
          attention: ask(['release-manager'], 'A release is ready for production', t('13:30'), t('17:00')),
          audit: audit(
            'passed',
            'api 7.2.1 on staging',
            'passed 2334 tests',
            'passed Load at twice the peak',
            'passed Roll back and forward',
          ),
        },
        {
          kind: 'request',
          severity: 'notice',
          lifecycle: { state: 'waiting' },
          occurred_at: t('13:30'),
          handling: { confirmation: 'every_action' },
          actions: [
            {
              id: 'release',
              label: 'Release 7.2.1',
              capability: 'chirp.release.approve',
              emphasis: 'primary',
              arguments: { service: 'api', version: '7.2.1', hosts: 24 },
              active_until: t('17:00'),
              confirm: {
                title: 'Release api 7.2.1 to production?',
                body: '24 hosts, one region after the other. It takes about 40 minutes.',
              },
            },
            { id: 'hold', label: 'Hold it', capability: 'chirp.release.hold', active_until: t('17:00') },
          ],
        },
      ),
    },
    {
      at: '07:40',
      post: draft(
        PLANNER,
        { kind: 'release', id: 'billing/2.32.0', label: 'Release billing 2.32.0 to production' },
        {
          text: 'Release billing 2.32.0 to production? It may be released from 10:00 on, when the month is closed. Rounding of demurrage changes by at most 0.01.',
          pubmark: lines(
            '- Rounding of demurrage: half to even, differs by at most **0.01**',
            '- Credit notes in two currencies',
            '',
            'It may be released from **10:00** on, when the month is closed.',
          ),
        },
        {
          category: 'decision',
          layout: 'comparison',
          attention: ask(['release-manager'], 'The month is closed at 10:00', t('07:40')),
          audit: audit('passed', 'billing 2.32.0', 'passed 866 tests', 'passed Recalculation of February'),
        },
        {
          kind: 'request',
          lifecycle: { state: 'waiting' },
          occurred_at: t('07:40'),
          actions: [
            {
              id: 'release',
              label: 'Release 2.32.0',
              capability: 'chirp.release.approve',
              emphasis: 'primary',
              arguments: { service: 'billing', version: '2.32.0' },
              active_from: t('10:00'),
            },
          ],
        },
      ),
    },
  ];
}

/** A decision with three revisions; a planner that missed the second is refused. */
function sessions(t: Times): Happening[] {
  const subject = { kind: 'decision', id: 'adr-19', label: 'Where sessions are kept' };
  const instrument = { category: 'decision', layout: 'comparison' } as const;
  const table = (third: string) =>
    lines(
      '| | SQLite | Redis |',
      '| :-- | --: | --: |',
      '| Reads, p99 | 2 ms | 5 ms |',
      '| Machines to run | 0 | 3 |',
      '| Survives a restart | yes | with a disk |',
      '',
      third,
    );
  const rest = (time: string) => ({ kind: 'request' as const, occurred_at: t(time) });
  const proposed = draft(
    PLANNER,
    subject,
    {
      text: 'Where sessions are kept: SQLite or Redis? No proposal yet.',
      pubmark: table('No proposal yet.'),
    },
    instrument,
    { ...rest('-1 15:00'), lifecycle: { state: 'running' } },
  );
  const measured = draft(
    PLANNER,
    subject,
    {
      text: 'Where sessions are kept: SQLite is proposed, p99 2 ms against 5 ms.',
      pubmark: table('**SQLite** is proposed.'),
    },
    { ...instrument, attention: ask(['@amara'], 'You own the sessions', t('10:30'), t('15:00')) },
    {
      ...rest('10:30'),
      lifecycle: { state: 'waiting' },
      severity: 'notice',
      actions: review('Take SQLite', 'Ask for more', t('15:00')),
    },
  );
  const late = draft(
    PLANNER,
    subject,
    {
      text: 'Where sessions are kept: Redis is proposed.',
      pubmark: table('**Redis** is proposed.'),
    },
    instrument,
    { ...rest('11:20'), lifecycle: { state: 'waiting' } },
  );
  return [
    { at: '-1 15:00', post: proposed },
    { at: '10:30', post: measured },
    { at: '11:20', fork: late },
  ];
}

function signatures(t: Times): Happening[] {
  return [
    {
      at: '08:45',
      post: draft(
        LECTERN,
        { kind: 'audit', id: 'soc/q1', label: 'Sign the access review of the first quarter' },
        {
          text: 'Sign the access review of the first quarter: 214 accounts, 9 were closed. 3 findings are open.',
          pubmark: lines(
            '214 accounts were reviewed, **9** were closed.',
            '',
            '1. Two service accounts without an owner',
            '2. One key older than a year',
            '3. One group that grants more than its name says',
          ),
        },
        {
          category: 'decision',
          layout: 'document',
          attention: ask(['auditor'], 'It needs a signature before the quarter ends', t('08:45')),
          audit: audit(
            'incomplete',
            'access review',
            'passed Accounts against the payroll',
            'passed Keys against the register',
            'pending Signature of an auditor',
          ),
          evidence: [
            evidence('accounts-q1.csv', 'text/csv'),
            evidence('keys-q1.json', 'application/json', 'https://lectern.example/reviews/q1/keys'),
          ],
        },
        {
          kind: 'request',
          severity: 'notice',
          lifecycle: { state: 'waiting' },
          occurred_at: t('08:45'),
          actions: [
            {
              id: 'sign',
              label: 'Sign the review',
              capability: 'chirp.audit.sign',
              emphasis: 'primary',
              arguments: { review: 'q1', accounts: 214, open_findings: 3 },
              confirm: {
                title: 'Sign the access review with 3 open findings?',
                body: 'Your signature names this revision by its digest.',
              },
            },
          ],
        },
      ),
    },
    {
      at: '07:55',
      post: draft(
        PRIVACY,
        { kind: 'request', id: 'erasure/7731', label: 'Request for erasure 7731' },
        {
          text: 'Request for erasure 7731: a customer asks for their data to be erased. What it says about them is left out here.',
          pubmark: lines(
            'A customer asks for their data to be erased.',
            '',
            '> [!IMPORTANT]',
            '> What it says about them is left out of this view.',
          ),
        },
        {
          category: 'decision',
          layout: 'document',
          attention: ask(['auditor', 'on-call'], 'The law gives 30 days; 4 are left', t('07:55')),
        },
        {
          kind: 'request',
          severity: 'warning',
          lifecycle: { state: 'waiting' },
          occurred_at: t('07:55'),
          handling: {
            notification: 'generic',
            outbound_webhooks: 'suppress',
            confirmation: 'every_action',
          },
          redaction: { policy: 'harbour.privacy/3', digest: evidence('erasure-7731.json').digest },
          actions: review('Erase', 'Ask for proof of identity'),
        },
      ),
    },
  ];
}

/** `[id, title, text, time, who, from whom]` */
const REVIEWS = [
  [
    'doc-42',
    'Architecture Notes, revision 7',
    'Review requested for Architecture Notes',
    '-1 16:30',
    'engineer',
  ],
  [
    'doc-57',
    'Runbook: a carrier stops answering',
    'Review requested for the runbook of carriers',
    '07:25',
    'on-call',
  ],
  [
    'doc-60',
    'Terms of the partner API, draft 3',
    'Review requested for the terms of the partner API',
    '09:15',
    '@jo',
  ],
  [
    'doc-61',
    'Retention of port calls: 7 years or 10?',
    'Review requested for the retention of port calls',
    '10:10',
    'auditor',
  ],
] as const;

function reviews(t: Times): Happening[] {
  return REVIEWS.map(([id, label, text, at, who]) => ({
    at,
    post: draft(
      LECTERN,
      { kind: 'document', id, label },
      { text, pubmark: `${text}. [Open it in Lectern](https://lectern.example/${id}).` },
      { category: 'decision', layout: 'document', attention: ask([who], 'A review is requested', t(at)) },
      {
        kind: 'request',
        lifecycle: { state: 'waiting' },
        occurred_at: t(at),
        actions: review('Approve', 'Request changes'),
      },
    ),
  }));
}

/** `[id, title, outcome, time]` */
const RECORDS = [
  [
    'adr-11',
    'Queues are tables until they hurt',
    'Accepted: tables, with a look again at 2,000 jobs a second.',
    '-6 14:00',
  ],
  ['adr-12', 'One clock: UTC in storage, the port’s zone on screen', 'Accepted.', '-6 15:30'],
  [
    'adr-13',
    'No cookies on the public quote page',
    'Accepted, measured 0 requests to third hosts.',
    '-5 11:00',
  ],
  ['adr-14', 'Carrier webhooks are signed', 'Accepted: HMAC-SHA256, five minutes of tolerance.', '-5 16:20'],
  ['adr-15', 'Maps are drawn by ourselves', 'Declined: 3 engineers for a year.', '-4 10:15'],
  ['adr-16', 'Containers by their ISO code', 'Accepted.', '-3 09:40'],
  ['adr-17', 'Prices are integers of the smallest unit', 'Accepted; two currencies have none.', '-3 13:20'],
  ['adr-18', 'Search reads from the replica', 'Accepted, at most 30 s behind.', '-2 10:05'],
] as const;

function records(t: Times): Happening[] {
  const all: Happening[] = RECORDS.map(([id, label, outcome, at], index) => ({
    at,
    post: draft(
      index % 2 === 0 ? MIGUEL : YUKI,
      { kind: 'decision', id, label },
      { text: `${label}. ${outcome}`, pubmark: `**Outcome.** ${outcome}` },
      { category: 'decision', layout: 'document', ...(index === 3 ? { audit: audit('not_run', id) } : {}) },
      {
        kind: 'document',
        lifecycle: { state: outcome.startsWith('Declined') ? 'cancelled' : 'succeeded', ended_at: t(at) },
        occurred_at: t(at),
      },
    ),
  }));
  return all;
}
