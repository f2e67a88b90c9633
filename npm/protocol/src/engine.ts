// Owns: the wasm instance and the bytes that cross to it. Instantiated at the first call; an instance that traps is
// thrown away, and the next call gets a new one.

import * as core from 'wasm:glue';
import source from 'wasm:source';
import { STATUS } from './generated/abi.js';
import { CoreError } from './identity.js';
import { Tape } from './tape.js';

/** An operation of the core on the reserved buffer: lengths of input and options go in, a status comes back. */
export type Operation = (length: number, options: number) => number;

type HostHash = (algorithm: string, data: Uint8Array, output: 'hex') => string;

/** The length of options that are not there. */
const NONE = -1;

/** What a host may bring for `./slim`. */
export type WasmSource = BufferSource | WebAssembly.Module;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

let started = false;
let instance = 0;
let memory = new Uint8Array();

/** Instantiates the module that the entry carries, unless that is done. Throws CoreError. */
function start(): void {
  if (started) return;
  if (source === null) {
    throw new CoreError(
      'not_initialized',
      'call init() or initSync() of @chirp-protocol/protocol/slim first',
    );
  }
  instantiate(source);
}

/** Instantiates `module`, which the caller brings. Later calls change nothing. */
export function startWith(module: WasmSource): void {
  if (!started) instantiate(() => module);
}

function instantiate(bring: () => WasmSource): void {
  try {
    core.initSync({ module: bring() });
  } catch (cause) {
    throw unavailable(cause);
  }
  begin();
}

/** Instantiates without blocking. */
export async function startLater(module: WasmSource | Response | URL | string | undefined): Promise<void> {
  if (started) return;
  if (module === undefined && source === null) start();
  try {
    const module_or_path = module ?? source?.();
    if (module_or_path !== undefined) await core.default({ module_or_path });
  } catch (cause) {
    throw unavailable(cause);
  }
  begin();
}

function begin(): void {
  started = true;
  instance += 1;
  memory = new Uint8Array();
  const hash = hostHash();
  if (hash === undefined) return;
  core.use_sha256((address, length, result) => {
    const hex = hash('sha256', view().subarray(address, address + length), 'hex');
    for (let index = 0; index < 32; index += 1) memory[result + index] = byteOf(hex, index * 2);
  });
}

/** The byte that two hex digits in lower case stand for. A string and this take a third of the time of a Buffer. */
function byteOf(hex: string, at: number): number {
  const [high, low] = [hex.charCodeAt(at), hex.charCodeAt(at + 1)];
  return ((high < 97 ? high - 48 : high - 87) << 4) | (low < 97 ? low - 48 : low - 87);
}

/** The one-shot hash of Node, Bun and Deno: several times as fast as WebAssembly from half a kilobyte on. */
function hostHash(): HostHash | undefined {
  const host = globalThis as {
    process?: { getBuiltinModule?: (name: string) => { hash?: HostHash } | undefined };
  };
  return host.process?.getBuiltinModule?.('node:crypto')?.hash;
}

function unavailable(cause: unknown): CoreError {
  const message = "this host refuses WebAssembly; a page needs 'wasm-unsafe-eval' in its script-src";
  return new CoreError('engine_unavailable', message, { cause });
}

/** Memory of an instance beyond which a new one is cheaper than keeping it. */
const LARGE_BYTES = 24 * 1024 * 1024;

/** Gives back the memory that a large input took: WebAssembly's own never shrinks. */
export function shrink(): void {
  if (view().length > LARGE_BYTES) discard();
}

/** Which instance this is: what an earlier one held is gone. */
export function currentInstance(): number {
  return instance;
}

/** Throws the instance away; the next call gets a new one, with memory of its first size. */
function discard(): void {
  if (!started) return;
  core.__wbg_reset_state();
  begin();
}

/** The module's memory as it is now: growing it detaches earlier views. */
function view(): Uint8Array {
  if (memory.length === 0) memory = new Uint8Array(core.linear_memory().buffer);
  return memory;
}

/**
 * Gives `input` and `options`, if there are any, to an operation of the core and returns its status. Throws CoreError:
 * `internal` when the core trapped.
 */
export function call(operation: Operation, input: string | Uint8Array, options?: string): number {
  start();
  try {
    const room = typeof input === 'string' ? input.length * 3 : input.length;
    const address = core.reserve(room + (options?.length ?? 0) * 3);
    let length = room;
    if (typeof input === 'string')
      length = encoder.encodeInto(input, view().subarray(address, address + room)).written;
    else view().set(input, address);
    const behind = address + length;
    const written =
      options === undefined ? NONE : encoder.encodeInto(options, view().subarray(behind)).written;
    return operation(length, written);
  } catch (cause) {
    discard();
    throw new CoreError('internal', 'the core failed; the next call gets a new instance', { cause });
  }
}

/** A copy of a section of the last outcome. */
export function bytes(section: number): Uint8Array<ArrayBuffer> {
  const address = core.section_address(section);
  return view().slice(address, address + core.section_length(section));
}

/** A section of the last outcome as text. */
export function text(section: number): string {
  const length = core.section_length(section);
  if (length === 0) return '';
  const address = core.section_address(section);
  return decoder.decode(view().subarray(address, address + length));
}

/**
 * The tape of canonical bytes that were `section` of an outcome. The next call writes over its numbers. Throws CoreError:
 * `internal` when the bytes are not what they were.
 */
export function tapeOf(canonical: Uint8Array, section: number): Tape {
  const status = call((length) => core.tape(length, section), canonical);
  if ((status & STATUS.ok) === 0) {
    throw new CoreError('internal', 'these bytes were changed after the core wrote them');
  }
  const words = new Uint32Array(view().buffer, core.tape_words(), core.tape_length());
  const address = core.tape_text();
  return new Tape(words, decoder.decode(view().subarray(address, address + core.tape_text_length())));
}

/** Text of UTF-8 bytes that the core wrote. */
export function textOf(utf8: Uint8Array): string {
  return decoder.decode(utf8);
}
