// The imports that the build resolves (build/bundle.mjs), differently for each entry of the package.

/** The glue that wasm-bindgen wrote. The exports of chirp-wasm that it also has are in core.ts. */
declare module 'wasm:glue' {
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
