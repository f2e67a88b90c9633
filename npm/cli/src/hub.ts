// Owns: the command `hub`: the life of a hub as a process, and what it needs before it can begin.

import { stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { HubOptions } from '@chirp-protocol/hub';
import type { Command } from 'commander';
import { addBackup, addExport, addImport } from './hub-data.js';
import { type Ends, type Hub, load, reached } from './hub-package.js';
import { addSettings, type Options, type Settings, settingsHelp, settingsOf } from './hub-settings.js';
import { addSignIn } from './hub-sign-in.js';
import { addToken } from './hub-token.js';
import { Misuse } from './input.js';
import { ACCEPTED } from './run.js';
import { visibleLine } from './visible.js';

const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

const MORE = `An option counts before the environment, and that before the file. Each setting
by its name in the file, with its variable; a list has commas there:
${settingsHelp()}

The first time, it prints the token of the owner, which is kept nowhere. The log
goes to standard error, one JSON object a line. SIGTERM and SIGINT end it: from
then on /readyz says so, what was begun is finished, and the exit code is 0. A
second signal ends it at once.

Examples:
  chirp hub
  chirp hub sign-in
  chirp hub token --role owner
  chirp hub --database postgres://chirp@db/chirp --name hub.example
  chirp hub --config hub.json --check
  chirp hub backup --database chirp.db chirp-monday.db
  chirp hub export > messages.ndjson`;

/** Adds the command. `exitCodes` is what the help of every command ends with. */
export function addHub(parent: Command, exitCodes: string, ends: Ends): void {
  const hub = parent
    .command('hub')
    .summary('run a hub: accept messages, store them, serve them')
    .description('Runs a hub on a database, until it is told to end.')
    .helpCommand(false)
    .showHelpAfterError('"chirp hub --help" tells more.');
  addSettings(hub)
    .option('--check', 'say whether a hub could begin so, and end')
    .addHelpText('after', `\n${MORE}\n\n${exitCodes}`)
    .action(async (options: Options & { check?: true }) => {
      const settings = await settingsOf(options, process.env);
      const loaded = await load();
      ends.done(options.check ? await check(loaded, settings, ends) : await serve(loaded, settings, ends));
    });
  for (const add of [addSignIn, addToken, addBackup, addExport, addImport]) add(hub, exitCodes, ends);
}

/** Says what would happen, and changes nothing. */
async function check(
  { checkDatabase, checkOptions }: Hub,
  settings: Settings,
  { stdout }: Ends,
): Promise<number> {
  const { host, port } = settings;
  await mustHavePages(settings.pages);
  await held(() => checkOptions(optionsOf(settings)));
  const said = (text: string) => stdout.write(`${stdout.style.good('✓')} ${text}\n`);
  await said('the settings are right');
  await reached(settings, () => mayListen(host, port));
  await said(`${visibleLine(host)} has ${port === 0 ? 'a port that is free' : `port ${port} free`}`);
  const { pending } = await reached(settings, () => checkDatabase(settings.database));
  await said(`the database ${pending.length === 0 ? 'is up to date' : `will get ${pending.join(', ')}`}`);
  return ACCEPTED;
}

/** Resolves if the address could be listened on just now. */
function mayListen(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(port, host, () => server.close(() => resolve()));
  });
}

async function serve(
  { openHub, checkOptions, logTo }: Hub,
  settings: Settings,
  { stdout, stderr }: Ends,
): Promise<number> {
  const { database, host, port, log_level, drain_seconds } = settings;
  const options = optionsOf(settings);
  await mustHavePages(settings.pages);
  await held(() => checkOptions(options));
  const ended = signalled();
  const log = logTo((line) => {
    // A log that nobody reads does not end the hub.
    stderr.write(line).catch(() => {});
  }, log_level);
  const event = (name: string, more = {}) =>
    log({ time: new Date().toISOString(), level: 'info', event: name, ...more });
  const hub = await reached(settings, () => openHub({ ...options, database, log }));
  try {
    if (hub.firstRun !== undefined) {
      const { token, workspace, channel } = hub.firstRun;
      await stdout.write(
        `made the workspace ${workspace} with the channel ${channel}\n` +
          `the owner's token, which is shown this once: ${token}\n`,
      );
    }
    const url = await reached(settings, () => hub.listen({ host, port }));
    await stdout.write(`listening on ${url}\n`);
    event('listening', { url });
    await ended;
    hub.drain();
    event('closing');
    await wait(drain_seconds * 1000);
  } finally {
    await hub.close();
  }
  return ACCEPTED;
}

function optionsOf(settings: Settings): Omit<HubOptions, 'database' | 'log'> {
  const { names, origins, oidc, capabilities, limits, proxies, pages, allow_loopback_webhooks } = settings;
  return {
    hosts: [...LOCAL, ...names],
    origins,
    ...(oidc === undefined ? {} : { oidc }),
    ...(pages === '' ? {} : { pages }),
    capabilities,
    limits,
    proxies,
    allowLoopbackWebhooks: allow_loopback_webhooks,
  };
}

/** Throws Misuse for a folder that is not there. */
async function mustHavePages(folder: string): Promise<void> {
  const found = folder === '' ? undefined : await stat(folder).catch(() => undefined);
  if (folder !== '' && !found?.isDirectory())
    throw new Misuse(`the setting pages must be a folder, and ${visibleLine(folder)} is none`);
}

/** Asks the hub about settings that it looks at itself. Throws Misuse with what it says. */
async function held(check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new Misuse(`the settings cannot hold: ${visibleLine(error.message)}`);
  }
}

/** Resolves when the process is told to end. Told again, in whichever way, it ends at once. */
function signalled(): Promise<void> {
  const signals = ['SIGTERM', 'SIGINT'] as const;
  return new Promise((resolve) => {
    const first = () => {
      for (const signal of signals) process.off(signal, first);
      resolve();
    };
    for (const signal of signals) process.on(signal, first);
  });
}
