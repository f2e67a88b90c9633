// The imports that the build resolves (build/bundle.mjs), differently for each entry of the package.

/** The glue that wasm-bindgen wrote: the exports of chirp-wasm. Numbers cross it, and nothing else. */
declare module 'wasm:glue' {
  /** Room for `length` bytes of input and options: their address. */
  export function reserve(length: number): number;
  export function section_address(section: number): number;
  export function section_length(section: number): number;
  /** The instance's memory. */
  export function linear_memory(): WebAssembly.Memory;

  // The operations: lengths of input and options in, status out (core/src/call).
  export function canonicalize(length: number): number;
  export function check_tree(length: number): number;
  export function digest(length: number, options: number): number;
  export function seal(length: number): number;
  export function split_page(length: number): number;
  export function validate(length: number, options: number): number;
  export function verify(length: number, options: number): number;

  // Only in the artefact that compiles.
  export function compile(length: number): number;
  export function project(length: number): number;
  export function to_text(length: number): number;
  export function verify_compiled(length: number, options: number, recompile: boolean): number;

  /** The exports of the instance, as WebAssembly has them. */
  export interface Instance {
    readonly memory: WebAssembly.Memory;
  }

  /** Compiles if need be, instantiates and remembers the instance; later calls return the first one. */
  export function initSync(options: { module: BufferSource | WebAssembly.Module }): Instance;

  /** Like `initSync`, without blocking: fetches a URL, streams a response, compiles bytes. */
  export default function init(options: {
    module_or_path:
      | BufferSource
      | WebAssembly.Module
      | Response
      | URL
      | string
      | Promise<BufferSource | WebAssembly.Module | Response>;
  }): Promise<Instance>;

  /** Replaces the instance with a new one of the same module. For an instance that has trapped. */
  export function __wbg_reset_state(): void;
}

/**
 * Where the wasm is: base64 text that the entry carries, a compiled module (workerd), or null: the caller
 * brings it.
 */
declare module 'wasm:source' {
  const source: string | WebAssembly.Module | null;
  export default source;
}
