// Owns the messages of these tests, sealed and projected by the real packages.
import { project } from '@chirp-protocol/protocol/compile';

const LECTERN = { kind: 'integration', id: 'org.renkara.lectern', display_name: 'Lectern' };

/** A small valid envelope with `members` over it. */
export function envelope(members = {}) {
  return {
    protocol: 'org.renkara.chirp.message/0.1',
    kind: 'event',
    source: LECTERN,
    subject: { kind: 'document', id: 'doc-42', label: 'Architecture Notes' },
    presentation: { fallback: 'Review requested for Architecture Notes' },
    ...members,
  };
}

/** A message: such an envelope, sealed, with its projection if it has PubMark. */
export function message(members = {}) {
  return project(envelope(members)).text;
}

/** A message whose rich view is this PubMark. */
export function pubmark(source, members = {}) {
  return message({ presentation: { fallback: 'The plain text', pubmark: source, ...members } });
}

/** The message with one change made after it was sealed. */
export function tampered(text) {
  return text.replace('"Architecture Notes"', '"Architecture Motes"');
}

/** A message that uses everything the card can show. */
export const FULL = message({
  kind: 'report',
  source: { kind: 'agent', id: 'deployer', display_name: 'Deploy agent' },
  presentation: {
    fallback: 'web 4.12 is deployed',
    lang: 'en',
    pubmark: [
      '# Deploy of web 4.12',
      'It is **complete**; see the [release notes](https://example.com/notes).',
      '## Checks',
      '- [x] Smoke test\n- [ ] Dashboards renamed',
      '| Region | Replicas | p99 | Errors | Owner | Last change |\n| --- | --: | --: | --: | --- | --- |\n' +
        '| eu-west-1 | 12 | 38 ms | 0.01 % | the platform team | a node was drained |',
      ...['NOTE', 'TIP', 'IMPORTANT', 'WARNING', 'CAUTION'].map((tone) => `> [!${tone}]\n> About this.`),
      '```sh\nkubectl rollout undo deployment/web --namespace production --to-revision=41\n```',
      '> A quotation.',
      '![Latency](https://tracker.example.net/p.png)',
    ].join('\n\n'),
  },
  lifecycle: { state: 'succeeded', ended_at: '2026-11-30T14:02:10Z', counts: { done: 42, total: 42 } },
  severity: 'warning',
  occurred_at: '2026-11-30T14:02:11Z',
  actions: [{ id: 'approve', label: 'Approve', capability: 'chirp.review.approve', emphasis: 'primary' }],
  instrument: {
    category: 'run',
    layout: 'status',
    requires: ['layout:status'],
    revision: 1,
    attention: { reason: 'Somebody should look at the memory', since: '2026-11-30T14:02:11Z' },
  },
});

/** A message in which every text that a sender writes is one word, as long as it may be; with PubMark unless `plain`. */
export function unbroken({ plain = false } = {}) {
  const long = (length) => 'W'.repeat(length);
  const word = long(2_000);
  const pubmark = [
    `# ${word}`,
    `${word} **${word}** \`${word}\` [${word}](https://${'w'.repeat(60)}.example.com/)`,
    `> [!NOTE]\n> ${word}`,
    `- [ ] ${word}`,
    `| ${word} |\n| - |`,
    `\`\`\`${long(64)}\n${word}\n\`\`\``,
    `![${word}](https://example.com/a.png)`,
  ].join('\n\n');
  const confirm = { title: long(120), body: long(1_000) };
  return message({
    source: { kind: 'person', id: long(256), display_name: long(120) },
    subject: { kind: 'document', id: long(256), label: long(200) },
    presentation: plain ? { fallback: word } : { fallback: word, pubmark },
    actions: [{ id: 'a', label: long(80), capability: 'x.y', confirm }],
    redaction: { policy: long(256), digest: `sha256:${'0'.repeat(64)}` },
    instrument: {
      category: 'run',
      layout: 'status',
      revision: 1,
      attention: { reason: long(280), since: '2026-11-30T14:02:11Z' },
    },
  });
}
