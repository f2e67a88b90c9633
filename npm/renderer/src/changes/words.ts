// Owns every word that changes are shown with. They are English; what a sender wrote is never among them.

/** What a statement is about. */
export const STATEMENTS = {
  action: 'Action',
  attention: 'Attention',
  attention_audience: 'Attention of',
  attention_since: 'Attention since',
  attention_until: 'Attention until',
  audit: 'Audit',
  category: 'Category',
  check: 'Check',
  check_evidence: 'Evidence of the check',
  counts: 'Counted',
  dedupe_key: 'Dedupe key',
  ended_at: 'Ended',
  evidence: 'Evidence',
  handling: 'Handling',
  kind: 'Kind',
  lang: 'Language',
  layout: 'Layout',
  occurred_at: 'Occurred',
  proof: 'Proof of the audit',
  redaction: 'Redaction',
  requires: 'Requirements',
  severity: 'Severity',
  source: 'Source',
  source_name: 'Name of the source',
  started_at: 'Started',
  state: 'State',
  subject: 'Subject',
  subject_label: 'Label of the subject',
} as const;

/** What happened to a line or a value: the sign, and the word for each of the two. */
export const SIGNS = {
  added: { sign: '+', line: 'Added', value: 'After' },
  removed: { sign: '−', line: 'Removed', value: 'Before' },
} as const;

/** Single words and sentences. */
export const WORDS = {
  changes: 'Changes',
  everyone: 'everyone',
  none: 'Nothing that a reader is shown has changed.',
  notComparedEarlier: 'The earlier one cannot be compared',
  notComparedLater: 'The later one cannot be compared',
  revision: 'revision',
  text: 'Text',
} as const;

/** How much of the text stayed the same. */
export function unchangedOf(count: number): string {
  return count === 1 ? '1 line is the same' : `${count} lines are the same`;
}
