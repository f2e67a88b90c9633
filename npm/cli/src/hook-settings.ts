// Owns: the settings of `chirp hook`: which hub, which channel, what is told, and where it waits.

import { homedir } from 'node:os';
import { join } from 'node:path';
import { CLAUDE_CODE_TEXTS, type ClaudeCodeText } from '@chirp-protocol/webhook';
import { Misuse } from './input.js';
import { settingsIn } from './settings-file.js';

/** What the hook works with. */
export interface HookSettings {
  readonly url: string;
  /** Empty if none is set: what is told then waits. */
  readonly token: string;
  readonly channel: string;
  /** The folder in which what cannot be sent waits. */
  readonly queue: string;
  /** Texts of events that are left out unless they are named here. */
  readonly include: readonly ClaudeCodeText[];
  /** Whether every use of a tool is told of. */
  readonly tools: boolean;
}

const DEFAULTS = { url: 'http://127.0.0.1:4747', channel: 'general' } as const;

const NAMES = ['url', 'token', 'channel', 'queue', 'include', 'tools'] as const;

type File = Readonly<Partial<Record<(typeof NAMES)[number], unknown>>>;

/** The settings, from the environment, the file, and what is usual. Throws Misuse. */
export async function hookSettings(env: NodeJS.ProcessEnv): Promise<HookSettings> {
  const file = await fileOf(env);
  const { CHIRP_HUB_URL, CHIRP_TOKEN, CHIRP_CHANNEL, CHIRP_QUEUE, CHIRP_HOOK_INCLUDE, CHIRP_HOOK_TOOLS } =
    env;
  const named = CHIRP_HOOK_INCLUDE?.split(',').filter((name) => name !== '');
  return {
    url: urlOf(CHIRP_HUB_URL ?? text(file.url, 'url') ?? DEFAULTS.url),
    token: tokenOf(CHIRP_TOKEN ?? text(file.token, 'token') ?? ''),
    channel: CHIRP_CHANNEL ?? text(file.channel, 'channel') ?? DEFAULTS.channel,
    queue: CHIRP_QUEUE ?? text(file.queue, 'queue') ?? queueIn(env),
    include: texts(named ?? file.include ?? []),
    tools: CHIRP_HOOK_TOOLS === undefined ? file.tools === true : CHIRP_HOOK_TOOLS === '1',
  };
}

/** The folder in which what cannot be sent waits where nothing else is said. */
export function queueIn(env: NodeJS.ProcessEnv): string {
  const { XDG_STATE_HOME = join(homedir(), '.local', 'state') } = env;
  return join(XDG_STATE_HOME, 'chirp', 'queue');
}

/** The file, which need not be there unless it is named. */
async function fileOf(env: NodeJS.ProcessEnv): Promise<File> {
  const { CHIRP_HOOK_CONFIG: named, XDG_CONFIG_HOME = join(homedir(), '.config') } = env;
  const path = named ?? join(XDG_CONFIG_HOME, 'chirp', 'hook.json');
  return settingsIn(path, NAMES, named === undefined);
}

function urlOf(value: string): string {
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return value;
  throw new Misuse('the address of the hub must begin with http:// or https://');
}

function tokenOf(value: string): string {
  const token = value.trim();
  if (/^[\x21-\x7e]*$/.test(token)) return token;
  throw new Misuse('the token must have neither white space nor letters beyond ASCII');
}

function text(value: unknown, name: string): string | undefined {
  if (value === undefined || (typeof value === 'string' && value !== '')) return value;
  throw new Misuse(`the setting ${name} must be a text`);
}

function texts(value: unknown): ClaudeCodeText[] {
  const known: readonly unknown[] = CLAUDE_CODE_TEXTS;
  if (Array.isArray(value) && value.every((name) => known.includes(name))) return value;
  throw new Misuse(`the setting include must be some of ${CLAUDE_CODE_TEXTS.join(', ')}`);
}
