// Owns: finding messages by their words.

import { type Caller, usableChannels } from './caller.js';
import { type MessageRow, selectMessages } from './messages.js';
import { places } from './store/rows.js';
import type { Driver, Sql } from './store/sql.js';

/** How a database is asked: `$2` are the words. SQLite is made to begin with its index, which it walks from the newest message. */
const ASKING: Readonly<
  Record<Driver['dialect'], { from: string; order: string; words(words: readonly string[]): string }>
> = {
  sqlite: {
    from: `word_index CROSS JOIN texts t ON t.number = word_index.rowid CROSS JOIN messages m ON m.workspace = t.workspace AND m.id = t.message
      WHERE word_index MATCH $2`,
    order: 'word_index.rowid DESC',
    words: (words) => words.map((word) => `"${word}"`).join(' '),
  },
  postgres: {
    from: `texts t JOIN messages m ON m.workspace = t.workspace AND m.id = t.message
      WHERE t.word_index @@ $2::tsquery`,
    order: 'm.cursor DESC',
    words: (words) => words.map((word) => `'${word}'`).join(' & '),
  },
};

/**
 * The messages that have all the words and that the caller may read, newest first, sent before a cursor. The words are as
 * `wordsOf` gives them, at least one.
 */
export async function search(
  sql: Sql,
  caller: Caller,
  words: readonly string[],
  before: number,
  limit: number,
): Promise<MessageRow[]> {
  const channels = [...(await usableChannels(sql, caller))];
  if (channels.length === 0) return [];
  const asking = ASKING[sql.dialect];
  const found = await sql.all<{ id: string }>(
    `SELECT m.id FROM ${asking.from}
       AND t.workspace = $1 AND m.cursor < $3 AND m.channel IN (${places(channels, 5)})
     ORDER BY ${asking.order} LIMIT $4`,
    ...[caller.workspace, asking.words(words), before, limit, ...channels],
  );
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  return selectMessages(
    sql,
    `m.workspace = $1 AND m.id IN (${places(ids, 2)}) ORDER BY m.cursor DESC`,
    ...[caller.workspace, ...ids],
  );
}
