// Owns: the bytes of a typed array or DataView as the language has them. What the view says of itself may be anything: a
// subclass or a member of its own can answer for `length`.

import { EnvelopeError } from './identity.js';
import { problem } from './report.js';

/** The getter of a prototype of the language, asked of a view whatever its own members say. */
type Getter = (view: ArrayBufferView) => unknown;

const TYPED_ARRAY: object = Object.getPrototypeOf(Uint8Array.prototype);

// The language names typed arrays, and no other view.
const typeName = getter(TYPED_ARRAY, Symbol.toStringTag);
const ofTypedArray = slots(TYPED_ARRAY);
const ofDataView = slots(DataView.prototype);

/** The bytes of a view, not copied, as a Uint8Array without members of its own. Throws EnvelopeError where they are gone. */
export function bytesOf(view: ArrayBufferView): Uint8Array {
  if (isOrdinary(view)) return view;
  const { buffer, byteOffset, byteLength } = typeName(view) === undefined ? ofDataView : ofTypedArray;
  try {
    return new Uint8Array(
      buffer(view) as ArrayBufferLike,
      byteOffset(view) as number,
      byteLength(view) as number,
    );
  } catch {
    // The buffer was transferred, or shrank.
    throw new EnvelopeError([problem('not_json', '', { detail: 'its bytes are gone' })]);
  }
}

/** Whether a view is a Uint8Array of which `length` is the language's own answer, and is not 0: nearly every one. */
function isOrdinary(view: ArrayBufferView): view is Uint8Array {
  if (Object.getPrototypeOf(view) !== Uint8Array.prototype || Object.hasOwn(view, 'length')) return false;
  return (view as Uint8Array).length > 0;
}

function slots(prototype: object): { buffer: Getter; byteOffset: Getter; byteLength: Getter } {
  return {
    buffer: getter(prototype, 'buffer'),
    byteOffset: getter(prototype, 'byteOffset'),
    byteLength: getter(prototype, 'byteLength'),
  };
}

function getter(prototype: object, name: PropertyKey): Getter {
  const { get } = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
  return (view) => get?.call(view);
}
