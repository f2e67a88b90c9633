// The imports that the build resolves (build/bundle.mjs), differently for each entry of the package.

/**
 * The glue that wasm-bindgen wrote, with the exports of chirp-wasm. Numbers cross, and nothing else. `length` and
 * `options` are lengths of what stands in the reserved buffer, `options` -1 for none; a status comes back
 * (generated/abi.ts).
 */
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

  /** Room for `length` bytes of input and options: their address. Growing moves the memory. */
  export function reserve(length: number): number;
  /** Takes a SHA-256 over the module's own memory: address and length of the bytes, address of the 32-byte result. */
  export function use_sha256(hash: (address: number, length: number, result: number) => void): void;
  /** Address of a section of the last outcome. */
  export function section_address(section: number): number;
  /** Length of a section of the last outcome, in bytes. */
  export function section_length(section: number): number;
  /** Address of the numbers of the last tape; they are aligned. */
  export function tape_words(): number;
  /** How many numbers the last tape has. */
  export function tape_length(): number;
  /** Address of the text of the last tape. */
  export function tape_text(): number;
  /** Length of the text of the last tape, in bytes. */
  export function tape_text_length(): number;
  /** The instance's memory. */
  export function linear_memory(): WebAssembly.Memory;

  export function canonicalize(length: number): number;
  export function check_lines(length: number): number;
  export function check_tree(length: number): number;
  export function digest(length: number, options: number): number;
  export function seal(length: number): number;
  export function split_page(length: number): number;
  export function tape(length: number, section: number): number;
  export function validate(length: number, options: number): number;
  export function verify(length: number, options: number): number;

  // The artefact that compiles has these too, and only `compile.ts` calls them.
  export function compile(length: number): number;
  export function project(length: number): number;
  export function to_text(length: number): number;
  export function verify_compiled(length: number, options: number, recompile: boolean): number;

  // The artefact for instruments has these too, and only `instruments.ts` calls them.
  export function complete_draft(length: number, options: number): number;
  export function decide_revision(length: number, options: number): number;
  export function export_history(length: number, options: number): number;
  export function series(length: number, options: number): number;
  export function verify_history(length: number, options: number): number;
  // And these, which only `board.ts` and `lens-index.ts` call.
  export function actions(length: number, options: number): number;
  export function audit(length: number): number;
  export function classify(length: number, options: number): number;
  export function export_text(length: number): number;
  export function invoke(length: number, options: number): number;
  export function log_line(length: number): number;
  export function notification(length: number): number;
  export function outbound(length: number): number;
  export function lenses_open(length: number, options: number): number;
  export function lenses_close(index: number): void;
  export function lenses_put(length: number, index: number): number;
  export function lenses_put_lines(length: number, index: number): number;
  export function lenses_remove(length: number, options: number, index: number): number;
  export function lenses_set_context(length: number, options: number, index: number): number;
  export function lenses_set_now(length: number, options: number, index: number): number;
  export function lenses_set_done(length: number, options: number, index: number): number;
  export function lenses_counts(index: number): number;
  export function lenses_changes_at(index: number): number;
  export function lenses_page(length: number, options: number, index: number): number;
  export function lenses_head(length: number, options: number, index: number): number;

  // The artefact for a hub has all of them and these, and only `delivery.ts` calls them.
  export function decide_change(length: number, options: number): number;
  export function decide_credential(length: number, options: number): number;
  export function decide_send(length: number, options: number): number;
  export function plan_send(length: number, options: number): number;
  export function usable_channels(length: number, options: number): number;
}

/**
 * The wasm that the entry carries, in the build that the host can run: its bytes, or a compiled module (workerd). Null
 * where the caller brings it. Throws where there is no WebAssembly.
 */
declare module 'wasm:source' {
  const source: (() => BufferSource | WebAssembly.Module) | null;
  export default source;
}
