// Owns: the bytes of a typed array or DataView as the language has them. What the view says of itself may be anything: a
// subclass or a member of its own can answer for `length`.

import { EnvelopeError } from './identity.js';
import { problem } from './report.js';

const TYPED_ARRAY: object = Object.getPrototypeOf(Uint8Array.prototype);

/** The bytes of a view, not copied, as a Uint8Array without members of its own. Throws EnvelopeError where they are gone. */
export function bytesOf(view: ArrayBufferView): Uint8Array {
  // The language names typed arrays, and no other view.
  const isTyped = asked(TYPED_ARRAY, Symbol.toStringTag, view) !== undefined;
  const prototype = isTyped ? TYPED_ARRAY : DataView.prototype;
  try {
    return new Uint8Array(
      asked(prototype, 'buffer', view) as ArrayBufferLike,
      asked(prototype, 'byteOffset', view) as number,
      asked(prototype, 'byteLength', view) as number,
    );
  } catch {
    // The buffer was transferred, or shrank.
    throw new EnvelopeError([problem('not_json', '', { detail: 'its bytes are gone' })]);
  }
}

/** What the getter of a prototype of the language says of a view. */
function asked(prototype: object, name: PropertyKey, view: ArrayBufferView): unknown {
  return Object.getOwnPropertyDescriptor(prototype, name)?.get?.call(view);
}
