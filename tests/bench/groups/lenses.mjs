// Owns the groups on lenses: bytes to a board, and a board at another time.
import { CONTEXT, HEADS, headCorpus, TIMES } from '../corpus/heads.mjs';
import { columns, idiomatic, onePass, queryColumns } from '../lenses/peers.mjs';
import { decodeText } from '../stacks/decode.mjs';
import { STACKS } from '../stacks/index.mjs';
import { must } from './cases.mjs';

/** Groups of this kind, for the package under test or without it. */
export const lensGroups = (ours) => [
  {
    name: 'lens-index/100k',
    baselines: { filters: 'JSON.parse + filters', verified: 'A: verify + filters' },
    cases: () => indexCases(headCorpus(), ours),
  },
  ...['hour', 'month'].map((step) => ({
    name: `lens-query/${step}`,
    baselines: { filters: 'six filters', 'one pass': 'one pass', columns: 'typed arrays' },
    cases: () => queryCases(headCorpus(), step, ours),
  })),
];

function indexCases({ bytes, values }, ours) {
  const expected = idiomatic(values, CONTEXT, TIMES.now);
  const lines = (read) =>
    decodeText(bytes)
      .split('\n')
      .filter((line) => line !== '')
      .map(read);
  const cases = {
    'JSON.parse + filters': () => idiomatic(lines(JSON.parse), CONTEXT, TIMES.now),
    'JSON.parse + one pass': () => onePass(lines(JSON.parse), CONTEXT, TIMES.now),
    'A: verify + filters': () => idiomatic(eachLine(bytes, STACKS.A.open), CONTEXT, TIMES.now),
  };
  if (ours !== undefined) {
    cases.ours = () => {
      const index = ours.lensIndex({ ...CONTEXT, now: TIMES.now });
      index.putLines(bytes);
      const { needs_me: count } = index.counts;
      index.free();
      return count;
    };
  }
  return asCases(cases, bytes, expected);
}

function eachLine(bytes, read) {
  const found = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(0x0a, start);
    found.push(must(read(bytes.subarray(start, end))));
    start = end + 1;
  }
  return found;
}

// The board is asked at two times in turn, so that there is something to do each time.
function queryCases({ bytes, values }, step, ours) {
  const times = [TIMES.now, TIMES[step]];
  const kept = columns(values, CONTEXT);
  const cases = {
    'six filters': (now) => idiomatic(values, CONTEXT, now),
    'one pass': (now) => onePass(values, CONTEXT, now),
    'typed arrays': (now) => queryColumns(kept, now),
  };
  if (ours !== undefined) {
    const index = ours.lensIndex({ ...CONTEXT, now: TIMES.now });
    index.putLines(bytes);
    cases.ours = (now) => {
      index.setNow(now);
      return index.counts.needs_me;
    };
  }
  const expected = times.map((now) => idiomatic(values, CONTEXT, now));
  return Object.entries(cases).map(([name, query]) => {
    let turn = 0;
    return {
      name,
      items: 1,
      bytes: bytes.length,
      run() {
        turn = 1 - turn;
        must(query(times[turn]) === expected[turn]);
      },
    };
  });
}

const asCases = (cases, bytes, expected) =>
  Object.entries(cases).map(([name, count]) => ({
    name,
    items: HEADS,
    bytes: bytes.length,
    run: () => must(count() === expected),
  }));
