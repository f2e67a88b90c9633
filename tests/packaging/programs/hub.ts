// One use of every function that only the entry for a hub has. It prints one line of JSON.

import * as hub from '@chirp-protocol/protocol/hub';

const send = JSON.stringify({
  protocol: {
    protocol: hub.PROTOCOL,
    kind: 'status',
    source: { kind: 'agent', id: 'builder' },
    presentation: { fallback: 'Build 412 passed' },
  } satisfies hub.Envelope,
});
const options: hub.SendOptions = { channel: 'builds', sources: ['agent/*'], workspace: 'example' };
const plan: hub.SendPlan = hub.planSend(send, options);
const sent: hub.SendDecision = hub.decideSend(send, options);
const changed: hub.ChangeDecision = hub.decideChange('', { change: 'delete', indexed: true, typed: true });
const channels = [
  { id: 'builds', member: true },
  { id: 'private', member: false },
];
const usable: string[] = hub.usableChannels({ administrator: false, channels, scopes: ['*'] });
const credential: hub.CredentialOptions = { account: 'ana', sources: ['person/ben'] };
const refused: hub.Report = hub.decideCredential(credential);
console.log(
  JSON.stringify([
    plan.decision,
    sent.decision === 'accepted' && sent.envelope !== undefined && hub.verify(sent.envelope).ok,
    changed.problems[0]?.code,
    usable.join(),
    refused.problems[0]?.code,
  ]),
);
