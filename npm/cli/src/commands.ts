// Owns: the commands that work on an input, and what their help says.

import { InvalidArgumentError, Option } from 'commander';
import { series, verifyHistory } from './history.js';
import {
  canonicalize,
  check,
  compile,
  digest,
  type Operation,
  seal,
  text,
  validate,
  verify,
} from './operations.js';

/** What the options of the commands say; each command has some of them. */
export interface Settings {
  workspace?: string;
  project?: boolean;
  capabilities?: string[];
  recompile?: boolean;
  domain?: string;
  head?: string;
}

/** One command: its help, and what it does. */
export interface CommandDescription {
  readonly name: string;
  /** For the list of commands: a phrase. */
  readonly summary: string;
  /** For its own help: a sentence. */
  readonly description: string;
  readonly options?: readonly Option[];
  /** What it prints with --json. */
  readonly json: string;
  /** What it reads and prints with --ndjson, if it has that. */
  readonly ndjson?: string;
  /** What a newcomer should know beyond the options. */
  readonly more: string;
  readonly examples: readonly string[];
  readonly operation: (settings: Settings) => Operation;
}

/** The commands on messages, envelopes and JSON. */
export const MESSAGE_COMMANDS: readonly CommandDescription[] = [
  {
    name: 'validate',
    summary: 'report everything that is wrong with a message',
    description: 'Reports everything that is wrong with a message or an envelope, and where.',
    options: [
      new Option('--workspace <id>', 'also give the series of an instrument there').argParser(filled),
    ],
    json: 'print {"ok","problems":[{"code","at","message",…}],…}',
    ndjson: 'read one message a line, print one report a line with its "line"',
    more: `PubMark in the message is compiled, so its problems are found too. Advice does
not reject.`,
    examples: ['chirp validate message.json', 'chirp validate --json < message.json'],
    operation: validate,
  },
  {
    name: 'seal',
    summary: 'add the digest, and print the sealed envelope',
    description: 'Seals a message or an envelope and prints the sealed envelope as canonical JSON.',
    options: [
      new Option('--project', 'compile the PubMark too, and print the whole message with its projection'),
    ],
    json: 'print {"ok","digest","envelope",…} ("message" with --project), or the report',
    ndjson: 'read one message a line, print one sealed envelope a line, or its report',
    more: `A digest that is already there must be right; it is never repaired.
A digest binds and detects. It does not say who sealed: it is no signature.`,
    examples: ['chirp seal message.json > sealed.json', 'chirp seal --project message.json | chirp verify'],
    operation: seal,
  },
  {
    name: 'verify',
    summary: 'say whether a sealed message holds, and what may be shown',
    description: 'Says whether a sealed message holds and what a client may show of it.',
    options: [
      new Option(
        '--capabilities <names>',
        'what the renderer can do, with commas; without it, everything',
      ).argParser(list),
      new Option('--recompile', 'compile the PubMark again and refuse a projection that differs'),
    ],
    json: 'print {"ok","view","fallback","reasons",…}',
    ndjson: 'read one message a line, print one result a line with its "line"',
    more: `The view is "instrument", "pubmark", or "fallback": the plain text, shown
whenever anything is wrong. Each reason says why no more may be shown. Exit code
0 means that the digest holds, and the projection if there is one.`,
    examples: ['chirp verify sealed.json', 'chirp verify --json --capabilities "" sealed.json'],
    operation: verify,
  },
  {
    name: 'canonicalize',
    summary: 'print any JSON in its canonical form (RFC 8785)',
    description: 'Prints any JSON in its canonical form (RFC 8785), followed by a line feed.',
    json: 'print {"ok","canonical",…}, the form as a string, or the report',
    ndjson: 'read one value a line, print one canonical value a line, or its report',
    more: `Refused is only what RFC 8785 cannot represent the same for every reader, such
as a member name that stands twice.`,
    examples: [`echo '{"b": 1.0, "a": 2}' | chirp canonicalize`],
    operation: canonicalize,
  },
  {
    name: 'digest',
    summary: 'print the digest of an envelope, or of any JSON',
    description: 'Prints the digest that seals an envelope, or with --domain that of any JSON.',
    options: [new Option('--domain <name>', 'digest any JSON, whole, for this purpose').argParser(filled)],
    json: 'print {"ok","digest",…}, or the report',
    ndjson: 'read one value a line, print one such result a line with its "line"',
    more: `A digest is "sha256:" and 64 hex digits, over the domain, a zero byte and the
canonical form. One made for one domain never passes for another's.`,
    examples: ['chirp digest message.json', `echo '[1, 2]' | chirp digest --domain com.example.list/1`],
    operation: digest,
  },
];

/** Where a series is. */
export const WORKSPACE = new Option('--workspace <id>', 'the workspace, by its id')
  .argParser(filled)
  .makeOptionMandatory();

/** The command that names the series of an instrument. */
export const SERIES_COMMAND: CommandDescription = {
  name: 'series',
  summary: 'print the series that an instrument belongs to',
  description: 'Prints the series of an instrument: what its workspace, source and subject make.',
  options: [WORKSPACE],
  json: 'print {"ok","series",…}, or the report',
  ndjson: 'read one message a line, print one such result a line with its "line"',
  more: 'A message that is no instrument belongs to none, and is rejected.',
  examples: ['chirp series --workspace acme message.json'],
  operation: ({ workspace = '' }) => series({ workspace }),
};

/** The command that verifies the history of a series. */
export const VERIFY_HISTORY_COMMAND: CommandDescription = {
  name: 'verify',
  summary: 'say whether a history holds, and where it breaks',
  description: 'Says whether a history holds, and which entry is the first that breaks it.',
  options: [new Option('--head <digest>', 'the head, as it is known from elsewhere').argParser(filled)],
  json: 'print {"ok","problems",…,"revisions","gaps","head","entry"}',
  more: `A history is one JSON document, or lines; which of the two is told by itself.
Verified are its series, every seal and projection, the chain of digests and the
digest of the whole. Only with --head is it seen that the end was cut off.`,
  examples: ['chirp history verify history.json', 'chirp history verify --json < history.ndjson'],
  operation: verifyHistory,
};

/** The commands on PubMark source. */
export const PUBMARK_COMMANDS: readonly CommandDescription[] = [
  {
    name: 'compile',
    summary: 'print the projection: the tree that clients render',
    description: 'Compiles PubMark source and prints its projection as canonical JSON.',
    json: 'print {"ok","projection",…}, or the report',
    ndjson: 'read one source a line, as a JSON string, print one projection a line, or its report',
    more: `The projection holds the tree, the digest of the source it was made from, and
its own digest.`,
    examples: ['chirp pubmark compile notes.md', `echo '**done**' | chirp pubmark compile`],
    operation: compile,
  },
  {
    name: 'check',
    summary: 'report everything that is wrong with a source',
    description: 'Reports everything that is wrong with PubMark source, by line and column.',
    json: 'print {"ok","problems":[{"code","at","message",…}],…}',
    ndjson: 'read one source a line, as a JSON string, print one report a line with its "line"',
    more: `Advice, such as a link that is shown as text because it has no scheme, does not
reject.`,
    examples: ['chirp pubmark check notes.md'],
    operation: check,
  },
  {
    name: 'text',
    summary: 'print the plain text: a good fallback',
    description: 'Prints the plain text that says everything the PubMark source shows.',
    json: 'print {"ok","text",…}, or the report',
    ndjson: 'read one source a line, as a JSON string, print one such result a line with its "line"',
    more: 'It makes a good "presentation.fallback".',
    examples: ['chirp pubmark text notes.md'],
    operation: text,
  },
];

/** An option that is empty would be taken for one that is absent. */
function filled(value: string): string {
  if (value === '') throw new InvalidArgumentError('It must not be empty.');
  return value;
}

/** Names with commas between; the empty text is no name at all. */
function list(value: string): string[] {
  return value
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
