// Owns: a file of settings, as JSON: an object that has no member but those that there are.

import { readFile } from 'node:fs/promises';
import { Misuse, reasonOf } from './input.js';
import { visibleLine } from './visible.js';

/** Whether a value of JSON is an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members of a file, of which only `names` may be there; none if it `mayLack` and is not there. Throws Misuse. */
export async function settingsIn(
  path: string,
  names: readonly string[],
  mayLack = false,
): Promise<Readonly<Record<string, unknown>>> {
  const shown = visibleLine(path);
  let file: unknown;
  try {
    file = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (mayLack && (error as { code?: string }).code === 'ENOENT') return {};
    throw new Misuse(`cannot read the settings in ${shown}: ${reasonOf(error as Error)}`);
  }
  if (!isObject(file)) throw new Misuse(`the settings in ${shown} must be a JSON object`);
  const unknown = Object.keys(file).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Misuse(`${shown} has the unknown setting ${visibleLine(unknown)}`);
  return file;
}
