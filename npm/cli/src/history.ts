// Owns: what the commands about series and histories do with one input. Every rule is the core's.

import * as core from '@chirp-protocol/protocol/instruments';
import { known, members, type Operation, refusing } from './operations.js';
import { counted, made, type Outcome } from './outcome.js';

/** Names the series of an instrument. */
export function series(options: { workspace: string }): Operation {
  return refusing('text', (input) => {
    const series = core.seriesOf(input, options);
    return made(series, members({ series }));
  });
}

/** Says whether a history holds, and what breaks it first. */
export function verifyHistory(options: { head?: string }): Operation {
  const { history_bytes: cap } = core.LIMITS;
  return { prints: 'words', cap, judge: (input) => findings(core.verifyHistory(input, options)) };
}

function findings(report: core.HistoryReport): Outcome {
  const { ok, problems, more, advice, digest, series, head } = report;
  return {
    ok,
    report: JSON.stringify(report),
    account: {
      headline: headline(report),
      facts: known({ digest, series, head: head && `revision ${head.revision}, ${head.digest}` }),
      problems,
      more,
      advice,
    },
  };
}

function headline({ ok, revisions, gaps, entry }: core.HistoryReport): string {
  const held = counted(revisions, 'revision') + (gaps > 0 ? `, ${gaps} of them removed` : '');
  if (ok) return `the history holds: ${held}`;
  if (entry !== undefined) return `the history breaks at entry ${entry}, after ${held}`;
  return 'the history does not hold';
}
