// The entry for services and boards, with its own wasm: all that the main entry has, series with their histories, and
// what a board makes of them.

import { startLater } from './engine.js';

export type { Sealed, TreeCheck } from './api.js';
export { canonicalize, checkTree, digest, parseEnvelope, seal, splitPage, validate, verify } from './api.js';
export {
  actionsOf,
  auditOf,
  classify,
  exportText,
  invoke,
  logLine,
  notificationOf,
  outboundOf,
} from './board.js';
export * from './generated/board.js';
export type { CompletedDraft, ExportedHistory, HistoryReport, RevisionDecision } from './history.js';
export { completeDraft, decideRevision, exportHistory, seriesOf, verifyHistory } from './history.js';
export { LensIndex, type PutReport } from './lens-index.js';
export { type CheckedLine, checkLines } from './lines.js';
export * from './surface.js';

/** Compiles the wasm without blocking. Never needed: the first call does it too. */
export function ready(): Promise<void> {
  return startLater(undefined);
}
