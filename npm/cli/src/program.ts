// Owns: how the commands hang together, and the help of the whole.

import { readFileSync } from 'node:fs';
import { Command, type OutputConfiguration } from 'commander';
import { type CommandDescription, MESSAGE_COMMANDS, PUBMARK_COMMANDS, type Settings } from './commands.js';
import { sourceOf } from './input.js';
import type { Output } from './output.js';
import { run } from './run.js';

const EXIT_CODES = `Exit codes:
  0  accepted
  1  rejected
  2  used wrongly, or something cannot be read or written`;

const OVERVIEW = `
A message is one JSON object. "chirp seal" adds a digest to it; "chirp verify"
says whether the digest still holds and what a reader may be shown.

  chirp validate message.json            what is wrong, and where
  chirp seal message.json > sealed.json
  chirp verify sealed.json
  chirp seal message.json | chirp verify
  chirp verify --ndjson < many.ndjson    one message a line, one result a line

Every command reads one file, or standard input when given "-" or nothing.
An object with "body", or with an object "protocol", is a message; any other is
an envelope.

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
export function program(ends: Ends): Command {
  // Commands take these settings over when they are made, so they come first.
  const chirp = new Command('chirp')
    .exitOverride()
    .configureOutput(ends.usage)
    .description('Validates, seals and verifies messages of the Chirp protocol.')
    .version(version(), '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .showHelpAfterError('"chirp --help" lists the commands.')
    .addHelpText('after', OVERVIEW);
  for (const description of MESSAGE_COMMANDS) add(chirp, description, ends);

  const pubmark = chirp
    .command('pubmark')
    .summary('compile, check or flatten PubMark source')
    .description('Works on PubMark source: CommonMark with tables, task lists, strikethrough and callouts.')
    .helpCommand(false)
    .addHelpText('after', '\n"chirp pubmark <command> --help" tells more about each.');
  for (const description of PUBMARK_COMMANDS) add(pubmark, description, ends);
  return chirp;
}

/** Adds a command with what every one has: an input, the forms of its output, and the run itself. */
function add(parent: Command, description: CommandDescription, { stdout, stderr, done }: Ends): void {
  const { name, summary, json, ndjson, more, examples, operation } = description;
  const command = parent.command(name).summary(summary).description(description.description);
  for (const option of description.options ?? []) command.addOption(option);
  command
    .argument('[file]', 'the input; "-" or nothing is standard input')
    .option('--json', json)
    .option('--ndjson', ndjson)
    .addHelpText('after', `\n${more}\n\nExamples:\n  ${examples.join('\n  ')}\n\n${EXIT_CODES}`)
    .action(async (file: string | undefined, options: Settings & { json?: true; ndjson?: true }) => {
      const source = sourceOf(file, nameOf(command));
      const { json = false, ndjson = false, ...settings } = options;
      done(await run({ operation: operation(settings), source, json, ndjson, stdout, stderr }));
    });
}

function nameOf(command: Command): string {
  return command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;
}

function version(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
