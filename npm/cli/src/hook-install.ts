// Owns: `chirp hook install`: the settings that make Claude Code call the hook, printed, or merged into a file when asked to.

import { constants } from 'node:fs';
import { copyFile, mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { CLAUDE_CODE_EVENTS } from '@chirp-protocol/webhook';
import { Misuse, reasonOf } from './input.js';
import { isObject } from './settings-file.js';
import { visibleLine } from './visible.js';

/** How Claude Code tells of its events: by a request to the hub, or by a command. */
export type Way = 'http' | 'command';

/** The settings of Claude Code that tell a hub of its events. */
export interface ClaudeCodeSettings {
  readonly hooks: Readonly<Record<string, readonly object[]>>;
}

/** Events that are told by commands only. */
const COMMAND_ONLY: readonly string[] = ['SessionStart'];

/** The environment variable that holds the token of the hub's hook. */
const TOKEN = 'CHIRP_HOOK_TOKEN';

/** How long Claude Code waits for the command, in seconds; it takes less. */
const TIMEOUT_S = 5;

/** The settings that tell the hub at `url` of every event that becomes a message. */
export function settingsFor(way: Way, url: string): ClaudeCodeSettings {
  const command = { type: 'command', command: 'chirp hook claude-code', timeout: TIMEOUT_S };
  const request = {
    type: 'http',
    url: `${url.replace(/\/+$/, '')}/api/v1/hooks`,
    headers: { Authorization: `Bearer $${TOKEN}` },
    allowedEnvVars: [TOKEN],
    timeout: TIMEOUT_S,
  };
  const hooks = CLAUDE_CODE_EVENTS.map((event) => {
    const hook = way === 'http' && !COMMAND_ONLY.includes(event) ? request : command;
    return [event, [{ hooks: [hook] }]] as const;
  });
  return { hooks: Object.fromEntries(hooks) };
}

/**
 * Adds the settings to those in a file, which keeps all else that it has and is made if it is not there. Gives where the
 * file as it was is kept; undefined if there was none; and `unchanged` if it had them all. Throws Misuse, and then the file
 * is as it was.
 */
export async function merge(
  file: string,
  settings: ClaudeCodeSettings,
): Promise<{ backup?: string } | 'unchanged'> {
  const shown = visibleLine(file);
  const text = await readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    throw new Misuse(`cannot read ${shown}: ${reasonOf(error)}`);
  });
  const merged = added(text === undefined ? {} : objectIn(text, shown), settings, shown);
  if (merged === undefined) return 'unchanged';
  try {
    // A file that is a link stays one.
    const path = text === undefined ? file : await realpath(file);
    if (text === undefined) await mkdir(dirname(path), { recursive: true });
    const backup = text === undefined ? undefined : await keep(path);
    const mode = backup === undefined ? 0o600 : (await stat(path)).mode & 0o777;
    const unfinished = `${path}.${process.pid}.tmp`;
    await writeFile(unfinished, `${JSON.stringify(merged, null, 2)}\n`, { mode, flag: 'wx' });
    await rename(unfinished, path);
    return backup === undefined ? {} : { backup };
  } catch (error) {
    throw new Misuse(`cannot write ${shown}: ${reasonOf(error as Error)}`);
  }
}

function objectIn(text: string, shown: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Misuse(`${shown} is no JSON, so nothing is added to it`);
  }
  if (isObject(value)) return value;
  throw new Misuse(`${shown} must hold a JSON object, so nothing is added to it`);
}

/** The settings with ours; undefined if they have them. */
function added(
  known: Record<string, unknown>,
  { hooks }: ClaudeCodeSettings,
  shown: string,
): Record<string, unknown> | undefined {
  const { hooks: before = {} } = known;
  if (!isObject(before))
    throw new Misuse(`\`hooks\` in ${shown} must be an object, so nothing is added to it`);
  const after: Record<string, unknown> = { ...before };
  let isChanged = false;
  for (const [event, groups] of Object.entries(hooks)) {
    const there = before[event] ?? [];
    if (!Array.isArray(there))
      throw new Misuse(`\`hooks.${event}\` in ${shown} must be a list, so nothing is added to it`);
    const missing = groups.filter((group) => !there.some((one) => isDeepStrictEqual(one, group)));
    if (missing.length === 0) continue;
    after[event] = [...there, ...missing];
    isChanged = true;
  }
  return isChanged ? { ...known, hooks: after } : undefined;
}

/** Copies a file to a name beside it that nothing has, and gives that. */
async function keep(path: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const copy = `${path}.backup-${number}`;
    try {
      await copyFile(path, copy, constants.COPYFILE_EXCL);
      return copy;
    } catch (error) {
      if ((error as { code?: string }).code !== 'EEXIST') throw error;
    }
  }
}
