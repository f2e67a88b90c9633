// Owns: the commands that work on the database of a hub: a copy of it, and its messages as lines, out and in.

import { LIMITS } from '@chirp-protocol/protocol/compile';
import type { Command } from 'commander';
import { type Ends, load, reached } from './hub-package.js';
import { addSettings, type Options, type Settings, settingsOf } from './hub-settings.js';
import { LineSplitter, Misuse, sourceOf } from './input.js';
import { ACCEPTED, REJECTED } from './run.js';
import { visibleLine } from './visible.js';

const EXPORT = `The first line is the workspace; then come its channels, and in the order in
which they were sent its messages, the gaps that deleted ones left, and the
actions that were run. Tokens, accounts and members are not exported. The hub
may run meanwhile.

Examples:
  chirp hub export > messages.ndjson
  chirp hub export --database postgres://chirp@db/chirp --channel general`;

const IMPORT = `Every message is judged again as when it was sent, and keeps its id, its sender
and its time. An empty database gets the workspace of the export, with a new
owner, whose token is printed. A line that is refused is said on standard error
and passed over. Import again, after an interruption too: what is there is not
stored twice.

Examples:
  chirp hub import --database postgres://chirp@db/chirp messages.ndjson`;

const BACKUP = `The hub may run meanwhile. The copy is checked before it gets its name; it is a
database that a hub can be started on. For PostgreSQL use pg_dump.

Examples:
  chirp hub backup --database chirp.db backups/monday.db`;

/** Adds `hub backup`. */
export function addBackup(hub: Command, exitCodes: string, { stdout, done }: Ends): void {
  onDatabase(hub.command('backup'))
    .summary('copy the embedded database while the hub runs')
    .description('Copies the embedded database, as it is at one moment, to a file.')
    .argument('<file>', 'the copy; what has this name is replaced')
    .addHelpText('after', `\n${BACKUP}\n\n${exitCodes}`)
    .action(async (file: string, _, command: Command) => {
      const { settings } = await settled(command);
      const { backupDatabase } = await load();
      await used(settings, () => backupDatabase(settings.database, file));
      await stdout.write(`copied to ${visibleLine(file)}\n`);
      done(ACCEPTED);
    });
}

/** Adds `hub export`. */
export function addExport(hub: Command, exitCodes: string, { stdout, done }: Ends): void {
  onDatabase(hub.command('export'))
    .summary('print the messages as lines')
    .description('Prints the messages of a workspace, one JSON object a line.')
    .option('--channel <id>', 'only this channel')
    .option('--workspace <id>', 'this workspace, if there are several')
    .addHelpText('after', `\n${EXPORT}\n\n${exitCodes}`)
    .action(async (_, command: Command) => {
      const { settings, workspace, channel } = await settled(command);
      const { exportMessages } = await load();
      const write = (line: string) => stdout.writeForeign(`${line}\n`);
      await used(settings, () =>
        exportMessages({ database: settings.database, ...workspace, ...channel, write }),
      );
      done(ACCEPTED);
    });
}

/** Adds `hub import`. */
export function addImport(hub: Command, exitCodes: string, { stdout, stderr, done }: Ends): void {
  onDatabase(hub.command('import'))
    .summary('take in lines that were exported')
    .description('Takes in what "chirp hub export" printed, into an empty database or another workspace.')
    .argument('<file>', 'the lines')
    .option('--workspace <id>', 'this workspace, if there are several')
    .addHelpText('after', `\n${IMPORT}\n\n${exitCodes}`)
    .action(async (file: string, _, command: Command) => {
      const { settings, workspace } = await settled(command);
      if (file === '-') throw new Misuse('name a file: it is read more than once');
      const { importMessages } = await load();
      const said: Promise<void>[] = [];
      const { stored, present, refused, complete } = await used(settings, () =>
        importMessages({
          database: settings.database,
          ...workspace,
          lines: () => linesOf(file),
          // At once, since it is kept nowhere, and the import may end early.
          made: ({ workspace: id, token }) => {
            said.push(
              stdout.write(
                `made the workspace ${id}\nthe owner's token, which is shown this once: ${token}\n`,
              ),
            );
          },
          refused: ({ line, code, detail, at }) => {
            const place = at === undefined || at === '' ? '' : ` at ${at}`;
            said.push(stderr.write(`line ${line}: ${visibleLine(`${code}${place}: ${detail}`)}\n`));
          },
        }),
      );
      await Promise.all(said);
      await stdout.write(`stored ${stored} lines, ${present} were there, ${refused} were refused\n`);
      if (!complete) await stderr.write('the export has no end: lines are missing\n');
      done(refused === 0 && complete ? ACCEPTED : REJECTED);
    });
}

/** Adds the options that say which database. */
export function onDatabase(command: Command): Command {
  return addSettings(command, ['database']);
}

/** What the options of a command say, those that stand before its name too. */
export async function settled(command: Command): Promise<{
  settings: Settings;
  workspace: { workspace?: string };
  channel: { channel?: string };
}> {
  const options: Options & { workspace?: string; channel?: string } = command.optsWithGlobals();
  const { workspace, channel } = options;
  return {
    settings: await settingsOf(options, process.env),
    workspace: workspace === undefined ? {} : { workspace },
    channel: channel === undefined ? {} : { channel },
  };
}

/** Works on the database. Throws Misuse for one that cannot be used, and for what it does not have. */
export async function used<T>(settings: Settings, work: () => Promise<T>): Promise<T> {
  try {
    return await reached(settings, work);
  } catch (error) {
    if (error instanceof RangeError) throw new Misuse(visibleLine(error.message));
    throw error;
  }
}

async function* linesOf(file: string): AsyncGenerator<{ number: number; bytes: Uint8Array }> {
  const splitter = new LineSplitter(LIMITS.free_bytes);
  for await (const chunk of sourceOf(file, 'chirp hub import').chunks()) yield* splitter.take(chunk);
  yield* splitter.finish();
}
