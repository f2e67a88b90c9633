// Owns: options as the core takes them, which is text. What is not of its type is misuse, not a surprise later on.

import { CoreError } from './identity.js';

/** An option that is text, or is not given. Throws CoreError. */
export function textOption(value: string | undefined, name: string): string | undefined {
  if (value === undefined || (typeof value === 'string' && value.isWellFormed())) return value;
  throw new CoreError('misuse', `\`${name}\` must be well-formed text`);
}

/** The options themselves. Throws CoreError for what is no object. */
export function optionsOf<Options extends object>(options: Options): Options {
  if (typeof options === 'object' && options !== null) return options;
  throw new CoreError('misuse', '`options` must be an object');
}

/** Characters (UTF-16 units) that all capabilities may take, one a line. No renderer has as many. */
const CAPABILITIES_UTF16 = 64 * 1024;

/** Capabilities, one a line; an empty list is not the same as none. Stops at what is too much. Throws CoreError. */
export function linesOf(capabilities: readonly string[] | undefined): string | undefined {
  if (capabilities === undefined) return undefined;
  if (!Array.isArray(capabilities)) throw noNames();
  const lines: string[] = [];
  let size = 0;
  // By index, each read once: what was looked at is what is joined.
  for (let index = 0; index < capabilities.length; index += 1) {
    const name: unknown = capabilities[index];
    if (typeof name !== 'string') throw noNames();
    size += name.length + 1;
    if (size > CAPABILITIES_UTF16 || /[\r\n]/.test(name)) throw noNames();
    lines.push(name);
  }
  return lines.join('\n');
}

function noNames(): CoreError {
  const message = '`capabilities` must be an array of names without line breaks, 65536 characters at most';
  return new CoreError('misuse', message);
}

/** Options as the core reads them, which refuses what they should not hold. Throws CoreError. */
export function asJson(options: object): string {
  try {
    return JSON.stringify(optionsOf(options));
  } catch (cause) {
    if (cause instanceof CoreError) throw cause;
    throw new CoreError('misuse', '`options` must be plain JSON', { cause });
  }
}
