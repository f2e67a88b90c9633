import { seal, verify } from '@chirp-protocol/protocol';

const sealed = seal({
  protocol: 'org.renkara.chirp.message/0.1',
  kind: 'event',
  source: { kind: 'integration', id: 'org.renkara.lectern', display_name: 'Lectern' },
  presentation: { fallback: 'Review requested for Architecture Notes' },
});
const seen = verify(sealed.bytes);
console.log(seen.ok, seen.fallback); // → true Review requested for Architecture Notes
console.log(verify(sealed.text.replace('Notes', 'Nodes')).reasons[0].code); // → digest_mismatch
