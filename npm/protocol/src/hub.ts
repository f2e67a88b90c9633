// The entry for a hub, with its own wasm: everything of the others, and what becomes of sends.

import { startLater } from './engine.js';

export type { Sealed, TreeCheck } from './api.js';
export { canonicalize, checkTree, digest, parseEnvelope, splitPage, validate } from './api.js';
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
export type { Compilation, Compiled, Projected } from './compile.js';
export { compile, project, seal, toText, verify } from './compile.js';
export type {
  AcceptedSend,
  ChangeDecision,
  RepeatedSend,
  SendDecision,
  SendFacts,
  SendPlan,
  SendRefusal,
} from './delivery.js';
export { decideChange, decideCredential, decideSend, planSend, usableChannels } from './delivery.js';
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
