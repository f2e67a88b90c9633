// Owns: the route of the search.

import { refuse } from '../refusal.js';
import { search } from '../search.js';
import { wordsOf } from '../words.js';
import { messagePage } from './messages.js';
import { type Asked, type CalledRoute, cursorOf, limitOf } from './route.js';
import { CURSOR, LIMIT, MESSAGE_PAGE } from './schemas.js';

/** The most that may be searched for: UTF-16 code units of the text, and words in it. */
const TEXT_UTF16 = 1000;
const WORDS = 32;

export const SEARCH_ROUTE: CalledRoute = {
  method: 'GET',
  path: '/api/v1/search',
  id: 'searchMessages',
  summary: 'Find the messages that have all the words, newest first. Nothing in `q` is an operator.',
  query: { q: { type: 'string', maxLength: TEXT_UTF16 }, before: CURSOR, limit: LIMIT },
  answers: { 200: MESSAGE_PAGE },
  async handle(asked, caller) {
    const [words, before, limit] = [wordsOfQuery(asked), cursorOf(asked, 'before'), limitOf(asked)];
    const rows = await asked.driver.read((sql) =>
      search(sql, caller, words, before ?? Number.MAX_SAFE_INTEGER, limit + 1),
    );
    const page = rows.slice(0, limit);
    return messagePage(page, rows.length > limit, { before: page.at(-1) });
  },
};

function wordsOfQuery(asked: Asked): string[] {
  const text = asked.query('q') ?? '';
  const words = text.length > TEXT_UTF16 ? [] : wordsOf(text);
  if (words.length < 1 || words.length > WORDS)
    throw refuse('bad_parameter', `\`q\` must have 1 to ${WORDS} words, in at most ${TEXT_UTF16} characters`);
  return words;
}
