// Owns: how text that others wrote is made safe to show on a terminal.

// Controls would act on the terminal; whatever sets a direction, the marks among it, would reorder what stands around
// it; the rest has no shape at all. The two joiners that scripts and emoji need (U+200C, U+200D) stay.
const UNSAFE =
  /[\p{Cc}\p{Cs}\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;

/**
 * The text with every character that would act on a terminal, or hide on it, written as `\uXXXX`; line feed and tab
 * stay. Inside JSON text the result is equal JSON. Linear.
 */
export function visible(text: string): string {
  return text.replace(UNSAFE, (found) => (found === '\n' || found === '\t' ? found : codeUnits(found)));
}

/** The same for text that must stay within its line. */
export function visibleLine(text: string): string {
  return text.replace(UNSAFE, (found) => (found === '\t' ? ' ' : codeUnits(found)));
}

function codeUnits(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
