// Owns: the parts of the demo's messages that repeat: who reports, and how a draft, an audit and a question are written.

import { digest, PROTOCOL } from '@chirp-protocol/protocol';

export const CI = { kind: 'integration', id: 'ci', display_name: 'CI' };
export const DEPLOYER = { kind: 'agent', id: 'deploy-agent', display_name: 'Deploy agent' };
export const MONITOR = { kind: 'system', id: 'monitor', display_name: 'Monitor' };
export const PLANNER = { kind: 'agent', id: 'planner', display_name: 'Planning agent' };
export const TRIAGE = { kind: 'agent', id: 'triage', display_name: 'Triage agent' };
export const WRITER = { kind: 'agent', id: 'writer', display_name: 'Documentation agent' };

/** All who report, as a token names them. */
export const SOURCES = [CI, DEPLOYER, MONITOR, PLANNER, TRIAGE, WRITER].map(
  ({ kind, id }) => `${kind}/${id}`,
);

/** Where they report. */
export const CHANNELS = ['general', 'builds', 'releases', 'incidents'];

/** The role that is asked: who runs the workspace. */
const ASKED = [{ kind: 'role', id: 'owner' }];

/** A draft of the next revision of a series, as it is at this moment. */
export function draft(source, subject, { text, pubmark }, instrument, rest = {}) {
  return {
    protocol: PROTOCOL,
    kind: 'status',
    source,
    subject,
    presentation: { fallback: text, lang: 'en', ...(pubmark === undefined ? {} : { pubmark }) },
    instrument,
    occurred_at: now(),
    ...rest,
  };
}

/** Asks who runs the workspace, from now on. */
export function ask(reason) {
  return { audience: ASKED, reason, since: now() };
}

/** An audit that was passed or failed, with its checks as `status label`. */
export function audit(status, name, ...checks) {
  return {
    status,
    checks: checks.map((check, index) => {
      const [outcome] = check.split(' ', 1);
      const label = check.slice(outcome.length + 1);
      return { id: `c${index + 1}`, label, status: outcome, evidence: [evidence(`${name}: ${label}`)] };
    }),
    proof: { digest: stageProp(name), label: name },
  };
}

/** A piece of evidence. */
export function evidence(label, media_type = 'text/plain') {
  return { label, media_type, digest: stageProp(label) };
}

/** Lines as one text. */
export function lines(...all) {
  return all.join('\n');
}

/** The time, as the protocol writes it. */
export function now() {
  return new Date().toISOString();
}

/** The digest that a file of this name would have; the demo has no files. */
function stageProp(name) {
  return digest(JSON.stringify(name), { domain: 'example.demo.artefact/1' });
}
