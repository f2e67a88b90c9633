// Owns: reading a file or standard input, whole or line by line, with no more memory than the cap.

import { createReadStream } from 'node:fs';
import { visibleLine } from './visible.js';

const LF = 0x0a;
const FIRST_ROOM = 64 * 1024;

/** The command was used wrongly: its message is for the person who typed it. */
export class Misuse extends Error {}

/** One line of input, without its line feed. */
export interface Line {
  /** Counted from 1. */
  readonly number: number;
  /** At most one byte more than the cap, which is enough to be refused. Valid until the next line is taken. */
  readonly bytes: Uint8Array;
}

/** Where an input comes from. */
export interface Source {
  /** Its name, for messages. */
  readonly name: string;
  /** Its bytes, as they come. Ending the loop early closes it. Throws {@link Misuse} if it cannot be read. */
  chunks(): AsyncGenerator<Uint8Array, void, undefined>;
}

/**
 * The input that a command was given: a file, or standard input for `-` and for nothing. Throws {@link Misuse} when
 * nothing was given and standard input is a terminal, where a newcomer would wait for ever.
 */
export function sourceOf(file: string | undefined, command: string): Source {
  if (file !== undefined && file !== '-') return { name: file, chunks: () => fileChunks(file) };
  if (file === undefined && process.stdin.isTTY) throw new Misuse(howToGiveInput(command));
  return { name: 'standard input', chunks: () => readable(process.stdin, 'standard input') };
}

function howToGiveInput(command: string): string {
  return `no input: name a file, or send something to standard input
  ${command} message.json
  cat message.json | ${command}
  ${command} -        to type it here; end it with Ctrl-D`;
}

function fileChunks(file: string): AsyncGenerator<Uint8Array, void, undefined> {
  return readable(createReadStream(file), visibleLine(file));
}

async function* readable(
  stream: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  const chunks = stream[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await chunks.next().catch((error: Error) => {
        throw new Misuse(`cannot read ${name}: ${reasonOf(error)}`);
      });
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await chunks.return?.();
  }
}

/** What the system says, without its code and the call that failed. */
export function reasonOf(error: Error): string {
  if (error.message.startsWith('EISDIR')) return 'it is a directory';
  return /^[A-Z0-9_]+: ([^,]+)/.exec(error.message)?.[1] ?? error.message;
}

/** The whole input; of one larger than `cap` bytes the first `cap` + 1, which is enough to be refused. */
export async function readWhole(source: Source, cap: number): Promise<Uint8Array> {
  const held = new Held(cap);
  for await (const chunk of source.chunks()) {
    held.add(chunk);
    if (held.length > cap) break;
  }
  return held.take();
}

/**
 * Splits chunks into lines at LF and nowhere else, whatever the bytes are. Holds at most `cap` + 1 bytes: of a longer
 * line the rest is dropped as it comes. An unfinished last line counts, an empty one after the last LF does not.
 */
export class LineSplitter {
  readonly #held: Held;
  readonly #cap: number;
  #number = 0;

  constructor(cap: number) {
    this.#cap = cap;
    this.#held = new Held(cap);
  }

  /** The lines that end in this chunk. */
  *take(chunk: Uint8Array): Generator<Line, void, undefined> {
    let start = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
      yield this.#line(chunk.subarray(start, end));
      start = end + 1;
    }
    this.#held.add(chunk.subarray(start));
  }

  /** The last line, if it did not end with LF. */
  *finish(): Generator<Line, void, undefined> {
    if (this.#held.length > 0) yield this.#line(new Uint8Array());
  }

  #line(tail: Uint8Array): Line {
    this.#number += 1;
    // Most lines lie within one chunk and need no copy.
    if (this.#held.length === 0) return { number: this.#number, bytes: tail.subarray(0, this.#cap + 1) };
    this.#held.add(tail);
    return { number: this.#number, bytes: this.#held.take() };
  }
}

/** The first `cap` + 1 bytes of what is added. Copies, so that a drip of tiny chunks does not keep each alive. */
class Held {
  readonly #limit: number;
  #room = new Uint8Array(FIRST_ROOM);
  #length = 0;

  constructor(cap: number) {
    this.#limit = cap + 1;
  }

  get length(): number {
    return this.#length;
  }

  add(chunk: Uint8Array): void {
    const part = chunk.subarray(0, this.#limit - this.#length);
    const length = this.#length + part.length;
    if (length > this.#room.length) {
      const room = new Uint8Array(Math.max(length, Math.min(this.#limit, 2 * this.#room.length)));
      room.set(this.#room.subarray(0, this.#length));
      this.#room = room;
    }
    this.#room.set(part, this.#length);
    this.#length = length;
  }

  /** What was added; the next addition begins anew, and overwrites it. */
  take(): Uint8Array {
    const taken = this.#room.subarray(0, this.#length);
    this.#length = 0;
    return taken;
  }
}
