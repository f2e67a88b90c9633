// Owns what a sample is, and how one is written as the text of the editor.
import { type Code, type Envelope, PROTOCOL } from '@chirp-protocol/protocol/compile';

/** An entry of the picker. */
export interface Sample {
  /** Stable name, for tests and addresses. */
  readonly id: string;
  /** Its name in the picker. */
  readonly name: string;
  /** What to look at, in one or two sentences. */
  readonly about: string;
  /** The text of the editor. */
  readonly text: string;
  /** The code of the problem that it is there to show, for a sample that is refused. */
  readonly refusedAs?: Code;
}

/** Samples of one theme. */
export interface SampleGroup {
  readonly name: string;
  readonly samples: readonly Sample[];
}

/** An envelope as text, its protocol identifier first; JSON with two spaces, as a producer would write it. */
export function written(envelope: Omit<Envelope, 'protocol'>): string {
  return jsonText({ protocol: PROTOCOL, ...envelope });
}

/** Any JSON as text, for samples that no type would allow. */
export function jsonText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The lines of a text that is easier to read as lines. */
export function lines(...all: readonly string[]): string {
  return all.join('\n');
}
