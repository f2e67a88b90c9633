// Owns: what every entry exports beside its functions.

export { CODES, type Code } from './generated/codes.js';
export { LIMITS } from './generated/limits.js';
export * from './generated/wire.js';
export { type CheckedTree, CoreError, EnvelopeError, isCheckedTree } from './identity.js';
export type { Input } from './input.js';
export { type Problem, positionIn, problem, type Reason, type Report } from './report.js';
export type { Verified, View } from './verified.js';
