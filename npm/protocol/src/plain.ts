// Owns: the plain text of an input where the core cannot be asked, because the host refuses WebAssembly or because the
// value is no JSON. It says nothing about the rest of the input.

import type { Input } from './input.js';

/** `body` if it is a string, else the envelope's `presentation.fallback` if it is one, else ''. Never throws. */
export function plainText(input: Input): string {
  try {
    const value = typeof input === 'object' && !isBytes(input) ? input : parse(input);
    const body = member(value, 'body');
    if (typeof body === 'string') return body.toWellFormed();
    const protocol = member(value, 'protocol');
    const envelope = typeof protocol === 'object' && protocol !== null ? protocol : value;
    const fallback = member(member(envelope, 'presentation'), 'fallback');
    return typeof fallback === 'string' ? fallback.toWellFormed() : '';
  } catch {
    return '';
  }
}

function isBytes(input: object): input is ArrayBuffer | ArrayBufferView {
  return input instanceof ArrayBuffer || ArrayBuffer.isView(input);
}

function parse(input: Input): unknown {
  return JSON.parse(typeof input === 'string' ? input : new TextDecoder().decode(input as Uint8Array));
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}
