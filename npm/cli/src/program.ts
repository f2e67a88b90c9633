// Owns: the commands, their options and their help.

import { readFileSync } from 'node:fs';
import { Argument, Command, InvalidArgumentError, type OutputConfiguration } from 'commander';
import { sourceOf } from './input.js';
import type { Operation } from './operations.js';
import * as operations from './operations.js';
import type { Output } from './output.js';
import { run } from './run.js';

interface Framing {
  json?: boolean;
  ndjson?: boolean;
}

const EXIT_CODES = `Exit codes:
  0  accepted      1  rejected      2  used wrongly, or the input cannot be read`;

const OVERVIEW = `
A message is one JSON object. "chirp seal" adds a digest to it; "chirp verify" says whether it
still holds and what a reader may be shown.

  chirp validate message.json            what is wrong, and where
  chirp seal message.json > sealed.json
  chirp verify sealed.json
  chirp seal message.json | chirp verify
  chirp verify --ndjson < many.ndjson    one message a line, one result a line

Every command reads one file, or standard input when no file or "-" is given.
An object with "body", or with an object "protocol", is a message; any other is an envelope.

${EXIT_CODES}

"chirp <command> --help" tells more about each.`;

/** Where the output of the commands goes. */
export interface Ends {
  readonly stdout: Output;
  readonly stderr: Output;
  /** Help, and complaints about the arguments. */
  readonly usage: OutputConfiguration;
  /** The exit code of the command that was run. */
  done(code: number): void;
}

/** The commands. Parsing runs one. Throws CommanderError for help, and for wrong usage. */
export function program({ stdout, stderr, usage, done }: Ends): Command {
  // Commands take these settings over when they are made, so they come first.
  const chirp = new Command('chirp')
    .exitOverride()
    .configureOutput(usage)
    .description('Validates, seals and verifies messages of the Chirp protocol.')
    .version(version(), '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .showHelpAfterError('"chirp --help" lists the commands.')
    .addHelpText('after', OVERVIEW);

  /** Adds what every command has: its input, the forms of its output, examples, and the run itself. */
  function add<Options>(command: Command, help: Help, operation: (options: Options) => Operation): void {
    command
      .addArgument(new Argument('[file]', 'the input; "-" or nothing is standard input'))
      .option('--json', help.json)
      .option('--ndjson', help.ndjson)
      .addHelpText('after', `\n${help.more}\n\nExamples:\n${indented(help.examples)}\n\n${EXIT_CODES}`)
      .action(async (file: string | undefined, options: Options & Framing) => {
        const { json = false, ndjson = false, ...rest } = options;
        const source = sourceOf(file, nameOf(command));
        const task = { operation: operation(rest as Options), source, json, ndjson, stdout, stderr };
        done(await run(task));
      });
  }

  add(
    chirp
      .command('validate')
      .summary('report everything that is wrong with a message')
      .description('Reports everything that is wrong with a message or an envelope, and where.')
      .option('--workspace <id>', 'also give the series of an instrument in this workspace', filled),
    {
      json: 'print the report as one line of JSON: {"ok","problems":[{"code","at","message",…}],…}',
      ndjson: 'read one message a line and print one report a line, which names its "line"',
      more: `PubMark in the message is compiled, so its problems are found too. Advice does not reject.`,
      examples: ['chirp validate message.json', 'chirp validate --json < message.json'],
    },
    operations.validate,
  );

  add(
    chirp
      .command('seal')
      .summary('add the digest, and print the sealed envelope')
      .description('Seals a message or an envelope and prints the sealed envelope as canonical JSON.')
      .option('--project', 'compile the PubMark, and print the whole message with its projection'),
    {
      json: 'print {"ok":true,"digest","envelope",…} (with --project "message"), or the report',
      ndjson: 'read one message a line and print one sealed envelope a line, or its report',
      more: `A digest that is already there must be right; it is never repaired.
A digest binds and detects. It does not say who sealed: it is no signature.`,
      examples: ['chirp seal message.json > sealed.json', 'chirp seal --project message.json | chirp verify'],
    },
    operations.seal,
  );

  add(
    chirp
      .command('verify')
      .summary('say whether a sealed message holds, and what may be shown')
      .description('Says whether a sealed message holds and what a client may show of it.')
      .option('--capabilities <names>', 'what the renderer can do, with commas; without it, everything', list)
      .option('--recompile', 'compile the PubMark again and refuse a projection that differs'),
    {
      json: 'print {"ok","view","fallback","reasons",…}',
      ndjson: 'read one message a line and print one result a line, which names its "line"',
      more: `The view is "instrument", "pubmark", or "fallback": the plain text, shown whenever anything
is wrong. Each reason says why no more may be shown. Exit code 0 means that the digest holds, and
the projection if there is one.`,
      examples: ['chirp verify sealed.json', 'chirp verify --json --capabilities "" sealed.json'],
    },
    operations.verify,
  );

  add(
    chirp
      .command('canonicalize')
      .summary('print any JSON in its canonical form (RFC 8785)')
      .description('Prints any JSON in its canonical form (RFC 8785), followed by a line feed.'),
    {
      json: 'print {"ok":true,"canonical",…}, the form as a string, or the report',
      ndjson: 'read one value a line and print one canonical value a line, or its report',
      more: `Refused is only what RFC 8785 cannot represent the same for every reader, such as
a member name that stands twice.`,
      examples: [`echo '{"b": 1.0, "a": 2}' | chirp canonicalize`],
    },
    operations.canonicalize,
  );

  add(
    chirp
      .command('digest')
      .summary('print the digest of an envelope, or of any JSON')
      .description('Prints the digest that seals an envelope, or with --domain that of any JSON.')
      .option('--domain <name>', 'digest any JSON, whole, for this purpose', filled),
    {
      json: 'print {"ok":true,"digest",…}, or the report',
      ndjson: 'read one value a line and print one such result a line, which names its "line"',
      more: `A digest is "sha256:" and 64 hex digits, over the domain, a zero byte and the canonical
form. One made for one domain never passes for another's.`,
      examples: ['chirp digest message.json', `echo '[1, 2]' | chirp digest --domain com.example.list/1`],
    },
    operations.digest,
  );

  const pubmark = chirp
    .command('pubmark')
    .summary('compile, check or flatten PubMark source')
    .description('Works on PubMark source: CommonMark with tables, task lists, strikethrough and callouts.')
    .helpCommand(false)
    .addHelpText('after', '\n"chirp pubmark <command> --help" tells more about each.');
  const sourceALine = 'read one source a line, as a JSON string, and print one';

  add(
    pubmark
      .command('compile')
      .summary('print the projection: the tree that clients render')
      .description('Compiles PubMark source and prints its projection as canonical JSON.'),
    {
      json: 'print {"ok":true,"projection",…}, or the report',
      ndjson: `${sourceALine} projection a line, or its report`,
      more: 'The projection holds the tree, the digest of the source it was made from, and its own digest.',
      examples: ['chirp pubmark compile notes.md', `echo '**done**' | chirp pubmark compile`],
    },
    operations.compile,
  );
  add(
    pubmark
      .command('check')
      .summary('report everything that is wrong with a source')
      .description('Reports everything that is wrong with PubMark source, by line and column.'),
    {
      json: 'print the report as one line of JSON: {"ok","problems":[{"code","at","message",…}],…}',
      ndjson: `${sourceALine} report a line, which names its "line"`,
      more: 'Advice, such as a link that is shown as text because it has no scheme, does not reject.',
      examples: ['chirp pubmark check notes.md'],
    },
    operations.check,
  );
  add(
    pubmark
      .command('text')
      .summary('print the plain text: a good fallback')
      .description('Prints the plain text that says everything the PubMark source shows.'),
    {
      json: 'print {"ok":true,"text",…}, or the report',
      ndjson: `${sourceALine} such result a line, which names its "line"`,
      more: 'It makes a good "presentation.fallback".',
      examples: ['chirp pubmark text notes.md'],
    },
    operations.text,
  );
  return chirp;
}

interface Help {
  /** What --json does. */
  readonly json: string;
  /** What --ndjson does. */
  readonly ndjson: string;
  /** What a newcomer should know beyond the options. */
  readonly more: string;
  readonly examples: readonly string[];
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join('\n');
}

function nameOf(command: Command): string {
  return command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;
}

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

function version(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
