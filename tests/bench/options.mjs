// Owns the command line of `bench.mjs`.
import { parseArgs } from 'node:util';
import { EFFORTS } from './timing.mjs';

export const USAGE = `node bench.mjs [GROUP…] [--only REGEX] [--rounds N] [--quick] [--browser] [--json] | --floors

  GROUP          only the groups whose name contains one of these words
  --only REGEX   only the groups whose name matches, such as '^verify/' or 'small'
  --rounds N     samples of each case (${EFFORTS.full.rounds})
  --quick        few and short samples: to see that it runs, not to quote
  --browser      the groups named chromium/… too, in Chromium
  --json         one JSON object a line instead of tables
  --floors       only whether a ratio fell below what floors.mjs says; prints what did, and fails

OURS=0 in the environment measures the peers alone.`;

/** The options of a run. Throws on an argument that it does not know. */
export function readOptions(argv) {
  const { values, positionals: words } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      only: { type: 'string' },
      rounds: { type: 'string' },
      quick: { type: 'boolean', default: false },
      browser: { type: 'boolean', default: false },
      floors: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const effort = { ...(values.quick ? EFFORTS.quick : EFFORTS.full) };
  if (values.rounds !== undefined) effort.rounds = positiveInteger(values.rounds);
  return {
    help: values.help,
    browser: values.browser,
    floors: values.floors,
    json: values.json,
    effort,
    quick: values.quick,
    wanted: (name) =>
      (values.only === undefined || new RegExp(values.only).test(name)) &&
      (words.length === 0 || words.some((word) => name.includes(word))),
  };
}

function positiveInteger(text) {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new Error(`--rounds wants a positive integer, got ${text}`);
  return value;
}
