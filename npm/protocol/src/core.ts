// Owns: the exports of chirp-wasm as TypeScript sees them. Numbers cross, and nothing else.

/** The exports: `length` and `options` are lengths of what stands in the reserved buffer; a status comes back. */
export interface Core {
  /** Room for `length` bytes of input and options: their address. Growing moves the memory. */
  reserve(length: number): number;
  /** Takes a SHA-256 over the module's own memory: address and length of the bytes, address of the 32-byte result. */
  use_sha256(hash: (address: number, length: number, result: number) => void): void;
  /** Address of a section of the last outcome. */
  section_address(section: number): number;
  /** Length of a section of the last outcome, in bytes. */
  section_length(section: number): number;
  /** The instance's memory. */
  linear_memory(): WebAssembly.Memory;

  canonicalize(length: number): number;
  check_tree(length: number): number;
  digest(length: number, options: number): number;
  seal(length: number): number;
  split_page(length: number): number;
  validate(length: number, options: number): number;
  verify(length: number, options: number): number;
}

/** The exports of the artefact that compiles. */
export interface Compiler extends Core {
  compile(length: number): number;
  project(length: number): number;
  to_text(length: number): number;
  verify_compiled(length: number, options: number, recompile: boolean): number;
}
