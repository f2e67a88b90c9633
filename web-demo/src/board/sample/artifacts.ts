// Owns the artifacts of the day: releases, reports and bundles of evidence; one is removed when its time is over.
import type { AuditStatus } from '@chirp-protocol/protocol/instruments';
import { ask, audit, draft, evidence, type Happening, lines, type Times } from './day.js';
import { CI, LECTERN, PLANNER, SCANNER, UPDATER } from './people.js';

/** `[kind, id, title, words, file, media type, time, audit]` */
type Artifact = readonly [
  'release' | 'report' | 'bundle' | 'sbom',
  string,
  string,
  string,
  string,
  string,
  string,
  AuditStatus?,
];

const ARTIFACTS: readonly Artifact[] = [
  [
    'release',
    'web/4.13',
    'web 4.13',
    '1 image, 84 MB, for two architectures.',
    'web-4.13.oci',
    'application/vnd.oci.image.manifest.v1+json',
    '-1 18:20',
    'passed',
  ],
  [
    'release',
    'api/7.2.1',
    'api 7.2.1',
    '1 image, 61 MB. Bounds the retries of carriers.',
    'api-7.2.1.oci',
    'application/vnd.oci.image.manifest.v1+json',
    '13:25',
    'passed',
  ],
  [
    'release',
    'api/7.2.0',
    'api 7.2.0',
    '1 image, 61 MB.',
    'api-7.2.0.oci',
    'application/vnd.oci.image.manifest.v1+json',
    '-2 15:10',
    'passed',
  ],
  [
    'release',
    'billing/2.32.0',
    'billing 2.32.0',
    '1 image, 48 MB.',
    'billing-2.32.0.oci',
    'application/vnd.oci.image.manifest.v1+json',
    '07:33',
    'passed',
  ],
  [
    'release',
    'quotes/1.9.0',
    'quotes 1.9.0',
    '1 image, 39 MB. Withdrawn after the canary.',
    'quotes-1.9.0.oci',
    'application/vnd.oci.image.manifest.v1+json',
    '-1 19:02',
    'failed',
  ],
  [
    'release',
    'ios/5.8',
    'Harbour for iOS 5.8',
    '1 archive, in review since yesterday.',
    'harbour-5.8.ipa',
    'application/octet-stream',
    '-1 12:30',
    'incomplete',
  ],
  [
    'sbom',
    'web/4.13',
    'What web 4.13 is made of',
    '612 packages, 9 licences.',
    'web-4.13.cdx.json',
    'application/vnd.cyclonedx+json',
    '-1 18:21',
    'passed',
  ],
  [
    'sbom',
    'api/7.2.1',
    'What api 7.2.1 is made of',
    '288 packages, 6 licences.',
    'api-7.2.1.cdx.json',
    'application/vnd.cyclonedx+json',
    '13:26',
    'passed',
  ],
  [
    'report',
    'scan/web',
    'Scan of web 4.13',
    '0 critical, 2 moderate findings; both in tools of the build.',
    'scan-web-4.13.sarif',
    'application/sarif+json',
    '-1 18:40',
    'passed',
  ],
  [
    'report',
    'scan/api',
    'Scan of api 7.2.0',
    '1 high finding: the TLS library.',
    'scan-api-7.2.0.sarif',
    'application/sarif+json',
    '-2 15:31',
    'failed',
  ],
  [
    'report',
    'load/api',
    'Load test of api 7.2.1',
    '4,100 requests a second at p99 188 ms.',
    'load-api-7.2.1.json',
    'application/json',
    '13:12',
    'passed',
  ],
  [
    'report',
    'access/web',
    'Accessibility of the booking form',
    '0 violations in 14 states; 2 questions for people.',
    'axe-booking.json',
    'application/json',
    '-1 15:20',
    'incomplete',
  ],
  [
    'report',
    'cost/feb',
    'What February cost',
    'Machines 41 %, storage 23 %, traffic 19 %, all else 17 %.',
    'cost-2026-02.csv',
    'text/csv',
    '-4 09:00',
  ],
  [
    'report',
    'slo/week-10',
    'Service levels of week 10',
    '6 of 7 were met; search was not.',
    'slo-week-10.csv',
    'text/csv',
    '-3 08:00',
    'not_run',
  ],
  [
    'bundle',
    'soc/q4',
    'Evidence for the fourth quarter',
    '214 files for 38 controls.',
    'soc-q4.tar',
    'application/x-tar',
    '-6 17:00',
    'passed',
  ],
  [
    'bundle',
    'incident/026',
    'Evidence of incident 2026-026',
    '12 files: logs, graphs, the change that mended it.',
    'incident-026.tar',
    'application/x-tar',
    '-1 09:45',
  ],
  [
    'bundle',
    'incident/031',
    'Evidence of incident 2026-031',
    '9 files: logs, graphs, the change that mended it.',
    'incident-031.tar',
    'application/x-tar',
    '12:05',
    'passed',
  ],
  [
    'report',
    'graph/api',
    'Which module of api knows which',
    '118 modules, 3 cycles, all around billing.',
    'api-modules.json',
    'application/json',
    '-2 11:00',
  ],
  [
    'report',
    'logs/2025-09',
    'Access logs of September',
    'Kept for 180 days.',
    'access-2025-09.log.zst',
    'application/zstd',
    '-9 00:10',
  ],
];

/** All artifacts. */
export function artifacts(t: Times): Happening[] {
  const posts = ARTIFACTS.map((artifact) => ({ at: artifact[6], post: postOf(artifact, t) }));
  const logs = posts.at(-1);
  return [
    ...posts,
    ...(logs === undefined
      ? []
      : [{ at: '16:00', remove: logs.post, revision: 1, reason: 'retention' as const }]),
  ];
}

function postOf([kind, id, label, words, file, mediaType, at, outcome]: Artifact, t: Times) {
  const producer = { release: CI, report: PLANNER, bundle: LECTERN, sbom: UPDATER }[kind];
  const scanned = id.startsWith('scan/') ? SCANNER : producer;
  const audited =
    outcome === undefined
      ? undefined
      : outcome === 'passed'
        ? audit('passed', file, 'passed Built twice, the same bytes', 'passed No secret in it')
        : outcome === 'failed'
          ? audit('failed', file, 'failed No high finding', 'passed No secret in it')
          : outcome === 'incomplete'
            ? audit('incomplete', file, 'passed No secret in it', 'pending Approval from outside')
            : audit('not_run', file, 'skipped Second count');
  return draft(
    scanned,
    { kind, id, label },
    {
      text: `${label}: ${words} File: ${file}.`,
      pubmark: lines(`${words}`, '', `File: \`${file}\``),
    },
    {
      category: 'artifact',
      layout: 'artifact',
      evidence: [
        evidence(file, mediaType, `https://artifacts.harbour.example/${encodeURIComponent(file)}`),
        ...(kind === 'release' ? [evidence(`${file}.provenance.json`, 'application/vnd.in-toto+json')] : []),
      ],
      ...(audited === undefined ? {} : { audit: audited }),
      ...(id === 'scan/api'
        ? { attention: ask(['auditor'], 'A high finding has no owner', t('-2 15:31')) }
        : {}),
    },
    {
      kind: 'report',
      occurred_at: t(at),
      ...(outcome === 'failed' ? { severity: 'warning' as const } : {}),
      ...(kind === 'release' || kind === 'report'
        ? { lifecycle: { state: outcome === 'incomplete' ? ('waiting' as const) : ('succeeded' as const) } }
        : {}),
    },
  );
}
