// Owns: holding the package against the vectors. Runs in Node and in a page; reads nothing by itself.

import { asks } from './board.mjs';
import { delivers } from './delivery.mjs';
import { inputOf, outcomeOf } from './outcome.mjs';
import { decides } from './series.mjs';
import { carriedBy } from './strings.mjs';

/** Areas in a form of their own; in all others a case names an operation. */
const OTHERS = {
  delivery: delivers,
  history: decides,
  invocations: asks,
  lenses: asks,
  notices: asks,
  pubmark: compiles,
  series: decides,
  summaries: asks,
  text: carries,
  time: carries,
  url: carries,
};

const FIELDS = {
  file: ['area', 'cases'],
  case: [
    ...['id', 'comment', 'flags', 'op', 'compiler', 'expect', 'options'],
    ...['input', 'input_base64', 'input_repeat'],
  ],
  repeat: ['prefix', 'unit', 'times', 'suffix'],
  options: ['capabilities', 'domain', 'recompile', 'workspace'],
  problem: ['code', 'at', 'hint', 'position'],
  carried: ['id', 'comment', 'flags', 'input', 'ok', 'rule', 'before'],
  compiled: ['id', 'comment', 'flags', 'source', 'parts', 'tree', 'text', 'problems', 'advice'],
};

const EXPECTED = {
  canonicalize: ['canonical', 'unchanged', 'problems'],
  checkTree: ['ok', 'problems'],
  digest: ['digest', 'problems'],
  seal: ['digest', 'canonical', 'problems'],
  validate: ['ok', 'problems', 'more', 'advice', 'digest', 'series'],
  verify: ['ok', 'view', 'fallback', 'reasons'],
};

/** What an area asks of an entry, where not every entry can do it. */
const NEEDS = {
  delivery: 'decideSend',
  history: 'verifyHistory',
  invocations: 'classify',
  lenses: 'classify',
  notices: 'classify',
  pubmark: 'compile',
  series: 'seriesOf',
  summaries: 'classify',
};

/** Whether an entry of the package has the functions that an area is about. */
export function canRun(api, area) {
  return !Object.hasOwn(NEEDS, area) || typeof api[NEEDS[area]] === 'function';
}

/** The areas in which a case names an operation, in the order of their names. */
export function operationsOf(areas) {
  return Object.keys(areas).filter((area) => !Object.hasOwn(OTHERS, area));
}

/**
 * Runs every case of one area and says how many ran and which differ. `api` is an entry of the package; the one that
 * compiles also runs what only a compiler can answer. Throws on a file that says something this runner does not know.
 */
export function runArea(api, area, files) {
  const compiler = typeof api.compile === 'function';
  const ids = new Set();
  const differences = [];
  let count = 0;
  for (const file of files) {
    onlyKnown(file, FIELDS.file, area);
    if (file.area !== area) throw new Error(`${area}: a file of the area ${file.area}`);
    for (const one of file.cases) {
      if (ids.has(one.id)) throw new Error(`${area}: two cases ${one.id}`);
      ids.add(one.id);
      const run = OTHERS[area] ?? holds;
      const found = run(api, one, compiler, area);
      if (found === undefined) continue;
      count += 1;
      differences.push(...found.map((difference) => `${area}/${one.id}: ${difference}`));
    }
  }
  if (ids.size === 0) throw new Error(`${area}: no cases`);
  return { count, differences };
}

export function onlyKnown(value, names, place) {
  const unknown = Object.keys(value).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`${place}: unknown field ${unknown}`);
}

/** A case that names an operation: as bytes, and as text where it is text. */
function holds(api, one, compiler) {
  checkFields(one);
  if ((one.compiler ?? compiler) !== compiler) return undefined;
  const { bytes, text } = inputOf(one);
  const forms = text === undefined ? [bytes] : [bytes, text];
  return forms.flatMap((input) => differ(one, outcomeOf(api, one, input), text));
}

function checkFields(one) {
  const { id, op, expect, options = {}, input_repeat: parts = {} } = one;
  onlyKnown(one, FIELDS.case, id);
  onlyKnown(options, FIELDS.options, id);
  onlyKnown(parts, FIELDS.repeat, id);
  onlyKnown(expect, EXPECTED[op], id);
  if (Object.keys(expect).length === 0) throw new Error(`${id}: nothing is expected`);
  for (const problem of [...(expect.problems ?? []), ...(expect.reasons ?? [])])
    onlyKnown(problem, FIELDS.problem, id);
}

/** How an outcome differs from what is expected; empty when it does not. */
function differ({ expect }, found, input) {
  const differences = [];
  const same = (name, expected, actual) => {
    if (equal(expected, actual)) return;
    const show = (value) => String(JSON.stringify(value)).slice(0, 600);
    differences.push(`${name}: expected ${show(expected)}, found ${show(actual)}`);
  };
  for (const list of ['problems', 'reasons']) {
    const expected = expect[list] ?? [];
    same(
      list,
      expected,
      (found[list] ?? []).map((problem, index) => pick(problem, expected[index])),
    );
  }
  for (const name of ['ok', 'view', 'fallback', 'digest', 'canonical', 'series'])
    if (Object.hasOwn(expect, name)) same(name, expect[name], found[name]);
  if (expect.problems?.length === 100) same('more', expect.more ?? 0, found.more);
  if (expect.advice !== undefined) same('advice', expect.advice, codes(found.advice));
  if (expect.unchanged) same('canonical', input, found.canonical);
  return differences;
}

/** Whether two JSON values are equal, whatever the order of their members. */
export function equal(a, b) {
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return a === b;
  const names = Object.keys(a);
  if (Array.isArray(a) !== Array.isArray(b) || names.length !== Object.keys(b).length) return false;
  return names.every((name) => Object.hasOwn(b, name) && equal(a[name], b[name]));
}

/** The members of a problem that are expected of it; code and place always. */
function pick(problem, expected = {}) {
  const names = new Set(['code', 'at', ...Object.keys(expected)]);
  return Object.fromEntries([...names].map((name) => [name, problem[name]]));
}

function codes(problems) {
  return problems.map(({ code }) => code);
}

/** A case about one string, where the wire has such a string. */
function carries(api, one, _compiler, area) {
  onlyKnown(one, FIELDS.carried, one.id);
  const { op, value } = carriedBy(one.rule ?? area, one.input);
  const { ok } = outcomeOf(api, { op }, JSON.stringify(value));
  return ok === one.ok ? [] : [`ok: expected ${one.ok}, found ${ok}`];
}

/** A case of the compiler: the tree and its plain text and advice, or problems with their place in the source. */
function compiles(api, one, compiler) {
  onlyKnown(one, FIELDS.compiled, one.id);
  if (!compiler) return undefined;
  const source = one.source ?? one.parts.map(({ text, times }) => text.repeat(times)).join('');
  const { ok, problems = [], tree, advice, projection } = api.compile(source);
  const placed = problems.map(({ code, position }) => ({ code, ...position }));
  const differences = [];
  const same = (name, expected, found) => {
    if (!equal(expected, found))
      differences.push(`${name}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`);
  };
  same('problems', one.problems ?? [], placed);
  if (one.tree !== undefined) same('tree', one.tree, tree);
  if (one.text !== undefined) same('text', one.text, api.toText(source));
  if (ok) same('advice', one.advice ?? [], codes(advice));
  if (ok) same('the tree of the projection', tree, projection.tree);
  return differences;
}
