// Owns the text that is shown in the very tick a message arrives, before (and also without) any verifier. It
// decides nothing: it finds the text and is never wrong in a way that matters, because plain text is all it
// shows.

/** What an element can be given: JSON text, its UTF-8 bytes, or an object. */
export type Message = string | Uint8Array | object;

/**
 * The plain text of a message or an envelope: `body` if it is a string, else the envelope's
 * `presentation.fallback`, else the empty string; a lone surrogate becomes U+FFFD. Never throws, whatever it is given.
 * Linear.
 */
export function readFallback(message: Message): string {
  try {
    const value = read(message);
    // An object with a `body`, or with an object `protocol`, is a message; any other is an envelope.
    const { body, protocol } = members(value);
    if (typeof body === 'string') return body.toWellFormed();
    const isMessage = body !== undefined || isObject(protocol);
    const { presentation } = members(isMessage ? protocol : value);
    const { fallback } = members(presentation);
    return typeof fallback === 'string' ? fallback.toWellFormed() : '';
  } catch {
    // Not JSON, or an object whose getters throw: there is no text to find.
    return '';
  }
}

function read(message: Message): unknown {
  if (typeof message === 'string') return JSON.parse(message);
  if (message instanceof Uint8Array) return JSON.parse(new TextDecoder().decode(message));
  return message;
}

function members(value: unknown): { readonly [name: string]: unknown } {
  return isObject(value) ? { ...value } : {};
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
