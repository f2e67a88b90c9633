// Owns who is there on the sample day: those who look, what is registered for them, and who reports.
import type { Source as Producer, RegisteredCapability, Viewer } from '@chirp-protocol/protocol/instruments';

/** Somebody who may look at the board. */
export interface Person extends Viewer {
  readonly name: string;
}

/** The first of them looks at first. */
export const PEOPLE: readonly [Person, ...Person[]] = [
  { id: 'amara', name: 'Amara, on call', roles: ['on-call', 'engineer'] },
  { id: 'jo', name: 'Jo, release manager', roles: ['release-manager', 'engineer'] },
  { id: 'sana', name: 'Sana, auditor', roles: ['auditor'] },
];

/** What this hub can do for a message. `chirp.cluster.failover` is not among it, so that an unknown one is seen. */
export const CAPABILITIES: readonly RegisteredCapability[] = [
  { name: 'chirp.review.approve', settles: true },
  { name: 'chirp.review.reject', settles: true },
  { name: 'chirp.release.approve', roles: ['release-manager'], settles: true, confirm: true },
  { name: 'chirp.release.hold', roles: ['release-manager'], settles: true },
  { name: 'chirp.run.retry', roles: ['engineer'], repeatable: true },
  { name: 'chirp.run.cancel', roles: ['engineer'], confirm: true, settles: true },
  { name: 'chirp.incident.acknowledge', roles: ['on-call'] },
  { name: 'chirp.incident.page', roles: ['on-call'], confirm: true, repeatable: true },
  { name: 'chirp.audit.sign', roles: ['auditor'], confirm: true, settles: true },
  { name: 'chirp.knowledge.read', repeatable: false },
];

export const CI: Producer = { kind: 'integration', id: 'ci', display_name: 'Harbour CI' };
export const DEPLOYER: Producer = { kind: 'agent', id: 'deploy-agent', display_name: 'Deploy agent' };
export const PLANNER: Producer = { kind: 'agent', id: 'planner', display_name: 'Planning agent' };
export const TRIAGE: Producer = { kind: 'agent', id: 'triage', display_name: 'Triage agent' };
export const UPDATER: Producer = { kind: 'agent', id: 'updater', display_name: 'Dependency agent' };
export const WRITER: Producer = { kind: 'agent', id: 'writer', display_name: 'Documentation agent' };
export const MONITOR: Producer = { kind: 'system', id: 'monitor', display_name: 'Monitor' };
export const SCANNER: Producer = { kind: 'integration', id: 'scanner', display_name: 'Security scanner' };
export const LECTERN: Producer = {
  kind: 'integration',
  id: 'org.renkara.lectern',
  display_name: 'Lectern',
};
export const PRIVACY: Producer = { kind: 'system', id: 'privacy-desk', display_name: 'Privacy desk' };
export const MIGUEL: Producer = { kind: 'person', id: 'miguel', display_name: 'Miguel Ortega' };
export const YUKI: Producer = { kind: 'person', id: 'yuki', display_name: '佐藤 由紀' };
export const LAYLA: Producer = { kind: 'person', id: 'layla', display_name: 'ليلى حدّاد' };
