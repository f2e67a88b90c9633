// Owns: whether there is colour, and which.

import { styleText } from 'node:util';

type Format = Parameters<typeof styleText>[0];

/** The few ways in which a piece of text stands out. */
export interface Style {
  good(text: string): string;
  bad(text: string): string;
  advice(text: string): string;
  place(text: string): string;
  quiet(text: string): string;
}

/** The styles for a stream: colours only on a terminal, never against NO_COLOR (https://no-color.org). */
export function styleFor(stream: { isTTY?: boolean }): Style {
  const coloured = hasColour(stream);
  const format = (format: Format) => (text: string) =>
    coloured ? styleText(format, text, { validateStream: false }) : text;
  return {
    good: format(['bold', 'green']),
    bad: format(['bold', 'red']),
    advice: format(['bold', 'yellow']),
    place: format('cyan'),
    quiet: format('dim'),
  };
}

function hasColour(stream: { isTTY?: boolean }): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0';
  return stream.isTTY === true && TERM !== 'dumb';
}
