// Owns the samples that a hub refuses, each for one thing that goes wrong in earnest.
import { PROTOCOL } from '@chirp-protocol/protocol/compile';
import { jsonText, lines, type Sample, written } from './sample.js';

const LECTERN = { kind: 'integration', id: 'org.renkara.lectern', display_name: 'Lectern' } as const;
const NOTES = { kind: 'document', id: 'doc-42', label: 'Architecture Notes' } as const;
const REQUESTED = { fallback: 'Review requested for Architecture Notes' } as const;

const MISSPELT: Sample = {
  id: 'misspelt',
  name: 'A misspelt member',
  about: 'Nothing unknown is passed over in silence. The hint says what was probably meant.',
  refusedAs: 'unknown_member',
  text: jsonText({
    protocol: PROTOCOL,
    kind: 'event',
    source: { kind: 'integration', id: 'org.renkara.lectern', displayname: 'Lectern' },
    subject: NOTES,
    presentation: REQUESTED,
  }),
};

const WRONG_DIGEST: Sample = {
  id: 'wrong-digest',
  name: 'A wrong digest',
  about: 'A producer may seal its own message, but then the digest has to be right. It is never repaired.',
  refusedAs: 'digest_mismatch',
  text: written({
    kind: 'event',
    source: LECTERN,
    subject: NOTES,
    presentation: REQUESTED,
    integrity: { digest: 'sha256:03fffb8510e0e948bc68ba8efb893d63695f7dd5ec998f6710d9635afee14b53' },
  }),
};

const UNSAFE_LINK: Sample = {
  id: 'unsafe-link',
  name: 'Unsafe links',
  about: 'One link would run a script; the other shows one address and leads to another.',
  refusedAs: 'unsafe_link',
  text: written({
    kind: 'event',
    source: { kind: 'agent', id: 'helper', display_name: 'Helper' },
    presentation: {
      fallback: 'Your session has ended. Sign in again.',
      lang: 'en',
      pubmark: lines(
        'Your session has ended.',
        '',
        '[Sign in again](javascript:steal%28%29)',
        '',
        'or go to [https://chirp.example](https://login.example.net/).',
      ),
    },
  }),
};

const DUPLICATE: Sample = {
  id: 'duplicate',
  name: 'The same member twice',
  about: 'Some readers take the first, some the last. With a digest over it, neither may be.',
  refusedAs: 'json_duplicate_key',
  text: `{
  "protocol": "org.renkara.chirp.message/0.1",
  "kind": "event",
  "source": { "kind": "integration", "id": "org.renkara.lectern" },
  "presentation": {
    "fallback": "Pay 10 EUR to Lectern",
    "fallback": "Pay 10,000 EUR to Lectern"
  }
}
`,
};

const FORGED_NAME: Sample = {
  id: 'forged-name',
  name: 'A name that turns around',
  about: 'A name may not hold characters that reorder what stands beside it.',
  refusedAs: 'text_control',
  text: written({
    kind: 'event',
    source: { kind: 'integration', id: 'org.example.bank', display_name: 'Bank\u202Egnp.exe' },
    presentation: { fallback: 'Your statement is ready' },
  }).replace('\u202E', '\\u202E'),
};

const INVENTED: Sample = {
  id: 'invented',
  name: 'Invented progress',
  about: 'A percentage is a guess. What was counted may be said, with “counts”.',
  refusedAs: 'progress_invented',
  text: jsonText({
    protocol: PROTOCOL,
    kind: 'status',
    source: { kind: 'agent', id: 'deploy-agent' },
    presentation: { fallback: 'Deploying, 80 %' },
    lifecycle: { state: 'running', percent: 80 },
  }),
};

const EXECUTABLE: Sample = {
  id: 'executable',
  name: 'An action that carries a request',
  about:
    'An action that could call an address, or an audit that passed without a proof, never reaches a screen.',
  refusedAs: 'action_executable',
  text: jsonText({
    protocol: PROTOCOL,
    kind: 'request',
    source: { kind: 'agent', id: 'deploy-agent' },
    subject: { kind: 'deployment', id: 'web/412' },
    presentation: { fallback: 'Roll back web 4.12?' },
    actions: [
      {
        id: 'rollback',
        label: 'Roll back',
        capability: 'chirp.deploy.rollback',
        url: 'https://ci.example.net/rollback?now',
      },
    ],
    instrument: { category: 'run', layout: 'status', revision: 1, audit: { status: 'passed' } },
  }),
};

/** What a hub refuses. */
export const REFUSED: readonly Sample[] = [
  MISSPELT,
  WRONG_DIGEST,
  UNSAFE_LINK,
  DUPLICATE,
  FORGED_NAME,
  INVENTED,
  EXECUTABLE,
];
