// Owns: writing to standard output and standard error, at the pace of whoever reads them.

import { Misuse, reasonOf } from './input.js';
import { type Style, styleFor } from './style.js';
import { visible } from './visible.js';

/** The reader of the output has gone. There is nobody to tell. */
export class ReaderGone extends Error {}

/** One of the two standard streams. */
export class Output {
  readonly style: Style;
  readonly #stream: NodeJS.WriteStream;
  readonly #name: string;

  /** `name` is what messages call the stream. */
  constructor(stream: NodeJS.WriteStream, name: string) {
    this.#stream = stream;
    this.#name = name;
    this.style = styleFor(stream);
    // A failed write is reported to its caller; without a listener it would end the process as well.
    stream.on('error', () => {});
  }

  /** Writes text and resolves when it has left the process. Throws {@link ReaderGone}, or {@link Misuse} if it cannot be written. */
  write(text: string): Promise<void> {
    if (text === '') return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.#stream.write(text, (error) => (error ? reject(this.#lost(error)) : resolve()));
    });
  }

  /** Writes text that others made: to a pipe or a file byte for byte, on a terminal with its controls escaped. */
  writeForeign(text: string): Promise<void> {
    return this.write(this.#stream.isTTY ? visible(text) : text);
  }

  #lost(error: Error): Error {
    return 'code' in error && (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED')
      ? new ReaderGone()
      : new Misuse(`cannot write to ${this.#name}: ${reasonOf(error)}`);
  }
}
