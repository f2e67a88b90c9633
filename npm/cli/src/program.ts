// Owns: how the commands hang together, and the help of the whole.

import { readFileSync } from 'node:fs';
import { Command, Option, type OutputConfiguration } from 'commander';
import {
  type CommandDescription,
  MESSAGE_COMMANDS,
  PUBMARK_COMMANDS,
  SERIES_COMMAND,
  type Settings,
  VERIFY_HISTORY_COMMAND,
  WORKSPACE,
} from './commands.js';
import { exportHistory } from './export.js';
import { addHook } from './hook.js';
import { addHub } from './hub.js';
import { sourceOf } from './input.js';
import { addLens } from './lens.js';
import { addMcp } from './mcp.js';
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

A command reads one file, or standard input when given "-" or nothing; "chirp
history export" reads any number.
An object with "body", or with an object "protocol", is a message; any other is
an envelope.

${EXIT_CODES}

"chirp <command> --help" tells more about each.`;

const EXPORT = `An input is a message or an envelope, the gap that a revision left, or one of
these a line. They may come in any order, and the same one twice. Everything is
verified before anything is printed.

Examples:
  chirp history export --workspace acme messages.ndjson > history.json
  chirp history export --workspace acme --ndjson 1.json 2.json > history.ndjson`;

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
  addLens(chirp, EXIT_CODES, ends);
  addHub(chirp, EXIT_CODES, ends);
  addMcp(chirp, EXIT_CODES, ends);
  addHook(chirp, EXIT_CODES, ends);

  const pubmark = chirp
    .command('pubmark')
    .summary('compile, check or flatten PubMark source')
    .description('Works on PubMark source: CommonMark with tables, task lists, strikethrough and callouts.')
    .helpCommand(false)
    .addHelpText('after', '\n"chirp pubmark <command> --help" tells more about each.');
  for (const description of PUBMARK_COMMANDS) add(pubmark, description, ends);

  add(chirp, SERIES_COMMAND, ends);
  const history = chirp
    .command('history')
    .summary('export or verify the history of a series')
    .description('Works on the history of a series: every revision, or the gap that it left, in one file.')
    .helpCommand(false)
    .addHelpText('after', '\n"chirp history <command> --help" tells more about each.');
  addExport(history, ends);
  add(history, VERIFY_HISTORY_COMMAND, ends);
  return chirp;
}

/** Adds the one command that makes something of many inputs. */
function addExport(history: Command, { stdout, stderr, done }: Ends): void {
  const command = history
    .command('export')
    .summary('print the history that messages make')
    .description('Prints the history that the sealed messages of a series make, as canonical JSON.')
    .argument('[files...]', 'the inputs; "-" or nothing is standard input')
    .addOption(WORKSPACE)
    .addOption(new Option('--ndjson', 'print the history in lines').conflicts('json'))
    .option('--json', 'print {"ok","digest","series","head","history",…}, or the report')
    .addHelpText('after', `\n${EXPORT}\n\n${EXIT_CODES}`)
    .action(async (files: string[], options: { workspace: string; json?: true; ndjson?: true }) => {
      const { workspace, json = false, ndjson = false } = options;
      const names = files.length === 0 ? [undefined] : files;
      const sources = names.map((file) => sourceOf(file, nameOf(command)));
      done(await exportHistory({ sources, workspace, json, lines: ndjson, stdout, stderr }));
    });
}

/** Adds a command with what every one has: an input, the forms of its output, and the run itself. */
function add(parent: Command, description: CommandDescription, { stdout, stderr, done }: Ends): void {
  const { name, summary, json, ndjson, more, examples, operation } = description;
  const command = parent.command(name).summary(summary).description(description.description);
  for (const option of description.options ?? []) command.addOption(option);
  if (ndjson !== undefined) command.option('--ndjson', ndjson);
  command
    .argument('[file]', 'the input; "-" or nothing is standard input')
    .option('--json', json)
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
