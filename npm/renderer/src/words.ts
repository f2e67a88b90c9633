// Owns every word that this package shows, in one place, with the shape that stands beside it.
// They are English; what a sender wrote is never among them.
import type { Envelope } from '@chirp-protocol/protocol';
import type { IconName } from './icons.js';

/** A word with its shape, and the tone that colours both. */
export interface Look {
  readonly icon: IconName;
  readonly tone: Tone;
  readonly word: string;
}

/** A colour role of the design tokens. */
export type Tone = 'caution' | 'important' | 'neutral' | 'note' | 'tip' | 'warning';

/** The callouts of PubMark, by their tone. */
export const CALLOUTS: ReadonlyMap<string, Look> = new Map<string, Look>([
  ['caution', { icon: 'octagonBang', tone: 'caution', word: 'Caution' }],
  ['important', { icon: 'squareBang', tone: 'important', word: 'Important' }],
  ['note', { icon: 'circleInfo', tone: 'note', word: 'Note' }],
  ['tip', { icon: 'bulb', tone: 'tip', word: 'Tip' }],
  ['warning', { icon: 'triangleBang', tone: 'warning', word: 'Warning' }],
]);

/** Who speaks. */
export const SOURCES: Readonly<Record<Envelope['source']['kind'], Look>> = {
  agent: { icon: 'agent', tone: 'neutral', word: 'agent' },
  integration: { icon: 'integration', tone: 'neutral', word: 'integration' },
  person: { icon: 'person', tone: 'neutral', word: 'person' },
  system: { icon: 'system', tone: 'neutral', word: 'system' },
};

/** The state of the thing reported about. */
export const STATES: Readonly<Record<NonNullable<Envelope['lifecycle']>['state'], Look>> = {
  blocked: { icon: 'circleBar', tone: 'warning', word: 'Blocked' },
  cancelled: { icon: 'circleSlash', tone: 'neutral', word: 'Cancelled' },
  failed: { icon: 'octagonCross', tone: 'caution', word: 'Failed' },
  queued: { icon: 'circle', tone: 'neutral', word: 'Queued' },
  running: { icon: 'circlePlay', tone: 'note', word: 'Running' },
  succeeded: { icon: 'circleCheck', tone: 'tip', word: 'Succeeded' },
  waiting: { icon: 'circlePause', tone: 'important', word: 'Waiting' },
};

/** How much it matters. */
export const SEVERITIES: Readonly<Record<NonNullable<Envelope['severity']>, Look>> = {
  critical: { icon: 'diamondBang', tone: 'caution', word: 'Critical' },
  error: { icon: 'octagonBang', tone: 'caution', word: 'Error' },
  info: { icon: 'circleInfo', tone: 'neutral', word: 'Info' },
  notice: { icon: 'squareInfo', tone: 'note', word: 'Notice' },
  warning: { icon: 'triangleBang', tone: 'warning', word: 'Warning' },
};

type Instrument = NonNullable<Envelope['instrument']>;

/** What kind of instrument a message is. */
export const CATEGORIES: Readonly<Record<Instrument['category'], string>> = {
  artifact: 'Artifact',
  decision: 'Decision',
  incident: 'Incident',
  knowledge: 'Knowledge',
  run: 'Run',
};

/** What the sender says about an audit. The words never go further than the sender did. */
export const AUDITS: Readonly<Record<NonNullable<Instrument['audit']>['status'], Look>> = {
  failed: { icon: 'shieldCross', tone: 'caution', word: 'Audit reported as failed' },
  incomplete: { icon: 'shieldBar', tone: 'warning', word: 'Audit reported as incomplete' },
  not_run: { icon: 'shield', tone: 'neutral', word: 'Audit reported as not run' },
  passed: { icon: 'shieldCheck', tone: 'tip', word: 'Audit reported as passed' },
};

/** Where no audit is reported: a shape of its own, since "not run" would be a report. */
export const AUDIT_NONE: Look = { icon: 'shieldQuestion', tone: 'neutral', word: 'No audit reported' };

type Check = NonNullable<NonNullable<Instrument['audit']>['checks']>[number];

/** The outcome of one check, in the order in which they are counted. */
export const CHECKS: Readonly<Record<Check['status'], Look>> = {
  failed: { icon: 'octagonCross', tone: 'caution', word: 'Failed' },
  pending: { icon: 'circleClock', tone: 'important', word: 'Pending' },
  skipped: { icon: 'circleSkip', tone: 'neutral', word: 'Skipped' },
  passed: { icon: 'circleCheck', tone: 'tip', word: 'Passed' },
};

/** A revision that is not the last one. */
export const PAST: Look = { icon: 'history', tone: 'neutral', word: 'Past revision' };

/** Of whom attention is asked. */
export const AUDIENCES = { role: 'role', user: 'user' } as const;

/** Single words and sentences. */
export const WORDS = {
  actions: 'Actions',
  actionsOff: 'Actions are off here: this page is not connected to a hub.',
  actionsPast: 'Actions are off: this is a past revision, shown as it was.',
  actionUnknown: 'nothing is known here about this action',
  arguments: 'Arguments',
  askedOf: 'asked of',
  attention: 'Asks for attention',
  audit: 'Audit',
  cancel: 'Cancel',
  capability: 'Capability',
  code: 'Code',
  confirmTitle: 'Run this action?',
  contents: 'Contents',
  counted: 'counted',
  digest: 'Digest',
  ended: 'ended',
  everyone: 'asked of everyone who can see this',
  evidence: 'Evidence',
  from: 'from',
  imageNotLoaded: 'remote image not loaded',
  messageFrom: 'Message from',
  noText: 'This message has no readable text.',
  proof: 'Proof',
  redacted: 'Redacted under',
  revision: 'revision',
  sealed: 'Sealed',
  sealedMeaning: 'The content is what its digest was computed over. A digest does not prove who sent it.',
  settles: 'After it, the actions of this message are closed.',
  shownPlain: 'Shown as plain text',
  shownSimpler: 'Shown in a simpler form',
  since: 'since',
  source: 'Source',
  started: 'started',
  subject: 'Subject',
  table: 'Table',
  taskDone: 'done',
  taskOpen: 'not done',
  textCut: 'Only the beginning is shown; this text is too long for the screen.',
  until: 'until',
} as const;

/** Counted work, as the sender counted it. */
export function countsOf(done: number, total: number): string {
  return `${done} of ${total} done`;
}

/** How many checks an audit lists. */
export function checksOf(count: number): string {
  return count === 1 ? '1 check' : `${count} checks`;
}

/** How many artefacts support a check. */
export function evidenceOf(count: number): string {
  return count === 1 ? '1 piece of evidence' : `${count} pieces of evidence`;
}
