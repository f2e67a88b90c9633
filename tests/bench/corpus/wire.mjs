// Owns the five ways in which programs write the same JSON. A verifier that is only fast on `JSON.stringify`
// output is not fast, so the mixed corpus uses them all.
import { canonicalText } from './digests.mjs';

const escapeUnits = (text, units) =>
  text.replace(units, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

// Python's default: a space after each separator, everything beyond ASCII escaped, exponents of two digits.
function pythonText(value) {
  if (typeof value === 'string') return escapeUnits(JSON.stringify(value), /[\u007f-\uffff]/g);
  if (value === null || typeof value !== 'object')
    return JSON.stringify(value).replace(/e([+-])(\d)$/, 'e$10$2');
  if (Array.isArray(value)) return `[${value.map(pythonText).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([name, member]) => `${pythonText(name)}: ${pythonText(member)}`)
    .join(', ')}}`;
}

/** Wire styles by name: each takes a value and gives its JSON text. */
export const WIRE_STYLES = {
  compact: (value) => JSON.stringify(value),
  python: pythonText,
  pretty: (value) => JSON.stringify(value, null, 2),
  // Go's default escapes what could end a script element.
  go: (value) => escapeUnits(JSON.stringify(value), /[<>&\u2028\u2029]/g),
  canonical: canonicalText,
};
