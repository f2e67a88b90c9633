// Owns the history that the core makes of the entries of a source, and what it finds when it reads it again.
import { EnvelopeError, exportHistory, verifyHistory } from '@chirp-protocol/protocol/instruments';
import type { Chronicle, Entry } from '../../view/history.js';

/** The history of a series, as one document. Entries that make none have a report that says why. */
export function chronicleOf(entries: readonly Entry[], workspace: string): Chronicle {
  const inputs = entries.map((entry) =>
    'gap' in entry ? { revision: entry.revision, gap: { ...entry.gap } } : entry.message,
  );
  try {
    const { bytes, head } = exportHistory(inputs, { workspace });
    return { entries, bytes, report: verifyHistory(bytes, { head: head.digest }) };
  } catch (error) {
    if (!(error instanceof EnvelopeError)) throw error;
    const { more, problems } = error;
    return {
      entries,
      report: { ok: false, problems: [...problems], more, advice: [], revisions: 0, gaps: 0 },
    };
  }
}
