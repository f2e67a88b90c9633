// Owns: the words of messages: what counts as one, and the index of them.

import type { Envelope } from '@chirp-protocol/protocol/hub';
import type { Sql } from './store/sql.js';

/** The most characters of a word that count. */
const WORD_LENGTH = 100;

/**
 * A word: letters, digits and the marks on them; or one character of a script that puts no space between words, since where
 * words begin in it only a dictionary knows. Compared in NFKC, without case.
 */
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]\p{M}*|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}])[\p{L}\p{N}\p{M}_])+/gu;

/** The words of a text, each once, in the order in which they first come. */
export function wordsOf(text: string): string[] {
  const words = text.normalize('NFKC').toLowerCase().match(WORD) ?? [];
  return [...new Set(words.map((word) => [...word].slice(0, WORD_LENGTH).join('')))];
}

/** Keeps the words of a message, in place of those that it had. */
export async function keepWords(
  sql: Sql,
  workspace: string,
  message: string,
  said: { body: string; envelope?: Uint8Array },
): Promise<void> {
  await sql.all(
    `INSERT INTO texts (workspace, message, words) VALUES ($1, $2, $3)
     ON CONFLICT (workspace, message) DO UPDATE SET words = $3`,
    ...[workspace, message, wordsOf(textOf(said)).join(' ')],
  );
}

/** Forgets the words of a message. */
export async function forgetWords(sql: Sql, workspace: string, message: string): Promise<void> {
  await sql.all('DELETE FROM texts WHERE workspace = $1 AND message = $2', workspace, message);
}

/** What a person reads of a message: the plain text, and of a typed one what it is about and what it shows. */
function textOf({ body, envelope }: { body: string; envelope?: Uint8Array }): string {
  if (envelope === undefined) return body;
  const { subject, presentation } = JSON.parse(new TextDecoder().decode(envelope)) as Envelope;
  return [body, subject?.label ?? '', presentation.pubmark ?? ''].join('\n');
}
