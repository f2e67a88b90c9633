// Owns: the commands `hook`: what they are called and what they say.

import { createClient } from '@chirp-protocol/webhook';
import { openQueue } from '@chirp-protocol/webhook/queue';
import { type Command, Option } from 'commander';
import { hearClaudeCode } from './hook-claude-code.js';
import { merge, settingsFor } from './hook-install.js';
import { hookSettings } from './hook-settings.js';
import { Misuse } from './input.js';
import { counted } from './outcome.js';
import type { Output } from './output.js';
import { ACCEPTED, REJECTED } from './run.js';
import { visibleLine } from './visible.js';

/** Where the output goes, and who hears the exit code. */
interface Ends {
  readonly stdout: Output;
  readonly stderr: Output;
  done(code: number): void;
}

const SETTINGS = `Settings are those of the environment, and otherwise of the file
~/.config/chirp/hook.json (CHIRP_HOOK_CONFIG names another):

  CHIRP_HUB_URL       url      the hub (http://127.0.0.1:4747)
  CHIRP_TOKEN         token    a token that may speak as agent/claude-code;
                               "chirp hub token" makes one
  CHIRP_CHANNEL       channel  where it is told (general)
  CHIRP_QUEUE         queue    the folder in which what cannot be sent waits
                               (~/.local/state/chirp/queue)
  CHIRP_HOOK_INCLUDE  include  texts that are left out unless named: prompt,
                               tool_input, tool_response, message,
                               last_assistant_message; 120 characters of each
  CHIRP_HOOK_TOOLS=1  tools    tell of every use of a tool`;

const HEAR = `It prints nothing, ends with 0 whatever happens, and takes less than two
seconds. While the hub is away, what it was told waits in the queue, and is sent
later, in order and once. What went wrong is written to hook.log there.

${SETTINGS}`;

const INSTALL = `The file keeps all else that it has, and a copy of it as it was. Claude Code
must find "chirp" as a command: npm install --global makes it one. With --http
that is needed for SessionStart alone, which Claude Code tells commands only.`;

/** Adds the commands. `exitCodes` is what the help of every command ends with. */
export function addHook(parent: Command, exitCodes: string, ends: Ends): void {
  const hook = parent
    .command('hook')
    .summary('tell a hub what Claude Code does')
    .description('Tells a hub what Claude Code does.')
    .helpCommand(false)
    .showHelpAfterError('"chirp hook --help" tells more.')
    .addHelpText('after', '\n"chirp hook <command> --help" tells more about each.');
  hook
    .command('claude-code')
    .summary('take an event of Claude Code on standard input')
    .description('Takes an event of a hook of Claude Code on standard input and tells the hub.')
    .addHelpText('after', `\n${HEAR}`)
    .action(() => hearClaudeCode(process.env));
  hook
    .command('install')
    .summary('print the settings that make Claude Code call it')
    .description('Prints the settings that make Claude Code tell the hub what it does.')
    .addOption(new Option('--command', 'by "chirp hook claude-code" (the default)').conflicts('http'))
    .option('--http', 'by requests to the hub, whose hook has the token in CHIRP_HOOK_TOKEN')
    .option('--merge <file>', 'add them to this file, such as .claude/settings.json')
    .addHelpText('after', `\n${INSTALL}\n\n${exitCodes}`)
    .action(async (options: { http?: true; merge?: string }) => ends.done(await install(options, ends)));
  hook
    .command('flush')
    .summary('send what waits')
    .description('Sends what waits because the hub was away, and says what is left.')
    .addHelpText('after', `\n${SETTINGS}\n\n${exitCodes}`)
    .action(async () => ends.done(await flush(ends)));
}

async function install(
  { http, merge: file }: { http?: true; merge?: string },
  { stdout }: Ends,
): Promise<number> {
  const { url } = await hookSettings(process.env);
  const settings = settingsFor(http ? 'http' : 'command', url);
  if (file === undefined) {
    await stdout.write(`${JSON.stringify(settings, null, 2)}\n`);
    return ACCEPTED;
  }
  const merged = await merge(file, settings);
  const shown = visibleLine(file);
  if (merged === 'unchanged') await stdout.write(`${shown} has the hooks already\n`);
  else {
    const kept =
      merged.backup === undefined ? '' : `; as it was, it is kept in ${visibleLine(merged.backup)}`;
    await stdout.write(`${stdout.style.good('✓')} the hooks are in ${shown}${kept}\n`);
  }
  return ACCEPTED;
}

async function flush({ stdout, stderr }: Ends): Promise<number> {
  const { url, token, queue } = await hookSettings(process.env);
  if (token === '') throw new Misuse('no token: set CHIRP_TOKEN; "chirp hub token" makes one');
  const connection = { url, token, attempts: 1 };
  const { sent, refused, left } = await createClient({ ...connection, queue: openQueue(queue) }).flush();
  await stdout.write(`${counted(sent, 'message')} sent, ${refused} refused, ${left} left\n`);
  if (refused > 0) await stderr.write(`what was refused is in ${visibleLine(queue)}, and why in queue.log\n`);
  if (left > 0) {
    const reason = await createClient(connection)
      .validate({})
      .then(
        () => 'another process sends them',
        (error: Error) => error.message,
      );
    await stderr.write(`${visibleLine(reason)}\n`);
  }
  return left + refused === 0 ? ACCEPTED : REJECTED;
}
