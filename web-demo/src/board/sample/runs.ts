// Owns the runs of the day: deployments, builds, and the work of agents.
import type { Lifecycle, Severity } from '@chirp-protocol/protocol/instruments';
import { artefact, ask, audit, draft, evidence, type Happening, lines, type Times } from './day.js';
import { CI, DEPLOYER, LAYLA, PLANNER, TRIAGE, UPDATER, WRITER, YUKI } from './people.js';

/** All runs, in the order in which they are told here. */
export function runs(t: Times): Happening[] {
  return [
    ...deployOfWeb(t),
    ...otherDeploys(t),
    ...builds(t),
    ...agents(t),
    ...migrations(t),
    ...translations(t),
  ];
}

/** The deploy that goes from running to succeeded: two revisions of one instrument. */
function deployOfWeb(t: Times): Happening[] {
  const subject = { kind: 'deployment', id: 'web/production/413', label: 'web 4.13 to production' };
  return [
    {
      at: '08:20',
      post: draft(
        DEPLOYER,
        subject,
        {
          text: 'web 4.13 to production is running: 3 of 12 hosts are done. Next: us-east-1.',
          pubmark: lines(
            '**3 of 12** hosts are done. Next: `us-east-1`.',
            '',
            '1. Canary: healthy for 10 minutes',
            '2. eu-central-1: 2 hosts',
            '3. us-east-1: waiting for its turn',
          ),
        },
        { category: 'run', layout: 'status' },
        {
          lifecycle: { state: 'running', started_at: t('08:05'), counts: { done: 3, total: 12 } },
          occurred_at: t('08:20'),
        },
      ),
    },
    {
      at: '08:34',
      post: draft(
        DEPLOYER,
        subject,
        {
          text: 'web 4.13 to production succeeded: 12 of 12 hosts are done. Error rate 0.02 %, as before.',
          pubmark: lines(
            '**12 of 12** hosts are done.',
            '',
            '| | before | after |',
            '| :-- | --: | --: |',
            '| Error rate | 0.02 % | 0.02 % |',
            '| p99 | 182 ms | 174 ms |',
          ),
        },
        { category: 'run', layout: 'status' },
        {
          lifecycle: {
            state: 'succeeded',
            started_at: t('08:05'),
            ended_at: t('08:34'),
            counts: { done: 12, total: 12 },
          },
          occurred_at: t('08:34'),
        },
      ),
    },
  ];
}

/** `[number, service, version, place, time, state, done, total, severity]` */
type Deploy = readonly [
  number,
  string,
  string,
  string,
  string,
  Lifecycle['state'],
  number,
  number,
  Severity?,
];

const DEPLOYS: readonly Deploy[] = [
  [409, 'api', '7.2.0', 'production', '-1 16:40', 'succeeded', 24, 24],
  [410, 'billing', '2.31.4', 'production', '-1 17:12', 'succeeded', 6, 6],
  [411, 'quotes', '1.9.0', 'canary', '07:10', 'failed', 1, 8, 'error'],
  [412, 'search', '5.0.2', 'staging', '07:32', 'succeeded', 4, 4],
  [414, 'api', '7.2.1', 'staging', '07:48', 'running', 2, 4],
  [415, 'ledger', '3.4.0', 'staging', '07:55', 'queued', 0, 3],
  [416, 'ingest', '0.18.0', 'production', '09:20', 'running', 1, 10],
  [416, 'ingest', '0.18.0', 'production', '09:52', 'succeeded', 10, 10],
  [417, 'quotes', '1.9.1', 'canary', '12:15', 'running', 1, 8],
  [417, 'quotes', '1.9.1', 'canary', '12:44', 'succeeded', 8, 8],
  [418, 'api', '7.2.1', 'production', '15:05', 'waiting', 0, 24, 'notice'],
  [418, 'api', '7.2.1', 'production', '16:20', 'running', 9, 24],
  [418, 'api', '7.2.1', 'production', '16:58', 'succeeded', 24, 24],
];

function otherDeploys(t: Times): Happening[] {
  return DEPLOYS.map(([number, service, version, place, at, state, done, total, severity]) => {
    const name = `${service} ${version} to ${place}`;
    const isOver = state === 'succeeded' || state === 'failed';
    const audited =
      state === 'succeeded' && service !== 'quotes'
        ? audit(
            'passed',
            `${name}, checks after deploy`,
            'passed Health of every host',
            'passed Error budget',
          )
        : state === 'failed'
          ? audit('failed', `${name}, canary`, 'failed p99 below 400 ms', 'passed Error budget')
          : undefined;
    return {
      at,
      post: draft(
        DEPLOYER,
        { kind: 'deployment', id: `${service}/${place}/${number}`, label: name },
        {
          text: `${name} ${SAID[state]}: ${done} of ${total} hosts are done.`,
          pubmark: lines(
            `**${done} of ${total}** hosts are done.`,
            '',
            `Change set: \`${service}@${version}\`, built by Harbour CI.`,
          ),
        },
        { category: 'run', layout: 'status', ...(audited === undefined ? {} : { audit: audited }) },
        {
          lifecycle: {
            state,
            counts: { done, total },
            ...(state === 'queued' ? {} : { started_at: t(at) }),
            ...(isOver ? { ended_at: t(at) } : {}),
          },
          occurred_at: t(at),
          ...(severity === undefined ? {} : { severity }),
          ...(state === 'failed' || state === 'running'
            ? {
                actions: [
                  {
                    id: 'cancel',
                    label: state === 'failed' ? 'Roll back' : 'Stop here',
                    capability: 'chirp.run.cancel',
                    emphasis: 'danger' as const,
                    arguments: { service, version },
                  },
                ],
              }
            : {}),
        },
      ),
    };
  });
}

const SAID: Readonly<Record<Lifecycle['state'], string>> = {
  blocked: 'is blocked',
  cancelled: 'was cancelled',
  failed: 'failed',
  queued: 'is queued',
  running: 'is running',
  succeeded: 'succeeded',
  waiting: 'is waiting for its release to be approved',
};

/** `[repository, number, title, time, state, tests, failed, audit]` */
type Build = readonly [
  string,
  number,
  string,
  string,
  Lifecycle['state'],
  number,
  number,
  ('passed' | 'failed' | 'incomplete' | 'not_run')?,
];

const BUILDS: readonly Build[] = [
  ['web', 2284, 'Keyboard order of the booking form', '-1 15:02', 'succeeded', 1204, 0, 'passed'],
  ['web', 2287, 'Remember the last port of loading', '-1 16:21', 'succeeded', 1207, 0, 'passed'],
  ['web', 2290, 'Dates in the zone of the port', '-1 17:40', 'failed', 1207, 3, 'failed'],
  ['web', 2291, 'Dates in the zone of the port, second try', '07:15', 'succeeded', 1211, 0, 'passed'],
  ['web', 2293, 'Drop the old quote widget', '07:41', 'running', 640, 0],
  ['api', 911, 'Quotas by partner', '-1 14:10', 'succeeded', 2310, 0, 'passed'],
  ['api', 913, 'Idempotency keys on bookings', '-1 18:05', 'succeeded', 2318, 0, 'incomplete'],
  ['api', 914, 'Paging of port calls', '07:05', 'failed', 2318, 1, 'failed'],
  ['api', 915, 'Bump the TLS library', '07:22', 'cancelled', 120, 0, 'not_run'],
  ['api', 916, 'Retry of carrier webhooks', '07:58', 'queued', 0, 0],
  ['billing', 420, 'Credit notes in two currencies', '-1 13:30', 'succeeded', 860, 0, 'passed'],
  ['billing', 421, 'Rounding of demurrage', '-1 16:55', 'failed', 860, 12, 'failed'],
  ['billing', 422, 'Rounding of demurrage, half to even', '07:30', 'succeeded', 866, 0, 'passed'],
  ['search', 301, 'Ports by their local names', '-1 12:12', 'succeeded', 514, 0, 'passed'],
  ['search', 302, 'Synonyms for container types', '07:12', 'succeeded', 519, 0],
  ['ledger', 118, 'Lock only the account that is written', '-1 17:02', 'succeeded', 402, 0, 'passed'],
  ['ledger', 119, 'Snapshot every 10,000 entries', '07:35', 'waiting', 402, 0, 'incomplete'],
  ['ios', 650, 'Offline list of bookings', '-1 11:48', 'succeeded', 733, 0, 'passed'],
  ['ios', 651, 'Dynamic type in the schedule', '07:02', 'succeeded', 735, 0, 'not_run'],
  ['android', 598, 'Offline list of bookings', '-1 11:55', 'failed', 702, 4, 'failed'],
  ['android', 599, 'Offline list of bookings, with a queue', '07:25', 'succeeded', 709, 0, 'passed'],
  ['quotes', 77, 'Surcharges by season', '-1 10:20', 'succeeded', 288, 0, 'passed'],
  ['ingest', 143, 'Faster reading of manifests', '-1 15:45', 'succeeded', 390, 0, 'passed'],
  ['docs', 58, 'Glossary of incoterms', '07:08', 'succeeded', 64, 0],
  ['web', 2293, 'Drop the old quote widget', '08:08', 'succeeded', 1198, 0, 'passed'],
  ['api', 916, 'Retry of carrier webhooks', '08:26', 'running', 900, 0],
  ['api', 916, 'Retry of carrier webhooks', '08:49', 'failed', 2330, 2, 'failed'],
  ['ledger', 119, 'Snapshot every 10,000 entries', '10:40', 'succeeded', 407, 0, 'passed'],
  ['web', 2294, 'Loading states for slow ports', '11:05', 'running', 310, 0],
  ['web', 2294, 'Loading states for slow ports', '11:21', 'succeeded', 1203, 0, 'passed'],
  ['api', 917, 'Retry of carrier webhooks, bounded', '13:18', 'succeeded', 2334, 0, 'passed'],
  ['billing', 423, 'Invoices by e-mail domain', '14:52', 'failed', 866, 1, 'failed'],
];

function builds(t: Times): Happening[] {
  return BUILDS.map(([repository, number, title, at, state, tests, failed, outcome]) => {
    const isOver = state === 'succeeded' || state === 'failed' || state === 'cancelled';
    const name = `${repository} #${number}: ${title}`;
    const counted = `${tests} tests ran, ${failed} failed.`;
    const report = `${repository} #${number} report`;
    const audited =
      outcome === 'passed'
        ? audit('passed', report, `passed ${tests} tests`, 'passed Lint', 'passed Licences')
        : outcome === 'failed'
          ? audit('failed', report, `failed ${failed} of ${tests} tests`, 'passed Lint')
          : outcome === 'incomplete'
            ? audit('incomplete', report, `passed ${tests} tests`, 'pending Review by a second person')
            : outcome === 'not_run'
              ? audit('not_run', report, 'skipped Tests on devices')
              : undefined;
    return {
      at,
      post: draft(
        CI,
        { kind: 'build', id: `${repository}/${number}`, label: name },
        {
          text: `${name} ${state === 'waiting' ? 'is waiting for a reviewer' : SAID[state]}. ${counted}`,
          pubmark: lines(
            counted,
            '',
            `[The log](https://ci.harbour.example/${repository}/${number}) of \`${repository}\`.`,
          ),
        },
        { category: 'run', layout: 'status', ...(audited === undefined ? {} : { audit: audited }) },
        {
          lifecycle: {
            state,
            ...(state === 'queued' ? {} : { started_at: t(at) }),
            ...(isOver ? { ended_at: t(at) } : {}),
          },
          occurred_at: t(at),
          ...(state === 'failed' ? { severity: 'warning' as const } : {}),
          ...(state === 'failed'
            ? {
                actions: [
                  {
                    id: 'retry',
                    label: 'Run again',
                    capability: 'chirp.run.retry',
                    arguments: { repository, number },
                  },
                ],
              }
            : {}),
        },
      ),
    };
  });
}

function agents(t: Times): Happening[] {
  const renovate = { kind: 'task', id: 'updates/week-11', label: 'Dependency updates, week 11' };
  const flaky = { kind: 'task', id: 'flaky/api', label: 'Flaky tests of api' };
  const backfill = { kind: 'job', id: 'backfill/port-calls', label: 'Backfill of port calls, 2019–2021' };
  return [
    {
      at: '06:30',
      post: draft(
        UPDATER,
        renovate,
        {
          text: 'Dependency updates, week 11: 14 of 17 are merged, 3 wait for a person.',
          pubmark: lines(
            '**14 of 17** are merged. These wait for a person:',
            '',
            '- [ ] `tls` 3 → 4: changes the defaults',
            '- [ ] `dates` 2 → 3: drops a zone',
            '- [ ] `pdf` 8 → 9: another licence',
            '- [x] 14 minor updates',
          ),
        },
        {
          category: 'run',
          layout: 'status',
          attention: ask(['engineer'], 'Three updates change behaviour or licence', t('06:30')),
        },
        {
          lifecycle: { state: 'waiting', started_at: t('05:00'), counts: { done: 14, total: 17 } },
          severity: 'notice',
          occurred_at: t('06:30'),
        },
      ),
    },
    {
      at: '07:20',
      post: draft(
        TRIAGE,
        flaky,
        {
          text: 'Flaky tests of api: 9 of 40 suspects are reproduced.',
          pubmark: lines(
            '9 of 40 suspects are reproduced.',
            '',
            '> [!NOTE]',
            '> All nine depend on the wall clock.',
          ),
        },
        { category: 'run', layout: 'command_center' },
        {
          lifecycle: { state: 'running', started_at: t('06:00'), counts: { done: 9, total: 40 } },
          occurred_at: t('07:20'),
        },
      ),
    },
    {
      at: '11:42',
      post: draft(
        TRIAGE,
        flaky,
        {
          text: 'Flaky tests of api: 31 of 40 suspects are reproduced.',
          pubmark:
            '31 of 40 suspects are reproduced. **27** depend on the wall clock, 4 on the order of a map.',
        },
        { category: 'run', layout: 'command_center' },
        {
          lifecycle: { state: 'running', started_at: t('06:00'), counts: { done: 31, total: 40 } },
          occurred_at: t('11:42'),
        },
      ),
    },
    {
      at: '07:00',
      post: draft(
        PLANNER,
        backfill,
        {
          text: 'Backfill of port calls, 2019–2021: 212,400 of 1,310,000 rows are written.',
          pubmark:
            '**212,400 of 1,310,000** rows are written. It reads from the replica and stops above 60 % load.',
        },
        { category: 'run', layout: 'status' },
        {
          lifecycle: {
            state: 'running',
            started_at: t('-1 22:00'),
            counts: { done: 212_400, total: 1_310_000 },
          },
          occurred_at: t('07:00'),
        },
      ),
    },
    {
      at: '14:10',
      post: draft(
        PLANNER,
        backfill,
        {
          text: 'Backfill of port calls, 2019–2021 is blocked: 640,000 of 1,310,000 rows are written; the replica is 12 minutes behind.',
          pubmark: lines(
            '**640,000 of 1,310,000** rows are written.',
            '',
            '> [!WARNING]',
            '> The replica is 12 minutes behind, so the job has stopped itself.',
          ),
        },
        {
          category: 'run',
          layout: 'status',
          attention: ask(
            ['on-call'],
            'The replica is behind; somebody must say whether to go on',
            t('14:10'),
          ),
        },
        {
          lifecycle: {
            state: 'blocked',
            started_at: t('-1 22:00'),
            counts: { done: 640_000, total: 1_310_000 },
          },
          severity: 'warning',
          occurred_at: t('14:10'),
        },
      ),
    },
    {
      at: '06:45',
      post: draft(
        WRITER,
        { kind: 'task', id: 'docs/stale', label: 'Pages that nobody has read in a year' },
        {
          text: 'Pages that nobody has read in a year: 118 were found, none was changed.',
          pubmark: '118 pages were found; none was changed. The list is evidence of this message.',
        },
        {
          category: 'run',
          layout: 'status',
          evidence: [evidence('stale-pages.csv', 'text/csv')],
          audit: audit('not_run', 'stale pages'),
        },
        {
          lifecycle: { state: 'succeeded', started_at: t('06:00'), ended_at: t('06:45') },
          occurred_at: t('06:45'),
        },
      ),
    },
  ];
}

function migrations(t: Times): Happening[] {
  const subject = { kind: 'migration', id: 'ledger/0042', label: 'ledger migration 0042' };
  const blocked = {
    category: 'run' as const,
    layout: 'command_center' as const,
    attention: ask(['on-call'], 'A lock is held by a session of yesterday', t('07:45')),
    audit: audit('incomplete', 'ledger 0042', 'passed Dry run on a copy', 'pending Row counts afterwards'),
  };
  return [
    {
      at: '07:45',
      post: draft(
        DEPLOYER,
        subject,
        {
          text: 'ledger migration 0042 is blocked: the table entries is locked by session 8841 since 21:14.',
          pubmark: lines(
            'The table `entries` is locked by session **8841** since 21:14.',
            '',
            '```sql',
            'ALTER TABLE entries ADD COLUMN settled_on date;',
            '```',
            '',
            'Nothing was changed. It can wait until noon.',
          ),
        },
        blocked,
        {
          lifecycle: { state: 'blocked', started_at: t('07:30') },
          severity: 'error',
          occurred_at: t('07:45'),
          actions: [
            {
              id: 'retry',
              label: 'Try again',
              capability: 'chirp.run.retry',
              emphasis: 'primary',
              arguments: { migration: '0042' },
            },
            {
              id: 'cancel',
              label: 'Give up for today',
              capability: 'chirp.run.cancel',
              emphasis: 'danger',
              arguments: { migration: '0042', keep_lock: false },
              confirm: {
                title: 'Give up migration 0042 for today?',
                body: 'Nothing was changed so far. It is planned again for tomorrow, 07:30.',
              },
            },
            {
              id: 'failover',
              label: 'Fail over to the replica',
              capability: 'chirp.cluster.failover',
              arguments: { cluster: 'ledger-1' },
            },
          ],
        },
      ),
    },
    {
      at: '11:55',
      post: draft(
        DEPLOYER,
        subject,
        {
          text: 'ledger migration 0042 succeeded in 4 s. 8,214,003 rows before and after.',
          pubmark: 'Done in **4 s**. 8,214,003 rows before and after.',
        },
        {
          category: 'run',
          layout: 'command_center',
          audit: audit('passed', 'ledger 0042', 'passed Dry run on a copy', 'passed Row counts afterwards'),
        },
        {
          lifecycle: { state: 'succeeded', started_at: t('11:54'), ended_at: t('11:55') },
          occurred_at: t('11:55'),
        },
      ),
    },
    {
      at: '-1 20:10',
      post: draft(
        YUKI,
        { kind: 'migration', id: 'tokyo/region', label: '東京リージョンへの移行' },
        {
          text: '東京リージョンへの移行：全 18 サービスのうち 11 が完了しました。残りは明日の朝に行います。',
          pubmark: lines(
            '全 18 サービスのうち **11** が完了しました。',
            '',
            '- [x] 検索、見積、通知',
            '- [ ] 請求（明朝）',
          ),
          lang: 'ja',
        },
        { category: 'run', layout: 'status' },
        {
          lifecycle: { state: 'running', started_at: t('-2 09:00'), counts: { done: 11, total: 18 } },
          occurred_at: t('-1 20:10'),
        },
      ),
    },
  ];
}

function translations(t: Times): Happening[] {
  return [
    {
      at: '07:18',
      post: draft(
        LAYLA,
        { kind: 'translation', id: 'ar/booking', label: 'ترجمة نموذج الحجز إلى العربية' },
        {
          text: 'ترجمة نموذج الحجز: اكتملت 86 من 92 جملة، والباقي ينتظر مراجعة المصطلحات البحرية.',
          pubmark: lines('اكتملت **86 من 92** جملة.', '', '- [x] نموذج الحجز', '- [ ] المصطلحات البحرية'),
          lang: 'ar',
        },
        {
          category: 'run',
          layout: 'status',
          audit: audit('incomplete', 'ترجمة', 'passed مراجعة لغوية', 'pending مراجعة المصطلحات'),
          evidence: [{ label: 'booking-ar.xliff', digest: artefact('booking-ar.xliff') }],
        },
        {
          lifecycle: { state: 'running', started_at: t('-1 09:00'), counts: { done: 86, total: 92 } },
          occurred_at: t('07:18'),
        },
      ),
    },
    {
      at: '05:50',
      post: draft(
        CI,
        {
          kind: 'build',
          id: 'nightly/everything',
          label:
            'Nightly build of everything against the carriers’ sandboxes, including those that answer only between two and four in the morning',
        },
        {
          text: 'Nightly build: 41 of 44 carriers answered; supercalifragilisticexpialidocious-carrier-gateway.sandbox.harbour.example did not.',
          pubmark: lines(
            '41 of 44 carriers answered. These did not:',
            '',
            '| carrier | host | last answer |',
            '| :-- | :-- | :-- |',
            '| Meridian | `supercalifragilisticexpialidocious-carrier-gateway.sandbox.harbour.example` | yesterday |',
            '| Norden | `edi.norden.example` | on Monday |',
            '| Pacific Blue | `sandbox.pacific-blue.example` | never |',
          ),
        },
        {
          category: 'run',
          layout: 'comparison',
          audit: audit('incomplete', 'nightly', 'passed 41 carriers', 'pending 3 carriers'),
        },
        {
          lifecycle: {
            state: 'failed',
            started_at: t('02:00'),
            ended_at: t('05:50'),
            counts: { done: 41, total: 44 },
          },
          severity: 'warning',
          occurred_at: t('05:50'),
        },
      ),
    },
  ];
}
