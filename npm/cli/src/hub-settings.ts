// Owns: the settings of a hub, each once: its option, its variable, its name in the file, what it must be.

import type { HubOptions, OidcOptions } from '@chirp-protocol/hub';
import type { Command } from 'commander';
import { addIssuer, ISSUER_VARIABLES, issuerSetting } from './hub-issuer.js';
import { Misuse } from './input.js';
import { isObject, settingsIn } from './settings-file.js';

/** What a hub is started with. */
export interface Settings {
  readonly database: string;
  readonly host: string;
  readonly port: number;
  /** The names by which it may be called, beside those of this machine. */
  readonly names: readonly string[];
  /** The origins whose pages may ask, beside its own. */
  readonly origins: readonly string[];
  readonly log_level: 'info' | 'warn' | 'error';
  /** How long it goes on when it is told to end, while it says that it will, in seconds. */
  readonly drain_seconds: number;
  /** The folder of the pages that it serves; empty if it serves none. */
  readonly pages: string;
  /** Whether webhooks may be at http://127.0.0.1 and http://[::1]. */
  readonly allow_loopback_webhooks: boolean;
  /** What the hub itself looks at. */
  readonly capabilities: NonNullable<HubOptions['capabilities']>;
  readonly limits: NonNullable<HubOptions['limits']>;
  readonly proxies: number;
  /** The issuer by which people sign in. */
  readonly oidc?: OidcOptions;
}

/** The settings that are one value. */
type Plain = Omit<Settings, 'oidc'>;

/** What the options of a command say, by their names in camel case. */
export type Options = Readonly<Record<string, unknown>>;

interface Setting<Value> {
  /** As commander takes it, where there is one. */
  readonly option?: string;
  readonly help?: string;
  /** The first that is set counts. */
  readonly variables: readonly string[];
  readonly usual: Value;
  /** Whether a variable has it with commas. */
  readonly list?: true;
  /** The value that is given, by an option, a variable or the file; undefined for what it must not be. */
  read(given: unknown): Value | undefined;
  /** What it must be, in words. */
  readonly must: string;
}

/** All settings, by their names in the file. */
const SETTINGS: { readonly [Name in keyof Plain]: Setting<Plain[Name]> } = {
  database: {
    option: '--database <where>',
    help: 'a file, or a URL postgres://… (default: "chirp.db")',
    variables: ['CHIRP_HUB_DATABASE', 'DATABASE_URL'],
    usual: 'chirp.db',
    read: (given) => {
      const where = text(given);
      return where === undefined || /^(?!postgres(ql)?:)[a-z+]{2,}:\/\//.test(where) ? undefined : where;
    },
    must: 'a file, or a URL that begins with postgres://',
  },
  host: {
    option: '--host <address>',
    help: 'listen there (default: "127.0.0.1")',
    variables: ['CHIRP_HUB_HOST'],
    usual: '127.0.0.1',
    read: text,
    must: 'a text',
  },
  port: {
    option: '--port <number>',
    help: 'listen there; 0 is any that is free (default: 4747)',
    variables: ['CHIRP_HUB_PORT'],
    usual: 4747,
    read: upTo(65_535),
    must: 'a number from 0 to 65535',
  },
  names: {
    option: '--name <host...>',
    help: 'a name by which it may be called, beside those of this machine',
    variables: ['CHIRP_HUB_NAMES'],
    list: true,
    usual: [],
    read: texts,
    must: 'a list of texts',
  },
  origins: {
    option: '--origin <origin...>',
    help: 'an origin whose pages may ask, as https://pages.example',
    variables: ['CHIRP_HUB_ORIGINS'],
    list: true,
    usual: [],
    read: (given) => {
      const origins = texts(given);
      return origins?.every((one) => URL.canParse(one) && new URL(one).origin === one) ? origins : undefined;
    },
    must: 'a list of origins, as https://pages.example',
  },
  log_level: {
    option: '--log-level <level>',
    help: 'info, warn or error (default: info)',
    variables: ['CHIRP_HUB_LOG_LEVEL'],
    usual: 'info',
    read: (given) => (['info', 'warn', 'error'] as const).find((level) => level === given),
    must: 'info, warn or error',
  },
  drain_seconds: {
    option: '--drain-seconds <number>',
    help: 'go on so long when told to end (default: 0)',
    variables: ['CHIRP_HUB_DRAIN_SECONDS'],
    usual: 0,
    read: upTo(3600),
    must: 'a number from 0 to 3600',
  },
  pages: {
    option: '--pages <folder>',
    help: 'serve these files beside the API, as the board and the channels',
    variables: ['CHIRP_HUB_PAGES'],
    usual: '',
    read: text,
    must: 'a folder',
  },
  allow_loopback_webhooks: {
    option: '--allow-loopback-webhooks',
    help: 'let webhooks be at http://127.0.0.1 and http://[::1]',
    variables: [],
    usual: false,
    read: (given) => (typeof given === 'boolean' ? given : undefined),
    must: 'true or false',
  },
  capabilities: {
    variables: [],
    usual: [],
    read: (given) =>
      Array.isArray(given) && given.every(isObject) ? (given as unknown as Plain['capabilities']) : undefined,
    must: 'a list of objects',
  },
  limits: {
    variables: [],
    usual: {},
    read: (given) => (isObject(given) ? given : undefined),
    must: 'an object',
  },
  proxies: {
    option: '--proxies <number>',
    help: 'so many proxies stand before it, and say by whom they were asked (default: 0)',
    variables: ['CHIRP_HUB_PROXIES'],
    usual: 0,
    read: upTo(100),
    must: 'a number from 0 to 100',
  },
};

const NAMES = Object.keys(SETTINGS) as (keyof Plain)[];

/** Adds the options of the settings with these names, and that of the file. */
export function addSettings(command: Command, names: readonly (keyof Plain)[] = NAMES): Command {
  for (const { option, help } of names.map((name) => SETTINGS[name]))
    if (option !== undefined) command.option(option, help);
  if (names === NAMES) addIssuer(command);
  return command.option('--config <file>', 'settings, as JSON');
}

/** The settings as a table for the help. */
export function settingsHelp(): string {
  const named = NAMES.filter((name) => SETTINGS[name].variables.length > 0);
  const rows = named.map((name): [string, readonly string[]] => [name, SETTINGS[name].variables]);
  return [...rows, ['oidc', ISSUER_VARIABLES] as const]
    .map(([name, variables]) => `  ${name.padEnd(14)} ${inLines(variables)}`)
    .join('\n');
}

/** Names that stand beside each other, two in a line. */
function inLines(names: readonly string[]): string {
  const lines: string[] = [];
  for (let at = 0; at < names.length; at += 2) lines.push(names.slice(at, at + 2).join(', '));
  return lines.join(`,\n${' '.repeat(17)}`);
}

/** The settings, from the options, the environment, the file, and what is usual, in this order. Throws Misuse. */
export async function settingsOf(options: Options, env: NodeJS.ProcessEnv): Promise<Settings> {
  const { config } = options;
  const file = typeof config === 'string' ? await settingsIn(config, [...NAMES, 'oidc']) : {};
  const { oidc } = file;
  const settings = Object.fromEntries(NAMES.map((name) => [name, settingOf(name, options, env, file)]));
  return { ...(settings as unknown as Plain), ...issuerSetting(options, env, oidc) };
}

function settingOf(name: keyof Plain, options: Options, env: NodeJS.ProcessEnv, file: Options): unknown {
  const { option, variables, usual, list, read, must } = SETTINGS[name];
  const variable = variables.map((one) => env[one]).find((value) => value !== undefined && value !== '');
  const inVariable = list ? variable?.split(',').filter((one) => one !== '') : variable;
  const given = (option === undefined ? undefined : options[keyOf(option)]) ?? inVariable ?? file[name];
  if (given === undefined) return usual;
  const value = read(given);
  // What was given may be a secret, as the password in an address is.
  if (value === undefined) throw new Misuse(`the setting ${name} must be ${must}`);
  return value;
}

/** What commander calls an option: `--log-level <level>` is `logLevel`. */
function keyOf(option: string): string {
  const [, long = ''] = /^--([a-z-]+)/.exec(option) ?? [];
  return long.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function text(given: unknown): string | undefined {
  return typeof given === 'string' && given !== '' ? given : undefined;
}

function texts(given: unknown): string[] | undefined {
  const isList = Array.isArray(given) && given.every((one) => typeof one === 'string' && one !== '');
  return isList ? (given as string[]) : undefined;
}

function upTo(most: number): (given: unknown) => number | undefined {
  return (given) => {
    const number = typeof given === 'string' && /^\d{1,5}$/.test(given) ? Number(given) : given;
    const isRight = typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= most;
    return isRight ? number : undefined;
  };
}
