// Owns: lines of JSON-RPC on their way in: none passes that two readers could read differently.

import { Transform, type TransformCallback } from 'node:stream';
import { canonicalize, EnvelopeError, LIMITS } from '@chirp-protocol/protocol/hub';

const LF = 0x0a;

/** The error of JSON-RPC for what is no JSON, or none that every reader reads the same. */
export const PARSE_ERROR = -32700;

/** What is wrong with a JSON text, in one sentence. */
export function wordsOf({ problems: [first] }: EnvelopeError): string {
  return first === undefined ? 'no JSON' : `${first.code} at ${first.at || 'the whole'}: ${first.message}`;
}

/**
 * Lets lines pass that the core reads, and gives the others to `refuse` as an answer of JSON-RPC. Splits at LF and nowhere
 * else. Of a line above the limit the rest is dropped as it comes.
 */
export class StrictLines extends Transform {
  readonly #refuse: (answer: object) => void;
  #parts: Buffer[] = [];
  #size = 0;

  constructor(refuse: (answer: object) => void) {
    super();
    this.#refuse = refuse;
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    let start = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
      this.#hold(chunk.subarray(start, end));
      this.#end();
      start = end + 1;
    }
    this.#hold(chunk.subarray(start));
    done();
  }

  override _flush(done: TransformCallback): void {
    this.#end();
    done();
  }

  #hold(part: Buffer): void {
    const room = LIMITS.free_bytes + 1 - this.#size;
    if (room <= 0 || part.length === 0) return;
    this.#parts.push(part.subarray(0, room));
    this.#size += Math.min(room, part.length);
  }

  #end(): void {
    const line = Buffer.concat(this.#parts, this.#size);
    this.#parts = [];
    this.#size = 0;
    if (line.every((byte) => byte === 0x20 || byte === 0x0d)) return;
    try {
      this.push(`${canonicalize(line)}\n`);
    } catch (error) {
      if (!(error instanceof EnvelopeError)) throw error;
      const said = { code: PARSE_ERROR, message: wordsOf(error) };
      this.#refuse({ jsonrpc: '2.0', id: idIn(line), error: said });
    }
  }
}

/** The id that a line may have, so that whoever waits for its answer hears of it. Nothing else is taken from it. */
function idIn(line: Buffer): string | number | null {
  try {
    const { id } = JSON.parse(line.toString('utf8')) as { id?: unknown };
    return typeof id === 'string' || typeof id === 'number' ? id : null;
  } catch {
    return null;
  }
}
