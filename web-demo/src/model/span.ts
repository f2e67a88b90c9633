// Owns where in the editor a problem is underlined. A problem has a pointer, and a line and column that count
// either in the text itself or in the PubMark source inside one of its strings.
import { type Problem, positionIn } from '@chirp-protocol/protocol/compile';
import type { JsonText, Place, Span } from './pointer.js';

/** What to underline for a problem: never empty unless the text is. */
export function spanOf({ at, position }: Pick<Problem, 'at' | 'position'>, json: JsonText): Span {
  const place = at === '' ? undefined : json.find(at);
  if (place !== undefined && positionIn({ at }) === 'source') {
    return position === undefined ? place.value : inString(json.text, place.value, position);
  }
  const offset = position === undefined ? 0 : offsetAt(json.text, position.line, position.column);
  // What the whole of an object says is found at its beginning, and then the pointer is nearer to the cause.
  return place === undefined || isAt(place, offset) ? json.tokenAt(offset) : place.value;
}

/**
 * The offset of a line and column, both from 1, in a text where a line ends with LF. Columns count Unicode
 * scalar values, the result UTF-16 units. Beyond the line or the text it is their end.
 */
export function offsetAt(text: string, line: number, column: number): number {
  let start = 0;
  for (let passed = 1; passed < line; passed += 1) {
    const end = text.indexOf('\n', start);
    if (end === -1) return text.length;
    start = end + 1;
  }
  let offset = start;
  for (const character of text.slice(start)) {
    if (column <= 1 || character === '\n') break;
    offset += character.length;
    column -= 1;
  }
  return offset;
}

function isAt({ name, value }: Place, offset: number): boolean {
  return (name ?? value).from <= offset && offset <= value.to;
}

/** One escape or one character of a JSON string. */
const UNIT = /\\u[\dA-Fa-f]{4}|\\.|./gsu;

/** The second half of an escaped surrogate pair, which is no character of its own. */
const SECOND_HALF = /^\\u[Dd][C-Fc-f]/u;

/** The place in a quoted JSON string of a line and column of the text that the string holds, to the end of its line. */
function inString(text: string, quoted: Span, { line, column }: { line: number; column: number }): Span {
  const start = quoted.from + 1;
  const units = text.slice(start, quoted.to - 1).matchAll(UNIT);
  let from: number | undefined;
  for (const { 0: unit, index } of units) {
    if (SECOND_HALF.test(unit)) continue;
    if (line === 1 && column <= 1) from ??= start + index;
    if (unit === '\\n') {
      if (from !== undefined) return { from, to: Math.max(start + index, from + 1) };
      line -= 1;
    } else if (line === 1) {
      column -= 1;
    }
  }
  return from === undefined ? quoted : { from, to: quoted.to - 1 };
}
