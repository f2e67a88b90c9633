// Owns the error of the tree renderer.

/**
 * Why a tree was not drawn: `misuse` (what was given is not a checked tree, or an option is out of range) or
 * `unknown_node` (this renderer is older than the tree). Nothing was inserted anywhere.
 */
export class RenderError extends Error {
  override readonly name = 'RenderError';
  readonly code: 'misuse' | 'unknown_node';

  constructor(code: 'misuse' | 'unknown_node', message: string) {
    super(message);
    this.code = code;
  }

  /** The error for a node, or a value of one, that this renderer has no drawing for. */
  static unknown(what: string): RenderError {
    return new RenderError('unknown_node', `this renderer does not draw ${what}`);
  }
}
