// Owns the best generic canonical writer found in JavaScript: string concatenation, and `JSON.stringify` only
// for the strings that need it.

// Anything but what stands in a JSON string as it is: that is quotes, backslashes, controls and surrogates.
const NEEDS_ESCAPE = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

/** A JSON string literal. */
export const quote = (value) => (NEEDS_ESCAPE.test(value) ? JSON.stringify(value) : `"${value}"`);

/** The canonical text of any value that JSON can carry. */
export function writeAny(value) {
  if (typeof value === 'string') return quote(value);
  // `0` also for -0, which RFC 8785 writes without its sign.
  if (value === null || typeof value !== 'object') return `${value === 0 ? 0 : value}`;
  if (Array.isArray(value)) {
    let text = '[';
    for (let i = 0; i < value.length; i++) text += (i === 0 ? '' : ',') + writeAny(value[i]);
    return `${text}]`;
  }
  const names = Object.keys(value).sort();
  let text = '{';
  for (let i = 0; i < names.length; i++) {
    text += `${(i === 0 ? '' : ',') + quote(names[i])}:${writeAny(value[names[i]])}`;
  }
  return `${text}}`;
}
