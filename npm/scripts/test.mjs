// Owns: `npm test`: everything that must hold, in order, from a fresh clone. Stops at the first step that
// fails.
//   npm test                 all steps
//   npm test -- lint e2e     the steps whose names contain one of these words
//   npm run test:long        the same with LONG=1, for tests that search longer when they see it

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildAll, chirpBuild, locked, workspaces } from './build.mjs';
import { chromium } from './chromium.mjs';
import { fuzz, NOT_HERE } from './fuzz.mjs';
import { install } from './install.mjs';
import { postgresMissing } from './postgres.mjs';
import { cargoTools, cxx, preflight } from './preflight.mjs';
import { main, must, root, Stop, secondsSince } from './run.mjs';

/** The step that most others read the results of, so it is part of every choice. */
const BUILD = 'build';

/** The step that runs on two databases. */
const HUB = 'node: npm/hub/test';

/** The step that compiles C++. */
const FUZZ = 'fuzz';

const RUST_EVERYTHING = [...locked(), '--workspace', '--all-features'];

/** The areas of tests/ that hold test files, in the order in which a failure tells most. */
const AREAS = ['parity', 'real', 'packaging', 'e2e'];

/**
 * What is checked, in order: a name to ask for and to report, what to do, which throws a Stop when it fails, and
 * why this system cannot do it, if so: it is then left out, and the summary says that.
 */
function steps(env) {
  const cargo = (args) => must('cargo', args, { env });
  const node = (args, options) => must(process.execPath, args, { env, ...options });
  return [
    { name: 'lint: generated files', check: () => chirpBuild(['generate', '--check']) },
    { name: 'lint: rustfmt', check: () => cargo(['fmt', '--all', '--check']) },
    {
      name: 'lint: clippy',
      check: () => cargo(['clippy', ...RUST_EVERYTHING, '--all-targets', '--', '--deny', 'warnings']),
    },
    { name: 'cargo test', check: () => cargo(['test', ...RUST_EVERYTHING]) },
    { name: FUZZ, check: () => fuzz({ env }), notHere: NOT_HERE },
    { name: BUILD, check: buildAll },
    { name: 'lint: biome', check: () => node(['node_modules/@biomejs/biome/bin/biome', 'check', '.']) },
    { name: 'lint: types', check: () => checkTypes(node) },
    ...suites().map((folder) => ({ name: `node: ${folder}`, check: () => runSuite(node, folder) })),
    { name: 'ratios', check: () => node(['--expose-gc', 'tests/bench/bench.mjs', '--floors']) },
    { name: 'sizes', check: () => node(['npm/scripts/sizes.mjs']) },
  ];
}

async function checkTypes(node) {
  const projects = workspaces().filter((folder) => existsSync(join(root, folder, 'tsconfig.json')));
  for (const folder of projects)
    await node(['node_modules/typescript/bin/tsc', '--noEmit', '--project', folder]);
}

/**
 * The folders that hold node:test suites: of every workspace that is built, of these scripts, and of tests/.
 */
function suites() {
  const built = workspaces().filter((folder) => {
    const { scripts } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    return scripts?.build !== undefined;
  });
  return [
    ...['npm/scripts', ...built].map((folder) => `${folder}/test`),
    ...AREAS.map((area) => `tests/${area}`),
  ];
}

async function runSuite(node, folder) {
  const files = testFiles(folder);
  if (files.length === 0) throw new Stop(`${folder} holds no *.test.mjs`);
  await node(['--test', '--test-reporter=spec', ...files]);
}

function testFiles(folder) {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((name) => name.endsWith('.test.mjs'))
    .sort()
    .map((name) => join(folder, name));
}

/** The steps whose names contain one of the words, and the build; all of them when there are no words. */
function choose(all, words) {
  const unknown = words.filter((word) => !all.some(({ name }) => name.includes(word)));
  if (unknown.length > 0) throw new Stop(`no step is called ${unknown.join(' or ')}`);
  if (words.length === 0) return all;
  return all.filter(({ name }) => name === BUILD || words.some((word) => name.includes(word)));
}

/** What the chosen steps leave out on a system without PostgreSQL, as a step that cannot be done here. */
async function leftOut(chosen) {
  if (!chosen.some(({ name }) => name === HUB)) return [];
  const notHere = await postgresMissing();
  return notHere === undefined ? [] : [{ name: `${HUB} on PostgreSQL`, notHere }];
}

/** Runs the steps until one fails, says how each went, and ends with the line that counts them. */
async function runAll(chosen) {
  const possible = chosen.filter(({ notHere }) => notHere === undefined);
  const report = [];
  for (const { name, check } of possible) {
    console.log(`\n━━━ ${name}`);
    const start = performance.now();
    const failure = await check().then(
      () => undefined,
      (error) => error,
    );
    report.push({ name, failure, took: secondsSince(start) });
    if (failure === undefined) continue;
    if (!(failure instanceof Stop)) throw failure;
    console.error(`\n${failure.message}`);
    break;
  }
  const failed = report.filter(({ failure }) => failure !== undefined).length;
  console.log('\n━━━ summary');
  for (const { name, failure, took } of report) console.log(`${failure ? '✗' : '✓'} ${name} (${took})`);
  for (const { name } of possible.slice(report.length)) console.log(`- ${name} (not run)`);
  for (const { name, notHere } of chosen.filter((step) => !possible.includes(step)))
    console.log(`- ${name} (not run: ${notHere})`);
  console.log(`\n${report.length - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { long: { type: 'boolean' } },
  });
  const env = { ...process.env, ...(values.long ? { LONG: '1' } : {}) };
  const chosen = choose(steps(env), positionals);
  await preflight();
  if (chosen.some(({ name, notHere }) => name === FUZZ && notHere === undefined)) cxx();
  await cargoTools([
    ['fmt', 'rustfmt'],
    ['clippy', 'clippy'],
  ]);
  await install();
  env.CHROMIUM = await chromium();
  await runAll([...chosen, ...(await leftOut(chosen))]);
});
