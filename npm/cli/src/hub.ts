// Owns: the command `hub`: the settings of a hub from options, environment and a file, and its life as a process.

import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { addressOf, type SignInOptions, type SignInSettings, signInSettings } from './hub-sign-in.js';
import { Misuse, reasonOf } from './input.js';
import type { Output } from './output.js';
import { ACCEPTED } from './run.js';
import { visibleLine } from './visible.js';

/** What a hub is started with. */
interface Settings extends SignInSettings {
  database: string;
  host: string;
  port: number;
  /** The names by which it may be called, beside those of this machine. */
  hosts: string[];
}

/** What the options of the command say. */
interface Options extends SignInOptions {
  config?: string;
  database?: string;
  host?: string;
  port?: string;
  name?: string[];
  check?: true;
}

/** Where the output goes, and who hears the exit code. */
interface Ends {
  readonly stdout: Output;
  readonly stderr: Output;
  done(code: number): void;
}

type Hub = typeof import('@chirp-protocol/hub');

const DEFAULTS: Settings = { database: 'chirp.db', host: '127.0.0.1', port: 4747, hosts: [] };

const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

const MORE = `An option counts before the environment (CHIRP_HUB_DATABASE, CHIRP_HUB_HOST,
CHIRP_HUB_PORT, CHIRP_HUB_NAMES with commas), and that before the file, which is
JSON: {"database"?,"host"?,"port"?,"names"?,"origins"?,"oidc"?}. The issuer too is in the
environment: CHIRP_HUB_OIDC_ISSUER, CHIRP_HUB_OIDC_CLIENT, CHIRP_HUB_OIDC_SECRET.

The first time, it prints the token of the owner, which is kept nowhere. The log
goes to standard error, one JSON object a line. SIGTERM and SIGINT end it when
what was begun is finished.

Examples:
  chirp hub
  chirp hub sign-in
  chirp hub --database postgres://chirp@db/chirp --host 0.0.0.0 --name hub.example
  chirp hub --config hub.json --check`;

/** Adds the command. `exitCodes` is what the help of every command ends with. */
export function addHub(parent: Command, exitCodes: string, ends: Ends): void {
  const hub = parent
    .command('hub')
    .helpCommand(false)
    .summary('run a hub: accept messages, store them, serve them')
    .description('Runs a hub on a database, until it is told to end.')
    .option('--database <where>', `a file, or a URL postgres://… (default: "${DEFAULTS.database}")`)
    .option('--host <address>', `listen there (default: "${DEFAULTS.host}")`)
    .option('--port <number>', `listen there; 0 is any that is free (default: ${DEFAULTS.port})`)
    .option('--name <host...>', 'a name by which it may be called, beside those of this machine')
    .option('--origin <origin...>', "pages of this origin may use a session, beside the hub's own")
    .option('--oidc-issuer <url>', 'people sign in by this OpenID Connect issuer')
    .option('--oidc-client <id>', 'the id that the issuer knows the hub by')
    .option('--config <file>', 'settings, as JSON')
    .option('--check', 'say whether the settings are right and the database is there, and end')
    .addHelpText('after', `\n${MORE}\n\n${exitCodes}`)
    .action(async (options: Options) => {
      const settings = await settingsOf(options, process.env);
      const hub = await load();
      ends.done(options.check ? await check(hub, settings, ends) : await serve(hub, settings, ends));
    });
  hub
    .command('sign-in [account]')
    .summary('print a link that signs a browser in')
    .description(
      'Prints a link that signs a browser in once, within ten minutes: as the owner, or as an account.',
    )
    .option('--database <where>', 'the database of the hub, which may be running')
    .option('--config <file>', 'the settings of the hub')
    .option('--url <origin>', 'the address of the hub, where it is not the one that it listens on')
    .addHelpText('after', `\n${exitCodes}`)
    .action(async (account: string | undefined, _: object, command: Command) => {
      // Of an option that both have, commander gives those before the word to the command above.
      const options: Options & { url?: string } = command.optsWithGlobals();
      const settings = await settingsOf(options, process.env);
      const { signInLink } = await load();
      const link = await reached(settings, () => signInLink(settings.database, account));
      const { host, port } = settings;
      await ends.stdout.write(`${addressOf(link, options.url, host, port)}\n`);
      ends.done(ACCEPTED);
    });
}

/** The package of the hub, which only those install who run one. */
async function load(): Promise<Hub> {
  try {
    return await import('@chirp-protocol/hub');
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Misuse('the hub is a package of its own: npm install @chirp-protocol/hub');
  }
}

async function check({ checkDatabase }: Hub, settings: Settings, { stdout }: Ends): Promise<number> {
  const { pending } = await reached(settings, () => checkDatabase(settings.database));
  const state = pending.length === 0 ? 'is up to date' : `will get ${pending.join(', ')}`;
  const { style } = stdout;
  await stdout.write(`${style.good('✓')} the settings are right, and the database ${state}\n`);
  return ACCEPTED;
}

async function serve({ openHub }: Hub, settings: Settings, { stdout, stderr }: Ends): Promise<number> {
  const { database, host, port, hosts, origins = [], oidc } = settings;
  const ended = signalled();
  const log = (line: object) => {
    // A log that nobody reads does not end the hub.
    stderr.write(`${JSON.stringify(line)}\n`).catch(() => {});
  };
  const hub = await reached(settings, () =>
    openHub({ database, hosts: [...LOCAL, ...hosts], origins, ...(oidc && { oidc }), log }),
  );
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
    log({ time: new Date().toISOString(), level: 'info', event: 'listening', url });
    await ended;
    log({ time: new Date().toISOString(), level: 'info', event: 'closing' });
  } finally {
    await hub.close();
  }
  return ACCEPTED;
}

/** Resolves when the process is told to end. Told again, it ends at once. */
function signalled(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });
}

/** Runs what needs the database or the address; without them there is no hub. Throws Misuse, which names no password. */
async function reached<T>({ host, port }: Settings, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, name, message } = error as { code?: string; name?: string; message?: string };
    if (code === 'EADDRINUSE')
      throw new Misuse(`another program listens on port ${port} of ${visibleLine(host)}`);
    if (code === 'EADDRNOTAVAIL' || code === 'EACCES' || code === 'ENOTFOUND')
      throw new Misuse(`cannot listen on port ${port} of ${visibleLine(host)} (${code})`);
    if (name === 'StoreUnavailable') throw new Misuse(`cannot use the database: ${message}`);
    if (name === 'TypeError' && /^`oidc\./.test(message ?? '')) throw new Misuse(message ?? '');
    if (/^the (database|migration) /.test(message ?? '')) throw new Misuse(message ?? '');
    throw error;
  }
}

/** The settings, from the options, the environment, the file, and what is usual. Throws Misuse. */
async function settingsOf(options: Options, env: NodeJS.ProcessEnv): Promise<Settings> {
  const file = options.config === undefined ? {} : await settingsIn(options.config);
  const { CHIRP_HUB_DATABASE, CHIRP_HUB_HOST, CHIRP_HUB_PORT, CHIRP_HUB_NAMES } = env;
  const names = options.name ?? CHIRP_HUB_NAMES?.split(',').filter((name) => name !== '');
  return {
    database: options.database ?? CHIRP_HUB_DATABASE ?? text(file.database, 'database') ?? DEFAULTS.database,
    host: options.host ?? CHIRP_HUB_HOST ?? text(file.host, 'host') ?? DEFAULTS.host,
    port: portOf(options.port ?? CHIRP_HUB_PORT ?? file.port ?? DEFAULTS.port),
    hosts: names ?? texts(file.names, 'names') ?? DEFAULTS.hosts,
    ...signInSettings(options, env, file),
  };
}

const NAMES = ['database', 'host', 'port', 'names', 'origins', 'oidc'] as const;

type File = Readonly<Partial<Record<(typeof NAMES)[number], unknown>>>;

async function settingsIn(path: string): Promise<File> {
  const shown = visibleLine(path);
  let file: unknown;
  try {
    file = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new Misuse(`cannot read the settings in ${shown}: ${reasonOf(error as Error)}`);
  }
  if (typeof file !== 'object' || file === null || Array.isArray(file))
    throw new Misuse(`the settings in ${shown} must be a JSON object`);
  const unknown = Object.keys(file).find((name) => !(NAMES as readonly string[]).includes(name));
  if (unknown !== undefined) throw new Misuse(`${shown} has the unknown setting ${visibleLine(unknown)}`);
  return file as File;
}

function text(value: unknown, name: string): string | undefined {
  if (value === undefined || (typeof value === 'string' && value !== '')) return value;
  throw new Misuse(`the setting ${name} must be a text`);
}

function texts(value: unknown, name: string): string[] | undefined {
  const isList = Array.isArray(value) && value.every((item) => typeof item === 'string' && item !== '');
  if (value === undefined || isList) return value as string[] | undefined;
  throw new Misuse(`the setting ${name} must be a list of texts`);
}

function portOf(value: unknown): number {
  const port = typeof value === 'string' && /^\d{1,5}$/.test(value) ? Number(value) : value;
  if (typeof port === 'number' && Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new Misuse('the port must be a number from 0 to 65535');
}
