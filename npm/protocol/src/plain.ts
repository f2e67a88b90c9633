// Owns: what can be said of an input without the core: whether it is a message, and its plain text. It is an entry of its
// own, small and without wasm, for whoever shows text before anything was checked, or where nothing can be. It vouches
// for nothing.

import type { Input } from './input.js';

// Who shows text writes these out.
export { DIRECTION_CONTROLS } from './generated/wire.js';

/** Whether a parsed document is a message: it has a `body`, or an object `protocol`. Any other is an envelope (MSG-001). */
export function isMessage(document: unknown): boolean {
  return isObject(document) && (Object.hasOwn(document, 'body') || isObject(member(document, 'protocol')));
}

/**
 * The plain text of an input: `body` if it is a string, else `presentation.fallback` of the envelope if it is one, else ''
 * (VIEW-001). The same that `verify` finds in any JSON. Never throws, whatever the input. Linear in it.
 */
export function fallbackText(input: Input): string {
  try {
    const document = documentOf(input);
    const protocol = member(document, 'protocol');
    const envelope = isObject(protocol) ? protocol : document;
    const texts = [member(document, 'body'), member(member(envelope, 'presentation'), 'fallback')];
    return texts.find((text) => typeof text === 'string')?.toWellFormed() ?? '';
  } catch {
    // It is not JSON, or an object that throws when it is read.
    return '';
  }
}

function documentOf(input: Input): unknown {
  if (typeof input === 'string') return JSON.parse(input);
  if (ArrayBuffer.isView(input) || input instanceof ArrayBuffer)
    return JSON.parse(new TextDecoder().decode(input));
  return input;
}

function member(value: unknown, name: string): unknown {
  if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
  return value[name];
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
