// Owns the incidents of the day: one whose timeline grows from revision to revision, and others in other states.
import type { Lifecycle, Severity } from '@chirp-protocol/protocol/instruments';
import { ask, audit, draft, evidence, type Happening, lines, type Times } from './day.js';
import { MONITOR, PRIVACY, SCANNER, TRIAGE } from './people.js';

/** All incidents. */
export function incidents(t: Times): Happening[] {
  return [...bookings(t), ...certificates(t), ...privacy(t), ...others(t)];
}

/** What became known when, in the incident that grows. */
const STATIONS = [
  ['10:05', 'Bookings in eu-west fail: 18 of 100 requests. The alarm goes to who is on call.'],
  ['10:12', 'Only requests by way of the new load balancer fail.'],
  ['10:31', 'The pool of connections is exhausted: 200 of 200 are in use.'],
  ['10:58', 'The pool is raised to 400; 3 of 100 requests fail.'],
  ['11:40', 'No request has failed for 30 minutes. The cause was a retry without a bound in api 7.2.0.'],
] as const;

function bookings(t: Times): Happening[] {
  const subject = { kind: 'incident', id: '2026-031', label: 'Bookings fail in eu-west' };
  const [[started]] = STATIONS;
  return STATIONS.map(([at], index) => {
    const known = STATIONS.slice(0, index + 1);
    const isOver = index === STATIONS.length - 1;
    const isRelieved = index === STATIONS.length - 2;
    const impact = isOver ? 'None any more.' : isRelieved ? '3 of 100 bookings.' : '18 of 100 bookings.';
    return {
      at,
      post: draft(
        MONITOR,
        subject,
        {
          text: lines(
            `Bookings fail in eu-west. Impact: ${impact}`,
            ...known.map(([time, words]) => `${time} ${words}`),
          ),
          pubmark: lines(
            `**Impact.** ${impact}`,
            '',
            ...known.map(([time, words], place) => `${place + 1}. **${time}** ${words}`),
          ),
        },
        {
          category: 'incident',
          layout: 'timeline',
          requires: ['layout:timeline'],
          ...(isOver ? {} : { attention: ask(['on-call'], 'Customers cannot book in eu-west', t(started)) }),
          ...(isOver
            ? {
                audit: audit(
                  'passed',
                  'incident 2026-031',
                  'passed No failure for 30 minutes',
                  'passed Pool below 60 %',
                ),
                evidence: [
                  evidence('pool-usage.png', 'image/png'),
                  evidence('api-7.2.0-retry.diff', 'text/x-diff'),
                ],
              }
            : {}),
        },
        {
          kind: 'report',
          severity: isOver ? 'notice' : isRelieved ? 'error' : 'critical',
          lifecycle: isOver
            ? { state: 'succeeded', started_at: t(started), ended_at: t(at) }
            : { state: 'running', started_at: t(started) },
          occurred_at: t(at),
          ...(isOver
            ? {}
            : {
                actions: [
                  {
                    id: 'acknowledge',
                    label: 'I am on it',
                    capability: 'chirp.incident.acknowledge',
                    emphasis: 'primary' as const,
                  },
                  {
                    id: 'page',
                    label: 'Page the database team',
                    capability: 'chirp.incident.page',
                    emphasis: 'danger' as const,
                    arguments: { team: 'database', severity: 'critical' },
                    confirm: { title: 'Wake the database team?', body: 'Three people are paged at once.' },
                  },
                ],
              }),
        },
      ),
    };
  });
}

function certificates(t: Times): Happening[] {
  return [
    {
      at: '07:35',
      post: draft(
        SCANNER,
        { kind: 'incident', id: '2026-030', label: 'A certificate of a carrier ends tomorrow' },
        {
          text: 'A certificate of a carrier ends tomorrow: edi.norden.example, at 23:59. 212 bookings a day go there.',
          pubmark: lines(
            '`edi.norden.example` ends **tomorrow at 23:59**. 212 bookings a day go there.',
            '',
            '- [x] Norden was written to',
            '- [ ] Norden has answered',
            '- [ ] The new certificate is pinned',
          ),
        },
        {
          category: 'incident',
          layout: 'command_center',
          attention: ask(['on-call', 'release-manager'], 'Norden has not answered', t('07:35')),
          audit: audit(
            'failed',
            'certificates',
            'passed 43 carriers',
            'failed edi.norden.example has more than 7 days',
          ),
        },
        {
          kind: 'report',
          severity: 'warning',
          lifecycle: { state: 'running', started_at: t('07:35') },
          occurred_at: t('07:35'),
          actions: [
            {
              id: 'acknowledge',
              label: 'I have called them',
              capability: 'chirp.incident.acknowledge',
              emphasis: 'primary',
            },
          ],
        },
      ),
    },
  ];
}

/** A redacted view: what it says of people is left out, and where the whole of it is, is not said. */
function privacy(t: Times): Happening[] {
  return [
    {
      at: '09:05',
      post: draft(
        PRIVACY,
        { kind: 'incident', id: '2026-029', label: 'A customer saw the invoice of another' },
        {
          text: 'A customer saw the invoice of another. One invoice, one customer; names and amounts are left out here.',
          pubmark: lines(
            'One invoice, one customer. **Names and amounts are left out** of this view.',
            '',
            '1. 08:41: a report from support',
            '2. 08:58: the link is withdrawn',
            '3. 09:05: the privacy desk is told',
          ),
        },
        {
          category: 'incident',
          layout: 'timeline',
          attention: ask(['auditor'], 'It may have to be reported within 72 hours', t('09:05')),
        },
        {
          kind: 'report',
          severity: 'error',
          lifecycle: { state: 'running', started_at: t('08:41') },
          occurred_at: t('09:05'),
          handling: { notification: 'generic', outbound_webhooks: 'suppress' },
          redaction: { policy: 'harbour.privacy/3', digest: evidence('incident-029.json').digest },
        },
      ),
    },
  ];
}

/** `[id, title, words, time, state, severity]` */
const OTHERS: readonly (readonly [string, string, string, string, Lifecycle['state'], Severity])[] = [
  [
    '2026-021',
    'Search is slow on Mondays',
    'p99 rises to 1.9 s from 08:00 to 09:30.',
    '-3 09:40',
    'waiting',
    'notice',
  ],
  [
    '2026-024',
    'Webhooks of Pacific Blue arrive twice',
    'Each arrives twice within 3 s; bookings are not doubled.',
    '-2 14:12',
    'blocked',
    'warning',
  ],
  [
    '2026-026',
    'Disk of ingest-3 is full',
    'The disk is 100 % full; 4,100 manifests wait.',
    '-1 03:20',
    'succeeded',
    'error',
  ],
  [
    '2026-027',
    'Sign-in by passkey fails on old phones',
    '31 sign-ins failed; all could use their password.',
    '-1 12:02',
    'succeeded',
    'warning',
  ],
  [
    '2026-028',
    'Quotes without surcharges',
    '12 quotes were sent without the surcharge of the season.',
    '06:10',
    'running',
    'error',
  ],
  [
    '2026-032',
    'The mail provider delays',
    'Mails arrive 20 minutes late. The provider knows.',
    '14:35',
    'running',
    'notice',
  ],
  ['2026-032', 'The mail provider delays', 'Mails arrive at once again.', '15:50', 'succeeded', 'info'],
];

function others(t: Times): Happening[] {
  return OTHERS.map(([id, label, words, at, state, severity]) => ({
    at,
    post: draft(
      TRIAGE,
      { kind: 'incident', id, label },
      {
        text: `${label}. ${words}`,
        pubmark: lines(`**Impact.** ${words}`, '', `1. **${at.slice(-5)}** ${words}`),
      },
      {
        category: 'incident',
        layout: 'timeline',
        ...(id === '2026-028'
          ? { attention: ask(['@jo'], 'Twelve customers must be told the right price', t(at)) }
          : {}),
        ...(state === 'succeeded'
          ? { audit: audit('passed', `incident ${id}`, 'passed The alarm is quiet') }
          : {}),
      },
      {
        kind: 'report',
        severity,
        lifecycle: { state, started_at: t(at), ...(state === 'succeeded' ? { ended_at: t(at) } : {}) },
        occurred_at: t(at),
      },
    ),
  }));
}
