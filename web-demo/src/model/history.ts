// Owns a history that is opened in the editor: whether a text is meant as one, what the core says of it, and its entries.
import { HISTORY_DOMAIN, verifyHistory } from '@chirp-protocol/protocol/instruments';
import type { Chronicle, Entry } from '../view/history.js';

/** The member that names the profile, as it stands in either form of a history. */
const PROFILE = new RegExp(`"profile"\\s*:\\s*"${HISTORY_DOMAIN.replaceAll('.', '\\.')}"`, 'u');

/** The history that a text is; undefined for one that does not say that it is one. The verdict is on the text itself. */
export function historyIn(text: string): Chronicle | undefined {
  if (!PROFILE.test(text)) return undefined;
  return { entries: entriesIn(text), report: verifyHistory(text) };
}

/** The entries to show, of one document or of lines; of a text that is not JSON those that are. */
function entriesIn(text: string): readonly Entry[] {
  const whole = parsed(text);
  const { entries = undefined } = isRecord(whole) ? whole : {};
  const all = Array.isArray(entries) ? entries : text.split('\n').map(parsed);
  return all.flatMap(entryOf);
}

function entryOf(value: unknown): Entry[] {
  if (!isRecord(value)) return [];
  const { envelope, gap, projection, revision } = value;
  if (typeof revision !== 'number') return [];
  if (isRecord(gap)) {
    const { digest, reason, removed_at: removedAt } = gap;
    const isGap = typeof digest === 'string' && typeof removedAt === 'string';
    if (!isGap || (reason !== 'privacy' && reason !== 'retention')) return [];
    return [{ revision, digest, gap: { digest, reason, removed_at: removedAt } }];
  }
  if (!isRecord(envelope)) return [];
  const { integrity, presentation } = envelope;
  const { fallback: body = undefined } = isRecord(presentation) ? presentation : {};
  const { digest = undefined } = isRecord(integrity) ? integrity : {};
  return [
    {
      revision,
      digest: typeof digest === 'string' ? digest : '',
      message: JSON.stringify({ body, projection, protocol: envelope }),
    },
  ];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
