// Owns: options as the core takes them, which is text. What is not of its type is misuse, not a surprise later on.

import { CoreError } from './identity.js';

/** An option that is text, or is not given. Throws CoreError. */
export function textOption(value: string | undefined, name: string): string | undefined {
  if (value === undefined || (typeof value === 'string' && value.isWellFormed())) return value;
  throw new CoreError('misuse', `\`${name}\` must be well-formed text`);
}

/** Capabilities, one a line; an empty list is not the same as none. Throws CoreError. */
export function linesOf(capabilities: readonly string[] | undefined): string | undefined {
  if (capabilities === undefined) return undefined;
  if (Array.isArray(capabilities) && capabilities.every(isLine)) return capabilities.join('\n');
  throw new CoreError('misuse', '`capabilities` must be an array of names without line breaks');
}

function isLine(value: unknown): boolean {
  return typeof value === 'string' && !/[\r\n]/.test(value);
}
